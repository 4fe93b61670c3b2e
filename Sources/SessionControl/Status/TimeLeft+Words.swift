import MeditationCore
import Text

extension TimeLeft {
  /// The time left as a person says it: `3:10 left`, or `more than 3:10 left`.
  public var words: String {
    switch (known, isMore) {
    case (_, false): "\(known.timeText) left"
    case (.zero, true): "unknown time left"
    case (_, true): "more than \(known.timeText) left"
    }
  }

  /// The same, as short as it can be.
  public var symbols: String { isMore ? "\(known.timeText)+ left" : "\(known.timeText) left" }
}
