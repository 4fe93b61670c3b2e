/// The result of reading a file, without the hints of a playlist.
public enum FileReport: Equatable, Sendable {
  /// The file can be played.
  case sound(CleanProperties)
  /// The file cannot be played; `reason` is a clean clause.
  case refused(reason: String)
}
