/// A song's change from one mode to another.
public struct ModeChange: Hashable, Sendable {
  /// The song's index in its session, from 0.
  public var song: Int
  /// What it was.
  public var from: SongMode
  /// What it is now; never equal to `from`.
  public var to: SongMode

  /// The change of `song` from `from` to `to`.
  public init(song: Int, from: SongMode, to: SongMode) {
    self.song = song
    self.from = from
    self.to = to
  }
}

extension ModeChange: CustomStringConvertible {
  /// The change as a person counts songs: `song 3: playable → playing`.
  public var description: String { "song \(song + 1): \(from) → \(to)" }
}
