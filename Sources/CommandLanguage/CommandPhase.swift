/// A phase of a session, as help and scripts name it.
///
/// This module's own: the language knows what may be said, not what a session is.
public enum CommandPhase: String, CaseIterable, Sendable {
  /// Songs are being picked.
  case picking
  /// A song is the current one, sounding or paused.
  case listening
  /// The last song is over.
  case finished
}
