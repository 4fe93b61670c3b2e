/// What reading a file came to, whatever a playlist says of it.
public enum FileReport: Equatable, Sendable {
  /// It can be played.
  case sound(SoundFacts)
  /// It cannot; a clean clause says why.
  case refused(reason: String)
}
