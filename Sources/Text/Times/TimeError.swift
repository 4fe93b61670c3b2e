/// The reason why a text is not a valid time.
public enum TimeError: Error, Equatable, Sendable {
  /// The text does not look like a time.
  case notATime
  /// The text is almost a time: the text probably meant, and a reason if one helps.
  case nearly(String, reason: String?)
  /// The time exceeds ``TimeText/limit``.
  case tooLong
}
