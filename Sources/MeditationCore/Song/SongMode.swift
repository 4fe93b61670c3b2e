/// A song's role in its session: one of five modes.
public enum SongMode: Hashable, Sendable {
  /// The modes in the phase `picking`.
  case picking(Picking)
  /// The modes in the phases `listening` and `finished`.
  case listening(Listening)

  /// Whether a song is picked.
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

  /// Whether the song is picked, or part of the session.
  public var isInSession: Bool {
    switch self {
    case .picking(.selected), .listening(.playable), .listening(.playing): true
    case .picking(.unselected), .listening(.hidden): false
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
