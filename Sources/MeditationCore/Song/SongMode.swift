/// What a song is to its session: one of five modes, and no others.
public enum SongMode: Hashable, Sendable {
  /// While songs are being picked.
  case picking(Picking)
  /// While a session is heard, and when it is finished.
  case listening(Listening)

  /// Whether a song is part of the session to come.
  public enum Picking: Hashable, Sendable {
    /// Part of it.
    case selected
    /// Not part of it.
    case unselected
  }

  /// What part a song has in the session.
  public enum Listening: Hashable, Sendable {
    /// In the session, not the current song.
    case playable
    /// The current song, whether it sounds or is paused.
    case playing
    /// Was not picked; not shown.
    case hidden
  }

  /// Whether the song is part of the session, or will be.
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
