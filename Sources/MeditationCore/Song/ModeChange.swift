/// A song's change from one mode to another.
public struct ModeChange: Hashable, Sendable {
  /// The song's index in the list, from 0.
  public var song: Int
  /// The old mode.
  public var from: SongMode
  /// The new mode. It differs from `from`, except in the first call of an observation with its
  /// present value.
  public var to: SongMode

  /// Creates a change of the song at index `song`.
  public init(song: Int, from: SongMode, to: SongMode) {
    self.song = song
    self.from = from
    self.to = to
  }
}

extension ModeChange: CustomStringConvertible {
  /// The change, with songs numbered from 1: `song 3: playable → playing`.
  public var description: String { "song \(song + 1): \(from) → \(to)" }
}

extension [ModeChange] {
  /// These changes and `later` ones as one batch, in which each song changes once.
  func followed(by later: [ModeChange]) -> [ModeChange] {
    var changes = self
    for change in later {
      if let index = changes.firstIndex(where: { $0.song == change.song }) {
        changes[index] = ModeChange(
          song: change.song, from: changes[index].from, to: change.to)
      } else {
        changes.append(change)
      }
    }
    return changes
  }
}
