public import MeditationCore

/// What every client hears, in one order.
public enum Notice: Sendable {
  /// One action or one event, with all that it changed, if anything.
  case settled(SessionChange)
  /// More of the list was read.
  case reading(ReadingProgress)
  /// The list is complete.
  case readingFinished
}
