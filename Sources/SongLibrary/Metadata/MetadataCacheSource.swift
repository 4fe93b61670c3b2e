/// Where a scan gets its cache from, if it is worth having.
struct MetadataCacheSource: Sendable {
  /// With fewer files than this the cache stays closed: they are read sooner than it is opened. At
  /// most as many as are found before the first of them are read.
  var fewestFiles = LibraryScan.firstPartSize
  /// Opens it. May block on the disk.
  var open: @Sendable () -> (any MetadataCache)?
}
