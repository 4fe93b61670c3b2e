import SystemPackage

/// A file that was found but not opened yet.
public struct Candidate: Equatable, Sendable {
  /// The path of the file.
  public let path: FilePath
  /// The metadata of the file in the playlist that lists it.
  let hint: SongHint?
  /// Why the file cannot be a song, or a note about it, if that is known without opening it.
  let refusal: SkippedFile?

  init(path: FilePath, hint: SongHint? = nil, refusal: SkippedFile? = nil) {
    self.path = path
    self.hint = hint
    self.refusal = refusal
  }
}
