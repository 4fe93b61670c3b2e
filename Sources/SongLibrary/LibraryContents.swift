/// The songs found under a list of paths, and the files left out, each in the order of the list.
public struct LibraryContents: Equatable, Sendable {
  /// The files that can be played.
  public var songs: [Song]
  /// The files that cannot be played, each with the reason, and notes about files that can.
  public var skipped: [SkippedFile]

  public init(songs: [Song] = [], skipped: [SkippedFile] = []) {
    self.songs = songs
    self.skipped = skipped
  }
}
