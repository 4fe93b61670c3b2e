import MeditationCore
import Practice
import Score
import Text

extension SetSummary {
  /// Songs and length: "4 songs, 12:00, for 20m", "silence, for 20m".
  ///
  /// - Parameter wording: How times are worded.
  package func contents(wording: Wording) -> String {
    ([songs(wording)] + [ending(wording)]).compactMap { $0 }.joined(separator: ", ")
  }

  private func songs(_ wording: Wording) -> String {
    guard songCount > 0 else { return "silence" }
    let time =
      switch (length.known, length.isMore) {
      case (let known, false): known.text(wording)
      case (.zero, true): "unknown length"
      case (let known, true): "\(known.text(wording)) and more"
      }
    return "\(counted(songCount, "song")), \(time)"
  }

  /// When a session of the set ends, unless it is with its last song.
  private func ending(_ wording: Wording) -> String? {
    guard let plan else { return "its plan cannot be read" }
    return switch plan.length {
    case .songs: nil
    case .open: "open"
    case .time(let end): "for \(wording.isAloud ? end.exact(wording) : TimeText.brief(end))"
    }
  }
}
