import MeditationCore
import Practice
import Score
import Text

extension SetSummary {
  /// Songs and length: "4 songs, 12:00, for 20m", "silence, for 20m".
  ///
  /// - Parameter inWords: Whether times are as a screen reader says them.
  package func contents(inWords: Bool) -> String {
    ([songs] + [ending(inWords)]).compactMap { $0 }.joined(separator: ", ")
  }

  private var songs: String {
    guard songCount > 0 else { return "silence" }
    let time =
      switch (length.known, length.isMore) {
      case (let known, false): known.timeText
      case (.zero, true): "unknown length"
      case (let known, true): "\(known.timeText) and more"
      }
    return "\(counted(songCount, "song")), \(time)"
  }

  /// When a session of the set ends, unless it is with its last song.
  private func ending(_ inWords: Bool) -> String? {
    guard let plan else { return "its plan cannot be read" }
    return switch plan.length {
    case .songs: nil
    case .open: "open"
    case .time(let end): "for \(inWords ? TimeText.exact(end) : TimeText.brief(end))"
    }
  }
}
