public import MeditationCore

/// A notification to every client. All clients receive notices in the same order.
public enum Notice: Sendable {
  /// An action or an event has settled, whether or not it changed anything.
  case settled(SessionChange)
  /// More files were read.
  case reading(ReadingProgress)
  /// The list is complete.
  case readingFinished
  /// The practice changed.
  case practice(PracticeNews)
}
