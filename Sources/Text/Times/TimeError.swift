/// Why a text is not a time.
public enum TimeError: Error, Equatable, Sendable {
  /// It is no form of time at all.
  case notATime
  /// Almost; the text that was probably meant, and the reason if there is more to say.
  case nearly(String, reason: String?)
  /// More than ``TimeText/limit``.
  case tooLong
}
