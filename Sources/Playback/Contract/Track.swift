import SystemPackage

/// A song as the engine knows it: a file to decode.
public struct Track: Equatable, Sendable {
  /// The audio file.
  public var path: FilePath
  /// The length that the song is said to have; `nil` where it is unknown.
  public var length: Duration?

  /// The song in the file at `path`.
  public init(path: FilePath, length: Duration? = nil) {
    self.path = path
    self.length = length
  }
}
