import MeditationPlan
import MeditationPractice
import MeditationText

/// News of the sets, the journal, the settings, the list or the speech, sent to every client.
package enum PracticeNews: Hashable, Sendable {
  /// A set was saved, or saved under another name than `asked` because that was changed elsewhere.
  case saved(SetSummary, asked: SetName)
  case unchanged(SetName)
  /// An edited set cannot be saved.
  case unsaved(SetName, CommandRefusal)
  case loaded(SetSummary)
  case renamed(from: SetName, to: SetName)
  case deletedSet(SetName)
  case restoredSet(SetName)
  /// Saving or importing a set was undone; the folder that an import leaves, ready for display.
  case removedSet(SetName, files: String? = nil)
  /// Loading a set was undone; it had changed nothing else.
  case unloaded(SetName)
  /// A set was written to a file; its path, ready for display.
  case exported(SetName, file: String)
  /// A set was unpacked from an archive and saved; the folder of its files, ready for display.
  case imported(SetSummary, folder: String)
  /// Songs of a loaded set that are missing or cannot be played, by path, ready for display, and why. For
  /// `unclear` of them, several songs fit.
  case missing([String], of: String, unclear: Int = 0, because: [String: String] = [:])
  /// Songs of a loaded set were found elsewhere; the paths there, ready for display.
  case found([String], of: String)
  /// The bell of a loaded set cannot be read, for this reason; the built-in bowl is struck.
  case bellMissing(String, of: String)
  /// The file of a bell, ready for display, is too long to be heard whole.
  case bellCut(String)
  /// This many of a guide's sentences are spoken by now, while a session waits for them.
  case speaking(Int, of: Int)
  /// This many sentences of a guide were not spoken in time.
  case speechLate(Int)
  /// No sentence of the guide is spoken, for this reason.
  case speechFailed(String)
  case noted(Sit)
  case labelled(Sit)
  /// A sit that was sat elsewhere is in the journal now.
  case addedSit(Sit)
  /// Adding a sit was undone.
  case removedSit(Sit)
  /// A sit that was added has other times now.
  case changedSit(Sit)
  case deletedSit(Sit)
  case restoredSit(Sit)
  /// This many sessions of music without a plan were deleted.
  case deletedListening(Int)
  case restoredListening(Int)
  case setting(SettingState)
  /// The files of the list were read again, or others were added.
  case rescanned(Rescan)
  /// The number of songs that were not moved, because they have already begun.
  case leftInPlace(Int)
  /// Songs were picked of so many, while the list is still read; a line picks the others.
  case soFar(Int, othersBy: String)
  /// The journal cannot be written; the session goes on.
  case journalFailed(JournalProblem)
  /// The sit is over, and its end could not be written to the journal.
  case sitUnwritten(JournalProblem)
  /// A damaged journal was set aside; the line says where it is.
  case journalMended(String)
  /// A sit of the last day can be resumed.
  case resumable(Sit)
  /// As a sit begins, this one is running in another program.
  case sittingElsewhere(Sit)
  /// The machine slept while a session played, which is paused now.
  case slept
}

// MARK: - The line

extension PracticeNews {
  private static let mostPaths = 3

  package var style: RowStyle {
    switch self {
    case .saved(let set, let asked): set.name == asked ? .plain : .warning
    case .missing, .bellMissing, .bellCut, .speechLate, .speechFailed, .journalFailed,
      .sitUnwritten, .journalMended, .unsaved, .sittingElsewhere, .slept:
      .warning
    case .unchanged, .loaded, .unloaded, .renamed, .deletedSet, .restoredSet, .removedSet, .noted,
      .labelled, .addedSit, .removedSit, .changedSit, .deletedSit, .restoredSit, .deletedListening,
      .restoredListening, .setting, .rescanned, .leftInPlace, .soFar, .resumable, .exported,
      .imported, .found, .speaking:
      .plain
    }
  }

  /// The news in one line; dates are relative to `now`.
  package func text(asOf now: Moment, wording: Wording = .screen) -> String {
    switch self {
    case .saved(let set, let asked) where set.name == asked:
      "Saved '\(set.name.text)': \(set.contents(wording: wording))."
    case .saved(let set, let asked):
      "'\(asked.text)' was changed elsewhere meanwhile; saved as '\(set.name.text)'."
    case .unchanged(let name): "'\(name.text)' is unchanged."
    case .unsaved(let name, let refusal): "'\(name.text)' is not saved: \(refusal.text)"
    case .loaded(let set): "Loaded '\(set.name.text)': \(set.contents(wording: wording))."
    case .renamed(let old, let new): "Renamed '\(old.text)' to '\(new.text)'."
    case .deletedSet(let name):
      "Deleted '\(name.text)'; 'undo' or 'restore \(name.text)' brings it back."
    case .restoredSet(let name): "Restored '\(name.text)'."
    case .removedSet(let name, let files):
      "'\(name.text)' is no longer saved; 'redo' saves it again."
        + (files.map { " Its files stay in \($0)." } ?? "")
    case .unloaded(let name): "'\(name.text)' is no longer loaded; the picks are unchanged."
    case .exported(let name, let file): "Exported '\(name.text)' to \(file)."
    case .imported(let set, let folder):
      "Imported '\(set.name.text)': \(set.contents(wording: wording)). Its files are in \(folder)."
    case .missing(let paths, let set, let unclear, let reasons):
      "\(Self.songs(paths, of: set)) "
        + (reasons.isEmpty ? "\(paths.count == 1 ? "is" : "are") missing: " : "cannot be played: ")
        + "\(Self.listed(Self.explained(paths, by: reasons)))."
        + (unclear > 0
          ? " Several songs fit \(paths.count == 1 ? "it" : "\(unclear) of them")." : "")
    case .found(let paths, let set):
      "\(Self.songs(paths, of: set)) \(paths.count == 1 ? "was" : "were") found elsewhere: "
        + "\(Self.listed(paths))."
    case .bellMissing(let reason, let set):
      "\(reason) The bowl is struck instead, as the bell of '\(CleanText.clean(set))'."
    case .bellCut(let file): Bell.cutText(of: file)
    case .speaking(let count, let all): Self.text(speaking: count, of: all)
    case .speechLate(let count): Self.text(late: count)
    case .speechFailed(let reason): "The guide is printed, not spoken: \(reason)."
    case .noted(let sit):
      sit.note.isEmpty
        ? "Removed the note of \(Self.name(of: sit, now))."
        : "Noted for \(Self.name(of: sit, now)): \(CleanText.clean(sit.note))"
    case .labelled(let sit):
      sit.label.isEmpty
        ? "Removed the label of \(Self.name(of: sit, now))."
        : "Labelled \(Self.name(of: sit, now)): \(CleanText.clean(sit.label))"
    case .addedSit(let sit):
      "Added \(Self.name(of: sit, now)): \(sit.sat.text(wording))."
    case .removedSit(let sit):
      "The sit of \(MomentText.phrase(of: sit.began, asOf: now)) is no longer in the journal; "
        + "'redo' adds it again."
    case .changedSit(let sit):
      "Changed to \(Self.name(of: sit, now)): \(sit.sat.text(wording))."
    case .deletedSit(let sit): "Deleted \(Self.name(of: sit, now)); 'undo' brings it back."
    case .restoredSit(let sit): "Restored \(Self.name(of: sit, now))."
    case .deletedListening(let count):
      "Deleted \(Self.listening(count)) from the journal; 'undo' brings it back."
    case .restoredListening(let count): "Restored \(Self.listening(count))."
    case .setting(let setting): setting.news
    case .rescanned(let rescan): rescan.text
    case .leftInPlace(let count): Self.text(leftInPlace: count)
    case .soFar(let count, let line): Self.text(soFar: count, othersBy: line)
    case .journalFailed(let problem):
      "The journal cannot be written: \(problem.reason). The session goes on."
    case .sitUnwritten(let problem):
      "The end of the session could not be written to the journal: \(problem.reason)."
    case .journalMended(let line): line
    case .resumable(let sit): sit.resumeText(asOf: now, wording: wording)
    case .sittingElsewhere(let sit):
      "Another session of yours is running: \(Self.name(of: sit, now)). "
        + "'meditate sessions' lists it."
    case .slept: Self.sleptText
    }
  }

  /// Why a session is paused that played when the machine fell asleep.
  package static let sleptText = "The machine slept; 'play' goes on."

  package static func text(speaking count: Int, of all: Int) -> String {
    "Preparing the voice of the guide: \(count) of \(counted(all, "sentence"))."
  }

  package static func text(late count: Int) -> String {
    "\(counted(count, "sentence")) of the guide \(count == 1 ? "was" : "were") not spoken in time, "
      + "only printed."
  }

  package static func text(leftInPlace count: Int) -> String {
    "\(counted(count, "song")) \(count == 1 ? "has" : "have") begun already, and "
      + "\(count == 1 ? "stays" : "stay") in place."
  }

  package static func text(soFar count: Int, othersBy line: String) -> String {
    "The list is still being read: that was of \(counted(count, "song")) so far. '\(line)' picks the "
      + "others when it is complete."
  }

  /// Music that was played without a plan is not sat.
  private static func name(of sit: Sit, _ now: Moment) -> String {
    "the \(sit.isListening ? "music" : "sit") of \(MomentText.phrase(of: sit.began, asOf: now))"
  }

  private static func listening(_ count: Int) -> String {
    "\(counted(count, "session")) of music without a plan"
  }

  private static func songs(_ paths: [String], of set: String) -> String {
    "\(counted(paths.count, "song")) of '\(CleanText.clean(set))'"
  }

  /// The paths with their reasons, these first; without reasons, all are missing.
  private static func explained(_ paths: [String], by reasons: [String: String]) -> [String] {
    guard !reasons.isEmpty else { return paths }
    let there = paths.compactMap { path in reasons[path].map { "\(path) (\($0))" } }
    return there + paths.filter { reasons[$0] == nil }.map { "\($0) (it is missing)" }
  }

  private static func listed(_ paths: [String]) -> String {
    let rest = paths.count - mostPaths
    return paths.prefix(mostPaths).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}

// MARK: - Rescan

/// The result of reading files into the list.
package struct Rescan: Hashable, Sendable {
  package var newCount: Int
  package var goneCount: Int
  /// The number of other files that are newly left out.
  package var leftOutCount: Int

  package init(newCount: Int = 0, goneCount: Int = 0, leftOutCount: Int = 0) {
    self.newCount = newCount
    self.goneCount = goneCount
    self.leftOutCount = leftOutCount
  }

  package var text: String {
    var clauses: [String] = []
    if newCount > 0 { clauses.append(counted(newCount, "new song")) }
    if goneCount > 0 {
      let gone = newCount > 0 ? "\(goneCount)" : counted(goneCount, "song")
      clauses.append("\(gone) \(goneCount == 1 ? "is" : "are") gone")
    }
    if leftOutCount > 0 { clauses.append("\(counted(leftOutCount, "file")) left out") }
    return (clauses.isEmpty ? "Nothing new" : clauses.joined(separator: "; ")) + "."
  }
}
