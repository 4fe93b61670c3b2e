/// What a client shows while picking.
public enum Screen: Hashable, Sendable {
  /// Sets and the latest practice, for somebody who comes back.
  case home
  /// The list of songs.
  case songs
}
