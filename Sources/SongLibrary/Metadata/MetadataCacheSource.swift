/// Opens the cache of a scan, if the scan is large enough to need it.
struct MetadataCacheSource: Sendable {
  /// With fewer files than this, the cache stays closed: reading them is faster than opening it.
  /// Must not exceed the size of the first part of a scan.
  var fewestFiles = LibraryScan.firstPartSize
  /// Opens the cache. May block on the disk.
  var open: @Sendable () -> (any MetadataCache)?
}
