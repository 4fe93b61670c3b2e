import MeditationCore
import Text

extension TimeLeft {
  /// The time left in words: `3:10 left in the session`.
  public func words(_ wording: Wording = .screen) -> String { alone(wording) + " in the session" }

  /// The same, where nothing else is said: `3:10 left`.
  public func alone(_ wording: Wording = .screen) -> String {
    switch (known, isMore) {
    case (_, false): "\(known.text(wording)) left"
    case (.zero, true): "unknown time left"
    case (_, true): "more than \(known.text(wording)) left"
    }
  }

  /// The time left in short form.
  public var symbols: String { "\(short) left in session" }

  /// The time alone; a `+` stands for songs of unknown length.
  var short: String { isMore ? "\(known.timeText)+" : known.timeText }
}
