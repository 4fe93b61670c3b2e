import Practice
import Text

extension Sit {
  /// What was sat: the set, the song, the number of songs, "silence", or the planned length. Ready
  /// for display.
  func subject(_ wording: Wording) -> String {
    if let set, !set.isEmpty { return CleanText.clean(set) }
    if heard.count == 1 { return CleanText.clean(heard[0]) }
    if !heard.isEmpty { return counted(heard.count, "song") }
    if !plan.isEmpty { return "silence" }
    return planned.map { "planned \($0.text(wording))" } ?? ""
  }

  /// How it ended, in one word or two.
  var endWord: String { end?.rawValue ?? "going on" }

  /// That it can be resumed: "Yesterday's sit was left at 12:30 of 20:00; 'resume' continues it."
  func resumeText(asOf now: Moment, wording: Wording = .screen) -> String {
    let verb = end == .left ? "was left" : "was interrupted"
    let length = planned.map { " of \($0.text(wording))" } ?? ""
    return "\(MomentText.sit(at: began, asOf: now)) \(verb) at \(sat.text(wording))\(length); "
      + "'resume' continues it."
  }
}
