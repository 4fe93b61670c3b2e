import SongLibrary

/// A memory on disk, or the reason why there is none.
public struct OpenedMemory: Sendable {
  /// What to give to a `SongLibrary`; `nil` where nothing can be remembered.
  public let memory: (any SongMemory)?
  /// One clean line about what went wrong, for those who want to know: all songs can still be read.
  public let diagnostic: String?
}
