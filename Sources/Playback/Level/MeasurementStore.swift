import SystemPackage

/// Remembers measurements from one start to the next. Called on several threads; blocks on the disk.
public protocol MeasurementStore: Sendable {
  /// The measurement of the file at `path` when it had `stamp`; `nil` if there is none.
  func measurement(of path: FilePath, _ stamp: FileStamp) -> SongMeasurement?

  /// Remembers the measurement of the file at `path` that had `stamp`.
  func store(_ measurement: SongMeasurement, of path: FilePath, _ stamp: FileStamp)
}
