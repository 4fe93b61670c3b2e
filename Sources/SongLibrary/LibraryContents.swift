/// What a list of paths holds: the songs, and what was left out, each in the order of the list.
public struct LibraryContents: Equatable, Sendable {
  /// What can be played.
  public var songs: [Song]
  /// What cannot, each with its reason.
  public var skipped: [SkippedFile]

  /// Contents from their parts.
  public init(songs: [Song] = [], skipped: [SkippedFile] = []) {
    self.songs = songs
    self.skipped = skipped
  }
}
