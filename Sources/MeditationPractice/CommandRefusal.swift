import MeditationCore
import MeditationPlan
import MeditationText

/// Why a command was refused. It changed nothing.
///
/// The session refuses actions with a `Refusal`, which knows nothing of the program. A typed line
/// can also be refused because of sets, the journal, settings or files.
package enum CommandRefusal: Error, Hashable, Sendable {
  case session(Refusal)
  /// No song has these words, or none so far if it `isReading`; `nil` if the list is not narrowed.
  case nothingFound(words: String?, isReading: Bool = false)
  case nothingMore
  case bellUnreadable(reason: String)
  /// The file of a voice, a layer or a guide cannot be read.
  case fileUnreadable(reason: String)
  case noPractice
  /// No journal is kept: with `journal = off`, or without a home directory.
  case noJournal
  case noSets
  case noSettings
  case journal(JournalProblem)
  case set(SetProblem)
  case badName(SetName.Problem)
  /// A set would be deleted by its number where numbers mean songs; its name.
  case numbersAreSongs(String)
  /// The set of this name is deleted if the command is repeated.
  case unconfirmed(String)
  /// No deleted set of this name is kept; the names of those that are.
  case notDeleted(String, kept: [String])
  case noSuchRow(Int, count: Int)
  /// Songs cannot be picked on the home screen before they are read.
  case songsNotOpen
  case notReadFromFiles
  case stillReading
  case oneSetAtOnce
  case noSits
  case noListening
  case nothingToRepeat
  case nothingToResume(ResumeProblem)
  /// None of the songs can be played; the path of one, ready for display.
  case songsMissing(String)
  /// A set has neither songs nor a length; its name.
  case emptySet(String)
  case sitGoesOn
  /// A sit cannot be added, or changed like this; the text says why.
  case badSit(String)
  /// The sit was not added by hand, so its times cannot be changed.
  case notAdded
  /// The file cannot be written; the text says why.
  case notWritten(String)
  /// The archive of a set cannot be read; the text says why.
  case notImported(String)
  case nothingToSave
  /// A setting's name or value is wrong; the text says what to write.
  case setting(String)
  /// The plan of a set is not valid; the text comes from the parser.
  case plan(String)
  case songIsBell(Int)
  case bellIsPicked(Int)
}

// MARK: - In words

extension CommandRefusal {
  /// The word by which a program recognizes the refusal.
  package var word: String { told.word }
  /// The reason and what to type instead, in one or two sentences.
  package var text: String { told.text }

  private var told: (word: String, text: String) {
    switch self {
    case .session(let refusal): (refusal.word, refusal.text)
    case .nothingFound(let words?, true):
      (
        "nothing-found",
        "No song is found for '\(words)' so far: the list is still being read. It is unchanged."
      )
    case .nothingFound(let words?, false):
      ("nothing-found", "No song is found for '\(words)'. The list is unchanged.")
    case .nothingFound(nil, _):
      ("nothing-found", "No search is active. 'find WORDS' narrows the list.")
    case .nothingMore: ("nothing-more", "There is no more to show.")
    case .bellUnreadable(let reason):
      ("bell-unreadable", "\(PlanFile.bell.unreadable(reason)) 'bell bowl' needs no file.")
    case .fileUnreadable(let reason): ("file-unreadable", PlanFile.guide.unreadable(reason))
    case .noPractice: ("no-practice", "There are no sets, settings and journal in a script.")
    case .noJournal: ("no-journal", "No journal is kept.")
    case .noSets: ("no-sets", "No sets are kept here.")
    case .noSettings: ("no-settings", "There are no settings here.")
    case .journal(let problem):
      ("journal-unusable", "The journal cannot be used: \(problem.reason).")
    case .set(.unknown(let name, let nearest?)):
      ("no-such-set", "There is no set \(QuotedInput(name)). Did you mean '\(nearest)'?")
    case .set(.unknown(let name, nil)):
      ("no-such-set", "There is no set \(QuotedInput(name)). 'sets' lists them.")
    case .set(.taken(let name)): ("name-taken", "There is a set '\(name)' already.")
    case .set(.file(let name, let reason)):
      ("set-unusable", "The set '\(name)' cannot be used: \(reason).")
    case .set(.folder(let path, let reason)):
      ("set-unusable", "The folder of the sets, '\(path)', cannot be used: \(reason).")
    case .badName(let problem): ("bad-name", problem.text)
    case .numbersAreSongs(let name):
      (
        "numbers-are-songs",
        "Here, numbers are songs; a set is deleted by its name, such as 'delete \(name)'."
      )
    case .unconfirmed(let name):
      (
        "unconfirmed",
        "Delete the set '\(name)'? Then type 'delete \(name)' again. "
          + "'restore \(name)' brings it back."
      )
    case .notDeleted(let name, let kept):
      (
        "no-such-set",
        "There is no deleted set \(QuotedInput(name)). "
          + (kept.isEmpty
            ? "None is kept."
            : "These are kept: \(kept.prefix(10).joined(separator: ", "))"
              + "\(kept.count > 10 ? ", …" : "").")
      )
    case .noSuchRow(_, count: 0): ("no-such-row", "The list is empty.")
    case .noSuchRow(let number, let count):
      ("no-such-row", "There is no row \(number); the rows are 1 to \(count).")
    case .songsNotOpen:
      ("songs-not-open", "'pick' alone opens your music; then its songs can be picked.")
    case .notReadFromFiles:
      (
        "not-read-from-files",
        "This list was not read from files, or was named on standard input, which has ended."
      )
    case .stillReading:
      ("still-reading", "Songs are still being read. 'rescan' works when the list is complete.")
    case .oneSetAtOnce:
      ("one-set-at-once", "Here a number sits a set, one at a time. 'pick' opens the songs.")
    case .noSits: ("no-sits", "The journal is empty.")
    case .noListening: ("no-listening", "The journal has no music played without a plan.")
    case .nothingToRepeat:
      ("nothing-to-repeat", "The journal has no session to begin anew.")
    case .nothingToResume(let problem):
      ("nothing-to-resume", "There is nothing to resume: \(problem.rawValue)")
    case .songsMissing(let path):
      ("songs-missing", "None of its songs can be played, such as \(path).")
    case .emptySet(let name):
      ("empty-set", "The set '\(name)' has neither songs nor a length.")
    case .sitGoesOn:
      ("sit-goes-on", "This sit goes on; it can be deleted when it is over.")
    case .badSit(let text): ("bad-sit", text)
    case .notAdded:
      (
        "not-added",
        "Only a sit that was added with 'journal add' can be changed; of others, note and label can."
      )
    case .notWritten(let text): ("not-written", text)
    case .notImported(let text): ("not-imported", text)
    case .nothingToSave:
      ("nothing-to-save", "Pick songs or plan a length first; then 'save NAME'.")
    case .setting(let text): ("bad-setting", text)
    case .plan(let text): ("bad-plan", text)
    case .songIsBell(let number):
      ("song-is-bell", "Song \(number) is the bell of the plan. 'bell bowl' frees it.")
    case .bellIsPicked(let number):
      (
        "bell-is-picked",
        "This file is picked as song \(number). 'unpick \(number)' frees it for the bell."
      )
    }
  }

  /// The words of all refusals of a line, also of one that is not understood; each once.
  package static let words =
    Refusal.words + [LineError.word]
    + examples.map(\.word).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }

  /// One refusal of each case, except for those of the session.
  private static let examples: [CommandRefusal] = [
    .nothingFound(words: nil), .nothingMore, .bellUnreadable(reason: ""),
    .fileUnreadable(reason: ""), .noPractice, .noJournal, .noSets, .noSettings,
    .journal(JournalProblem("")), .set(.unknown("", nearest: nil)), .set(.taken("")),
    .set(.file("", reason: "")), .badName(.empty), .numbersAreSongs(""), .unconfirmed(""),
    .notDeleted("", kept: []), .noSuchRow(1, count: 0), .songsNotOpen, .notReadFromFiles,
    .stillReading, .oneSetAtOnce, .noSits, .noListening, .nothingToRepeat,
    .nothingToResume(.completed), .songsMissing(""), .emptySet(""), .sitGoesOn, .badSit(""),
    .notAdded, .notWritten(""), .notImported(""), .nothingToSave, .setting(""), .plan(""),
    .songIsBell(1), .bellIsPicked(1),
  ]
}

extension SetProblem {
  /// The problem and what to type instead.
  package var text: String { CommandRefusal.set(self).text }
}

/// Why the last sit cannot be resumed, as the end of a sentence, and what to type instead.
package enum ResumeProblem: String, Sendable {
  case completed = "the last sit came to its end. 'again' begins it anew."
  case stopped = "the last sit was ended by 'finish'. 'again' begins it anew."
  case failed = "nothing of the last sit could be heard. 'again' begins it anew."
  case tooOld = "the last sit began more than a day ago. 'again' begins it anew."
  case goesOn = "the last sit goes on in another program."
  case over = "the last sit was left at its end. 'again' begins it anew."
  case tooShort = "the last sit was under a minute, so that its songs were not kept."
  case songsGone = "the songs of the last sit are not kept, because another session began since."
}

extension SetName.Problem {
  /// The rule that a name breaks, in one sentence.
  package var text: String {
    switch self {
    case .empty: "A set needs a name, such as 'save Evening'."
    case .tooLong: "The name is too long: 60 characters at most."
    case .slash: "A name cannot contain '/'."
    case .control: "A name cannot contain control characters."
    case .beginning: "A name cannot begin with '.' or '-'."
    case .length: "A name cannot be a length: 'sit' would take it for the time to sit."
    }
  }
}
