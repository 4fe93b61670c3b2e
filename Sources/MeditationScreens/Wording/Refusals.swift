import MeditationCore
import MeditationLanguage
import MeditationPlan
import MeditationPractice
import MeditationText

// MARK: - Of an action of the session

extension Refusal {
  /// The reason and what to type instead, in one or two sentences.
  package var text: String {
    advice.map { "\(self) \($0)" } ?? "\(self)"
  }

  /// Advice on what to type instead, in one sentence; `nil` if there is none.
  package var advice: String? {
    switch self {
    case .nothingPicked: "Type song numbers, such as '1 3-5', or 'all'; then 'start'."
    case .notInSession(let number): "'pick \(number)' adds it."
    case .alreadyPicking, .nothingPlaying: "'start' begins the session."
    case .alreadyListening: "'for 20m' changes its length, and 'back' returns to picking."
    case .goBackFirst: "'back' stops this session and returns to picking."
    case .sessionFinished: "'start' plays it again, 'back' returns to picking."
    case .unknownLength: "Seek to a time instead, such as 'seek 1:30'."
    case .notPicked(let number): "'pick \(number)' picks it."
    case .alreadyHeard: "'unpick' takes out songs still to come; 'back' returns to picking."
    case .nothingFollows, .lastPart: "'finish' ends the session."
    case .beyondEnd: "Name an earlier time."
    case .beforeBeginning: "'jump 0' goes to its beginning."
    case .noLayer: "'plan' shows what does."
    case .noSuchSong, .noSuchPlace, .nothingToUndo, .nothingToRedo, .notToCome, .inSilence,
      .planPassed, .partPassed, .beyondLimit, .songInUse, .notInList, .noVoice:
      nil
    }
  }
}

// MARK: - Of a command

/// Why a command was refused. It changed nothing.
///
/// The session refuses actions with a ``Refusal``, which its clients know without anything else of
/// the program. What is typed can fail for more reasons: sets, the journal, settings, files.
package enum CommandRefusal: Error, Hashable, Sendable {
  case session(Refusal)
  /// The session is locked, and this would stop or move it.
  case locked
  /// No song has these words; `nil` if the list is not narrowed.
  case nothingFound(words: String?)
  case nothingMore
  /// The bell's file cannot be read, for this reason.
  case bellUnreadable(reason: String)
  /// The file of a voice, a layer or a guide cannot be read, for this reason.
  case fileUnreadable(reason: String)
  /// Nothing is kept in a script.
  case noPractice
  /// No journal is kept: with `journal = off`, or without a home directory.
  case noJournal
  case noSets
  case noSettings
  case journal(JournalProblem)
  case set(SetProblem)
  case badName(SetName.Problem)
  /// A set would be deleted by a number where numbers are songs; its name.
  case numbersAreSongs(String)
  /// The set of this name is deleted when that is asked for once more.
  case unconfirmed(String)
  /// No deleted set of this name is kept; the names of those that are.
  case notDeleted(String, kept: [String])
  /// There is no row of this number; the second value is the number of rows.
  case noSuchRow(Int, count: Int)
  /// Songs cannot be picked on the home screen, before they are read.
  case songsNotOpen
  /// No files can be read into the list, as in a script.
  case notReadFromFiles
  case stillReading
  /// Several numbers were typed on the home screen, where each is a set.
  case oneSetAtOnce
  case noSits
  case noListening
  /// The journal has no session that can begin anew.
  case nothingToRepeat
  /// No sit can be resumed, for this reason.
  case nothingToResume(ResumeProblem)
  /// None of the songs can be played; the path of one, ready for display.
  case songsMissing(String)
  /// A set has neither songs nor a length; its name.
  case emptySet(String)
  case sitGoesOn
  /// A sit cannot be added, or changed so; the text says why.
  case badSit(String)
  /// The sit was not added by hand, so that its times stay.
  case notAdded
  /// The file that the user names cannot be written; the text says why.
  case notWritten(String)
  /// The archive of a set cannot be read; the text says why.
  case notImported(String)
  case nothingToSave
  /// A setting's name or value is wrong; the text says what to write.
  case setting(String)
  /// The plan of a set is not valid; the text comes from the parser.
  case plan(String)
  /// The song of this number is the bell, and cannot be picked as music.
  case songIsBell(Int)
  /// The song of this number is picked as music, and cannot be the bell.
  case bellIsPicked(Int)
}

extension CommandRefusal {
  /// The word by which a program recognizes the refusal.
  package var word: String {
    func word(_ line: RefusedLine) -> String { line.rawValue }
    return switch self {
    case .session(let refusal): refusal.word.rawValue
    case .locked: word(.locked)
    case .nothingFound: word(.nothingFound)
    case .nothingMore: word(.nothingMore)
    case .bellUnreadable: word(.bellUnreadable)
    case .fileUnreadable: word(.fileUnreadable)
    case .noPractice: word(.noPractice)
    case .noJournal: word(.noJournal)
    case .noSets: word(.noSets)
    case .noSettings: word(.noSettings)
    case .journal: word(.journalUnusable)
    case .set(.unknown): word(.noSuchSet)
    case .set(.taken): word(.nameTaken)
    case .set(.file), .set(.folder): word(.setUnusable)
    case .badName: word(.badName)
    case .numbersAreSongs: word(.numbersAreSongs)
    case .unconfirmed: word(.unconfirmed)
    case .notDeleted: word(.noSuchSet)
    case .noSuchRow: word(.noSuchRow)
    case .songsNotOpen: word(.songsNotOpen)
    case .notReadFromFiles: word(.notReadFromFiles)
    case .stillReading: word(.stillReading)
    case .oneSetAtOnce: word(.oneSetAtOnce)
    case .noSits: word(.noSits)
    case .noListening: word(.noListening)
    case .nothingToRepeat: word(.nothingToRepeat)
    case .nothingToResume: word(.nothingToResume)
    case .songsMissing: word(.songsMissing)
    case .emptySet: word(.emptySet)
    case .sitGoesOn: word(.sitGoesOn)
    case .badSit: word(.badSit)
    case .notAdded: word(.notAdded)
    case .notWritten: word(.notWritten)
    case .notImported: word(.notImported)
    case .nothingToSave: word(.nothingToSave)
    case .setting: word(.badSetting)
    case .plan: word(.badPlan)
    case .songIsBell: word(.songIsBell)
    case .bellIsPicked: word(.bellIsPicked)
    }
  }

  /// The reason and what to type instead, in one or two sentences.
  package var text: String {
    switch self {
    case .session(let refusal): refusal.text
    case .locked: "The session is locked. Type 'unlock' first."
    case .nothingFound(let words?): "No song is found for '\(words)'. The list is unchanged."
    case .nothingFound(nil): "No search is active. 'find WORDS' narrows the list."
    case .nothingMore: "There is no more to show."
    case .bellUnreadable(let reason):
      "\(PlanFile.bell.unreadable(reason)) 'bell bowl' needs no file."
    case .fileUnreadable(let reason): PlanFile.guide.unreadable(reason)
    case .noPractice: "There are no sets, settings and journal in a script."
    case .noJournal: "No journal is kept."
    case .noSets: "No sets are kept here."
    case .noSettings: "There are no settings here."
    case .journal(let problem): "The journal cannot be used: \(problem.reason)."
    case .set(let problem): problem.text
    case .badName(let problem): problem.text
    case .numbersAreSongs(let name):
      "Here, numbers are songs; a set is deleted by its name, such as 'delete \(name)'."
    case .unconfirmed(let name):
      "Delete the set '\(name)'? Then type 'delete \(name)' again. 'restore \(name)' brings it back."
    case .notDeleted(let name, let kept):
      "There is no deleted set \(QuotedInput(name)). "
        + (kept.isEmpty
          ? "None is kept."
          : "These are kept: \(kept.prefix(10).joined(separator: ", "))\(kept.count > 10 ? ", …" : "").")
    case .noSuchRow(let number, let count):
      count == 0
        ? "The list is empty."
        : "There is no row \(number); the rows are 1 to \(count)."
    case .songsNotOpen: "'pick' alone opens your music; then its songs can be picked."
    case .notReadFromFiles:
      "This list is not read from files, or was named on standard input, which has no more."
    case .stillReading: "Songs are still being read. 'rescan' works when the list is complete."
    case .oneSetAtOnce: "Here a number sits a set, one at a time. 'pick' opens the songs."
    case .noSits: "The journal is empty."
    case .noListening: "The journal has no music played without a plan."
    case .nothingToRepeat: "The journal has no session to begin anew."
    case .nothingToResume(let problem): "There is nothing to resume: \(problem.rawValue)"
    case .songsMissing(let path): "None of its songs can be played, such as \(path)."
    case .emptySet(let name): "The set '\(name)' has neither songs nor a length."
    case .sitGoesOn: "This sit goes on; it can be deleted when it is over."
    case .nothingToSave: "Pick songs or plan a length first; then 'save NAME'."
    case .notAdded:
      "Only a sit that was added with 'journal add' can be changed; of others, note and label can."
    case .setting(let text), .plan(let text), .notWritten(let text), .notImported(let text),
      .badSit(let text):
      text
    case .songIsBell(let number): "Song \(number) is the bell of the plan. 'bell bowl' frees it."
    case .bellIsPicked(let number):
      "This file is picked as song \(number). 'unpick \(number)' frees it for the bell."
    }
  }
}

extension StoredPlan {
  /// Why it is not valid, with a suggestion, in one or two sentences; `nil` if it is.
  package var reason: String? {
    guard let problem else { return nil }
    // The prompt suggests more than those who only read plans can.
    do throws(LineError) { _ = try CommandParser.plan(line) } catch { return "\(error)" }
    return "\(problem)"
  }

  /// The steps from an empty plan, unless it is not valid, which is refused for a reason.
  package func steps(
    refused: (_ reason: String) -> CommandRefusal
  ) throws(CommandRefusal) -> [PlanStep] {
    switch steps {
    case .success(let steps): return steps
    case .failure(let problem): throw refused(reason ?? "\(problem)")
    }
  }
}

extension SongSet {
  /// The steps of its plan from an empty one; refused if it is not valid.
  package func steps() throws(CommandRefusal) -> [PlanStep] { try plan.steps(refused: wrongPlan) }

  package func wrongPlan(_ reason: String) -> CommandRefusal {
    .plan("The plan of '\(name.text)' is not valid: \(reason)")
  }
}

extension PlanFile {
  /// That it cannot be read, for `reason`, in one sentence.
  package func unreadable(_ reason: String) -> String {
    "The \(self == .bell ? "bell" : "file") cannot be read: \(reason)."
  }
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

extension SetProblem {
  /// The problem and what to type instead.
  package var text: String {
    switch self {
    case .unknown(let name, let nearest?):
      "There is no set \(QuotedInput(name)). Did you mean '\(nearest)'?"
    case .unknown(let name, nil): "There is no set \(QuotedInput(name)). 'sets' lists them."
    case .taken(let name): "There is a set '\(name)' already."
    case .file(let name, let reason): "The set '\(name)' cannot be used: \(reason)."
    case .folder(let path, let reason):
      "The folder of the sets, '\(path)', cannot be used: \(reason)."
    }
  }
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
