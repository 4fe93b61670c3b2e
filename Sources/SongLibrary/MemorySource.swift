/// Where a reading gets its memory from, if it is worth having.
struct MemorySource: Sendable {
  /// With fewer files than this the memory stays closed: they are read sooner than it is opened. At
  /// most as many as are found before the first of them are read.
  var fewestFiles = Reading.firstPartSize
  /// Opens it. May block on the disk.
  var open: @Sendable () -> (any SongMemory)?
}
