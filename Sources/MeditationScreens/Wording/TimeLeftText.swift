import MeditationCore
import MeditationText

extension TimeLeft {
  /// The time left in words: `3:10 left in the session`.
  package func words(_ wording: Wording = .screen) -> String {
    alone(wording) + (isEndless ? "" : " in the session")
  }

  /// The same without the session: `3:10 left`.
  package func alone(_ wording: Wording = .screen) -> String {
    if isEndless { return "no end: the songs repeat" }
    return switch (known, isMore) {
    case (_, false): "\(known.text(wording)) left"
    case (.zero, true): "unknown time left"
    case (_, true): "more than \(known.text(wording)) left"
    }
  }

  package var symbols: String { isEndless ? "no end" : "\(short) left in session" }

  /// Only the time: `3:10`; a `+` stands for songs of unknown length.
  var short: String { isMore ? "\(known.timeText)+" : known.timeText }
}
