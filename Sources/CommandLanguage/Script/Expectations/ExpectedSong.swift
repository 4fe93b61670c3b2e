/// The state of a song that a script can expect.
public enum ExpectedSong: String, CaseIterable, Sendable {
  /// While picking: part of the session.
  case picked
  /// While picking: not part of the session.
  case unpicked
  /// While listening: in the session, and not the current song.
  case playable
  /// While listening: the current song, sounding or paused.
  case playing
  /// While listening: not part of the session.
  case hidden
  /// Failed while playing.
  case failed
}
