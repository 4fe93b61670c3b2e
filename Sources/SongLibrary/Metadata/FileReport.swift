/// The result of reading a file, whatever a playlist says of it.
public enum FileReport: Equatable, Sendable {
  /// It can be played.
  case sound(CleanProperties)
  /// It cannot; a clean clause says why.
  case refused(reason: String)
}
