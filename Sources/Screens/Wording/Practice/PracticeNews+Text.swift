import Playback
public import Practice
import Text

extension PracticeNews {
  /// The largest number of paths that a line lists.
  private static let mostPaths = 3

  /// The meaning of the line: plain, or a warning.
  public var style: RowStyle {
    switch self {
    case .saved(let set, let asked): set.name == asked ? .plain : .warning
    case .missing, .bellMissing, .bellCut, .journalFailed, .sitUnwritten, .journalMended, .unsaved,
      .sittingElsewhere:
      .warning
    case .unchanged, .loaded, .unloaded, .renamed, .deletedSet, .restoredSet, .removedSet, .noted,
      .deletedSit, .restoredSit, .deletedListening, .restoredListening, .setting, .rescanned,
      .resumable:
      .plain
    }
  }

  /// The news in one line, as seen at `now`.
  ///
  /// - Parameter wording: How times are worded.
  public func text(asOf now: Moment, wording: Wording = .screen) -> String {
    switch self {
    case .saved(let set, let asked) where set.name == asked:
      "Saved '\(set.name.text)': \(set.contents(wording: wording))."
    case .saved(let set, let asked):
      "'\(asked.text)' was changed elsewhere meanwhile; saved as '\(set.name.text)'."
    case .unchanged(let name): "'\(name.text)' is unchanged."
    case .unsaved(let name, let refusal): "'\(name.text)' is not saved: \(refusal.text)"
    case .loaded(let set): "Loaded '\(set.name.text)': \(set.contents(wording: wording))."
    case .renamed(let old, let new): "Renamed '\(old.text)' to '\(new.text)'."
    case .deletedSet(let name): "Deleted '\(name.text)'; 'undo' brings it back."
    case .restoredSet(let name): "Restored '\(name.text)'."
    case .removedSet(let name): "'\(name.text)' is no longer saved; 'redo' saves it again."
    case .unloaded(let name): "'\(name.text)' is no longer loaded; the picks are unchanged."
    case .missing(let paths, let set): Self.text(missing: paths, of: set)
    case .bellMissing(let reason, let set):
      "\(reason) The bowl is struck instead, as the bell of '\(CleanText.clean(set))'."
    case .bellCut(let file): Self.text(cut: file)
    case .noted(let sit):
      sit.note.isEmpty
        ? "Removed the note of \(Self.name(of: sit, now))."
        : "Noted for \(Self.name(of: sit, now)): \(CleanText.clean(sit.note))"
    case .deletedSit(let sit): "Deleted \(Self.name(of: sit, now)); 'undo' brings it back."
    case .restoredSit(let sit): "Restored \(Self.name(of: sit, now))."
    case .deletedListening(let count):
      "Deleted \(Self.listening(count)) from the journal; 'undo' brings it back."
    case .restoredListening(let count): "Restored \(Self.listening(count))."
    case .setting(let setting): setting.news
    case .rescanned(let rescan): rescan.text
    case .journalFailed(let problem):
      "The journal cannot be written: \(problem.reason). The sit goes on."
    case .sitUnwritten(let problem):
      "The end of the sit could not be written to the journal: \(problem.reason)."
    case .journalMended(let line): line
    case .resumable(let sit): sit.resumeText(asOf: now, wording: wording)
    case .sittingElsewhere(let sit):
      "Another session of yours is running: \(Self.name(of: sit, now)). "
        + "'meditate sessions' lists it."
    }
  }

  /// That only the beginning of a bell's `file` is heard; of the bell of the plan without it.
  public static func text(cut file: String?) -> String {
    let seconds = BellFile.longest.components.seconds
    return "The bell\(file.map { " \($0)" } ?? "") is longer than \(seconds) seconds: it fades out "
      + "there."
  }

  private static func name(of sit: Sit, _ now: Moment) -> String {
    "the sit of \(MomentText.phrase(of: sit.began, asOf: now))"
  }

  private static func listening(_ count: Int) -> String {
    "\(counted(count, "session")) of music without a plan"
  }

  private static func text(missing paths: [String], of set: String) -> String {
    let verb = paths.count == 1 ? "is" : "are"
    let rest = paths.count - mostPaths
    let listed = paths.prefix(mostPaths).joined(separator: ", ")
    return "\(counted(paths.count, "song")) of '\(CleanText.clean(set))' \(verb) missing: "
      + listed + (rest > 0 ? " and \(rest) more." : ".")
  }
}

extension SettingState {
  /// The value after a change, with its origin if that is not the settings file.
  fileprivate var news: String {
    let value = value.isEmpty ? "not set" : shownValue
    let reason =
      switch origin {
      case "default": ", the default"
      case "remembered": ", remembered from the last time"
      case "command line": ", from the command line"
      case let origin where isFromEnvironment: ", from \(origin)"
      case _: ""
      }
    if let removal, self.value.isEmpty || !["default", "remembered"].contains(origin) {
      let delay = removal == .removed && self.value.isEmpty && !isEditable
      return
        (removal == .removed
        ? "Removed \(name) from the settings file; " : "The settings file has no \(name); ")
        + (self.value.isEmpty
          ? "\(delay ? "from the next start on " : "")it is not set."
          : "for now it is \(value)\(reason).")
    }
    if let overridden {
      return "The settings file has \(name) = \(CleanText.clean(overridden)); "
        + "for now it is \(value)\(reason)."
    }
    let delay = isEditable ? "." : "; it takes effect at the next start."
    return "Setting: \(self.value.isEmpty ? "\(name) is \(value)" : "\(name) = \(value)")"
      + reason + delay
  }
}
