import MeditationControl
import MeditationLanguage
import MeditationPractice
import MeditationScreens
import MeditationText

/// Changes the journal from the shell, in the words of the prompt. Every call blocks on the disk.
enum ShellJournal {
  /// The prompt's command of `words` and `arguments`; `nil` if it is not about the practice.
  static func command(_ words: String, _ arguments: [String]) throws -> PracticeCommand? {
    let line = ([words] + arguments).joined(separator: " ")
    guard case .practice(let command) = try CommandParser.parse(line) else { return nil }
    return command
  }

  /// The sit at a row of the journal, from 1.
  static func sit(atRow row: Int) throws(StartProblem) -> Sit {
    guard row >= 1 else { throw .usage("Rows start at 1.") }
    let sits = try sits(limit: row, listening: false)
    guard row <= sits.count else {
      throw StartProblem(CommandRefusal.noSuchRow(row, count: sits.count))
    }
    return sits[row - 1]
  }

  /// The sit that began last.
  static func latestSit() throws(StartProblem) -> Sit {
    guard let sit = try sits(limit: 1, listening: true).first else {
      throw StartProblem(CommandRefusal.noSits)
    }
    return sit
  }

  /// All music that was played without a plan, and is over.
  static func listening() throws(StartProblem) -> [Sit] {
    try sits(limit: nil, listening: true).filter { $0.isListening && $0.end != nil }
  }

  /// The sits that began last, with the music that was played without a plan if `listening` is true.
  private static func sits(limit: Int?, listening: Bool) throws(StartProblem) -> [Sit] {
    try PracticeFiles.withJournal { journal throws(JournalProblem) in
      // A journal that cannot be written can still be read.
      try? journal.closeInterrupted()
      return try journal.sits(since: nil, limit: limit, listening: listening)
    }
  }

  /// Writes a sit that was sat elsewhere, or its new times if it is not new.
  static func enter(_ sit: Sit, isNew: Bool) throws(StartProblem) {
    let now = WallClock.system.now()
    let other = try PracticeFiles.withJournal { journal throws(JournalProblem) in
      try journal.enter(sit, isNew: isNew, now: now)
    }
    if let other { throw StartProblem(AddedSit.refusal(overlapping: other, asOf: now)) }
  }

  static func remark(_ remark: SitRemark, on sit: Sit) throws(StartProblem) {
    guard sit.end != nil else {
      let advice =
        switch remark {
        case .note: "'meditate do note TEXT' sets its note."
        case .label: "'meditate do label LABEL' labels it."
        }
      throw .usage("This sit goes on: \(advice)")
    }
    var after = sit
    remark.replace(in: &after)
    try PracticeFiles.withJournal { journal throws(JournalProblem) in
      try journal.remark(remark, on: sit.id)
    }
    switch remark {
    case .note: confirm(.noted(after))
    case .label: confirm(.labelled(after))
    }
  }

  static func delete(_ sits: [Sit]) throws(StartProblem) {
    guard sits.allSatisfy({ $0.end != nil }) else { throw StartProblem(CommandRefusal.sitGoesOn) }
    try PracticeFiles.withJournal { journal throws(JournalProblem) in
      try journal.delete(sits.map(\.id))
    }
  }

  /// The words of a text as a line of the prompt has them: an empty text is two quotation marks.
  static func words(_ text: [String]) -> [String] {
    text.allSatisfy(\.isEmpty) ? ["\"\""] : text
  }

  static func confirm(_ news: PracticeNews) {
    print(news.text(asOf: WallClock.system.now()).harmless)
  }
}
