/// A song's role in its session: one of five modes.
public enum SongMode: Hashable, Sendable {
  /// The modes in the phase `picking`.
  case picking(Picking)
  /// The modes in the phases `listening` and `finished`.
  case listening(Listening)

  /// Picked, or not.
  public enum Picking: Hashable, Sendable {
    /// Picked.
    case selected
    /// Not picked.
    case unselected
  }

  /// A song's role while listening.
  public enum Listening: Hashable, Sendable {
    /// Part of the session, but not the current song.
    case playable
    /// The current song, playing or paused.
    case playing
    /// Not part of the session, and not shown.
    case hidden
  }

  /// True if the song is picked, or part of the session.
  public var isInSession: Bool {
    switch self {
    case .picking(.selected), .listening(.playable), .listening(.playing): true
    case .picking(.unselected), .listening(.hidden): false
    }
  }

  /// The mode of a song that joins the session or, if it is in it, leaves it.
  var toggled: SongMode {
    switch self {
    case .picking: .picking(isInSession ? .unselected : .selected)
    case .listening: .listening(isInSession ? .hidden : .playable)
    }
  }
}

extension SongMode: CustomStringConvertible {
  /// The mode in one word: `picked`, `unpicked`, `playable`, `playing` or `hidden`.
  public var description: String {
    switch self {
    case .picking(.selected): "picked"
    case .picking(.unselected): "unpicked"
    case .listening(.playable): "playable"
    case .listening(.playing): "playing"
    case .listening(.hidden): "hidden"
    }
  }
}

// MARK: - Changes

/// A song's change from one mode to another.
public struct ModeChange: Hashable, Sendable {
  /// The song's index in the list, from 0.
  public var song: Int
  /// The old mode.
  public var from: SongMode
  /// The new mode. It differs from `from`, except in an observation's initial call.
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
  public var description: String { "song \(song &+ 1): \(from) → \(to)" }
}

extension [ModeChange] {
  /// These changes followed by `later` ones, as one batch in which each song changes once.
  func followed(by later: [ModeChange]) -> [ModeChange] {
    var changes = self
    for change in later {
      if let index = changes.firstIndex(where: { $0.song == change.song }) {
        changes[index] = ModeChange(song: change.song, from: changes[index].from, to: change.to)
      } else {
        changes.append(change)
      }
    }
    return changes
  }
}
