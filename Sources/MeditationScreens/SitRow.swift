import MeditationPlan
import MeditationPractice
import MeditationText

extension Row {
  /// Creates the row of `sit`, which is `number` in the journal, from 1; `nil` for music without a plan.
  /// Ends are padded to `endWidth` characters, so that times align.
  package init(_ sit: Sit, number: Int?, now: Moment, endWidth: Int = 0, wording: Wording) {
    self.init(MomentText.title(of: sit.began, asOf: now), sit.subject(wording))
    self.number = number
    let (note, label) = (CleanText.clean(sit.note), CleanText.clean(sit.label))
    let marks = sit.marks.subtracting([.listening]).words.map { $0.replacing("-", with: " ") }
      .joined(separator: ", ")
    let time = sit.sat.text(wording)
    if wording.isAloud {
      state = sit.endWord
      detail =
        !sit.isDiscounted
        ? time : sit.isListening ? "\(time), listening" : "under a minute, not counted"
      remark = [
        marks, label.isEmpty ? "" : "label: \(label)", note.isEmpty ? "" : "note: \(note)",
      ].filter { !$0.isEmpty }.joined(separator: ", ")
    } else {
      let word = sit.endText
      detail = "\(time)  \(word)" + String(repeating: " ", count: max(0, endWidth - word.count))
      remark = [marks.isEmpty ? "" : "(\(marks))", label.isEmpty ? "" : "[\(label)]", note]
        .filter { !$0.isEmpty }.joined(separator: " ")
    }
    style =
      switch sit.end {
      case nil: .current
      case _? where sit.isDiscounted: .muted
      case .completed?: .finished
      case .stopped?, .left?, .failed?: .cancelled
      case .interrupted?: .warning
      }
  }
}

extension Sit {
  /// How it ended, or why it does not count.
  var endText: String {
    guard isDiscounted else { return endWord }
    return isListening ? "listening" : "not counted"
  }

  fileprivate var isDiscounted: Bool { end != nil && !counts }

  /// The subject of the sit, for display: the set, songs, voices, "silence", or the planned length.
  fileprivate func subject(_ wording: Wording) -> String {
    if let set, !set.isEmpty { return CleanText.clean(set) }
    if heard.count == 1 { return CleanText.clean(heard[0]) }
    if !heard.isEmpty { return counted(heard.count, "song") }
    if !plan.line.isEmpty { return voices.isEmpty ? "silence" : voices.joined(separator: ", ") }
    return planned.map { "planned \($0.text(wording))" } ?? ""
  }

  private var voices: [String] {
    // Most plans have none, and a journal has many sits.
    guard plan.line.contains("voice "), case .success(let steps) = plan.steps else { return [] }
    return steps.flatMap(\.files).compactMap { name, use in
      use == .voice ? Speech.name(ofFile: name) : nil
    }
  }

  fileprivate var endWord: String { end?.rawValue ?? "going on" }

  /// The offer to resume it: "Yesterday's sit was left at 12:30 of 20:00; 'resume' continues it."
  func resumeText(asOf now: Moment, wording: Wording = .screen) -> String {
    let sit = MomentText.sit(at: began, asOf: now)
    let length = planned.map { $0.text(wording) }
    if fade != nil {
      let begin = resumePoint.elapsed.text(wording)
      return "\(sit) faded out from \(begin) on; 'resume' goes on there, for \(length ?? "") more."
    }
    let verb = end == .left ? "was left" : "was interrupted"
    return "\(sit) \(verb) at \(sat.text(wording))\(length.map { " of \($0)" } ?? ""); "
      + "'resume' continues it."
  }
}
