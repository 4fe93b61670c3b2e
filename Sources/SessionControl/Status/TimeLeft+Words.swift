import MeditationCore
import Text

extension TimeLeft {
  /// The time left in words: `3:10 left in the session`.
  public var words: String {
    switch (known, isMore) {
    case (_, false): "\(known.timeText) left in the session"
    case (.zero, true): "unknown time left in the session"
    case (_, true): "more than \(known.timeText) left in the session"
    }
  }

  /// The same, where nothing else is said: `3:10 left`.
  public var alone: String {
    switch (known, isMore) {
    case (_, false): "\(known.timeText) left"
    case (.zero, true): "unknown time left"
    case (_, true): "more than \(known.timeText) left"
    }
  }

  /// The time left in short form.
  public var symbols: String { "\(short) left in session" }

  /// The time alone; a `+` stands for songs of unknown length.
  var short: String { isMore ? "\(known.timeText)+" : known.timeText }
}
