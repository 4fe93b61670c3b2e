import MeditationCore
import MeditationLanguage
import MeditationText

extension PickedTotal {
  /// The total in one line: "3 songs picked, 15:20".
  package func text(_ wording: Wording = .screen) -> String {
    guard count > 0 else { return "No songs picked" }
    let time = length.text(wording) + (unknownCount > 0 ? " and more" : "")
    return "\(counted(count, "song")) picked, \(time)"
  }
}

/// Why songs neither joined nor left a session, in one sentence.
package enum Membership {
  /// After `pick`: the songs were in the session.
  package static func present(_ songs: SongSelection) -> String {
    number(of: songs).map { "Song \($0) is in the session already." }
      ?? "These songs are in the session already."
  }

  /// After `unpick`: the songs were not in the session.
  package static func absent(_ songs: SongSelection) -> String {
    guard songs != .rest else { return "No songs are to come." }
    return number(of: songs).map { "Song \($0) is not in the session." }
      ?? "These songs are not in the session."
  }

  private static func number(of songs: SongSelection) -> Int? {
    if case .numbers(let ranges) = songs { ranges.single } else { nil }
  }
}
