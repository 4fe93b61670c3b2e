import SystemPackage

/// A file that was found and has not been opened yet.
public struct Candidate: Equatable, Sendable {
  /// Where it is.
  public let path: FilePath
  /// What the playlist that named it says of it.
  let hint: SongHint?
  /// Why it cannot be a song, where that is known without opening it.
  let refusal: SkippedFile?

  init(path: FilePath, hint: SongHint? = nil, refusal: SkippedFile? = nil) {
    self.path = path
    self.hint = hint
    self.refusal = refusal
  }
}
