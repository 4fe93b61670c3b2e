import MeditationControl
import MeditationCore
import MeditationPlan
import MeditationPractice
import MeditationScreens
import MeditationText

// MARK: - Pages

/// The answer to `home`.
extension HomePage: JSONLine {
  package var type: String { "home" }

  package func writeMembers(to json: inout JSONText) {
    json.add("again", hasLatest)
    json.add("now", sets.now)
    json.add("problems", sets.problems)
    json.add("resumable", resumable)
    json.add("sets", sets.sets)
    json.add("totals", totals)
  }
}

/// The answer to `journal`.
extension JournalPage: JSONLine {
  package var type: String { "journal" }

  package func writeMembers(to json: inout JSONText) {
    json.add("labels", labels)
    json.add("listening", hiddenCount)
    json.add("now", now)
    json.add("older", olderCount)
    json.add("range", range?.tally)
    json.add("rows", numbers)
    json.add("sits", sits)
    json.add("totals", totals)
  }
}

/// The answer to `journal totals`.
extension TotalsPage: JSONLine {
  package var type: String { "totals" }

  package func writeMembers(to json: inout JSONText) {
    let years = periods.years
    json.add("months", years.flatMap { year in year.months.map { Self.members(of: $0, in: year) } })
    json.add("now", now)
    json.add("range", range?.tally)
    json.add("totals", totals)
    json.add("years", years)
  }

  /// The sits of a month: their number and time.
  private static func members(
    of month: PracticePeriods.Month, in year: PracticePeriods.Year
  ) -> [String: any JSONValue] {
    let tally = month.tally
    return ["month": month.month, "sat": tally.sat, "sits": tally.count, "year": year.year]
  }
}

/// The answer to `sets`.
extension SetsPage: JSONLine {
  package var type: String { "sets" }

  package func writeMembers(to json: inout JSONText) {
    json.add("now", now)
    json.add("problems", problems)
    json.add("sets", sets)
  }
}

/// The answer to `sets show`.
extension SetForm: JSONLine {
  package var type: String { "set" }

  package func writeMembers(to json: inout JSONText) {
    json.add("set", set)
    json.add("songs", songs)
  }
}

// MARK: - Rows

/// A song of a set that is not loaded.
extension SetSong: JSONObject {
  package func writeMembers(to json: inout JSONText) {
    json.add("artist", artist)
    json.add("length", length)
    json.add("path", String(decoding: path, as: UTF8.self))
    json.add("title", title)
  }
}

extension SettingState: JSONObject {
  package func writeMembers(to json: inout JSONText) {
    json.add("editable", isEditable)
    json.add("help", help)
    json.add("name", name)
    json.add("origin", origin)
    json.add("value", value)
  }
}

/// A sit in the journal. Its plan is `null` if the line of the plan is not valid.
extension Sit: JSONObject {
  package func writeMembers(to json: inout JSONText) {
    json.add("began", began)
    json.add("counts", counts)
    json.add("end", end?.rawValue)
    json.add("heard", heard)
    json.add("label", label)
    json.add("marks", marks.words)
    json.add("notation", plan)
    json.add("note", note)
    json.add("plan", SetPlan.plan(plan))
    json.add("planned", planned)
    json.add("sat", sat)
    json.add("set", set)
  }
}

extension SetSummary: JSONObject {
  package func writeMembers(to json: inout JSONText) {
    json.add("lastSat", lastSat)
    json.add("length", length.known)
    json.add("more", length.isMore)
    json.add("name", name.text)
    json.add("plan", plan)
    json.add("songs", songCount)
  }
}

/// A file of a set that cannot be read.
extension SetProblem: JSONObject {
  package func writeMembers(to json: inout JSONText) {
    json.add("name", name)
    json.add("reason", CommandRefusal.set(self).word)
    json.add("text", text)
  }

  /// The name of the set or of its file, or the path of the folder of all sets.
  private var name: String {
    switch self {
    case .unknown(let name, _), .taken(let name), .file(let name, _), .folder(let name, _): name
    }
  }
}

/// Totals of this week, this month and all time; the goal, the streaks, and the days of 12 weeks.
extension PracticeTotals: JSONObject {
  /// The number of weeks, with the present one, whose days are written.
  private static let weekCount = 12

  package func writeMembers(to json: inout JSONText) {
    let first = today.monday.adding(-7 * (Self.weekCount - 1))
    let days = days.filter { $0.key >= first }.sorted { $0.key < $1.key }
    json.add("all", all)
    json.add("days", days.map { ["date": $0.key, "sat": $0.value] as [String: any JSONValue] })
    json.add("goal", goalMembers)
    json.add("longestStreak", longestStreak)
    json.add("month", month)
    json.add("streak", streak)
    json.add("today", today)
    json.add("week", week)
  }

  /// The user's goal, and how much of it is done; `nil` without a goal.
  private var goalMembers: [String: any JSONValue]? {
    guard let goal, let done = doneOfGoal else { return nil }
    return switch goal {
    case .minutesADay(let minutes):
      ["done": done, "of": minutes, "per": "day", "unit": "minutes"]
    case .sitsAWeek(let sits): ["done": done, "of": sits, "per": "week", "unit": "sits"]
    }
  }
}

extension PracticeTotals.Tally: JSONObject {
  package func writeMembers(to json: inout JSONText) {
    json.add("sat", sat)
    json.add("sits", count)
  }
}

extension PracticePeriods.Year: JSONObject {
  package func writeMembers(to json: inout JSONText) {
    tally.writeMembers(to: &json)
    json.add("year", year)
  }
}

extension LabelTotal: JSONObject {
  package func writeMembers(to json: inout JSONText) {
    json.add("label", label)
    tally.writeMembers(to: &json)
  }
}

extension JSONMessage {
  /// A change of journal, sets or settings, or news of them.
  @MainActor static func practice(_ news: PracticeNews) -> Self {
    switch news {
    case .saved(let set, let asked):
      practice("set-saved", name: set.name.text, from: asked.text, set: set)
    case .unchanged(let name): practice("set-unchanged", name: name.text)
    case .unsaved(let name, let refusal):
      practice("set-unsaved", name: name.text, reason: refusal.text)
    case .loaded(let set): practice("set-loaded", name: set.name.text, set: set)
    case .renamed(let old, let new): practice("set-renamed", name: new.text, from: old.text)
    case .unloaded(let name): practice("set-unloaded", name: name.text)
    case .deletedSet(let name): practice("set-deleted", name: name.text)
    case .removedSet(let name, let files): practice("set-deleted", name: name.text, file: files)
    case .restoredSet(let name): practice("set-restored", name: name.text)
    case .exported(let name, let file): practice("set-exported", name: name.text, file: file)
    case .imported(let set, let folder):
      practice("set-imported", name: set.name.text, set: set, file: folder)
    case .missing(let paths, let set, unclear: _):
      practice("songs-missing", name: set, missing: paths)
    case .found(let paths, let set): practice("songs-found", name: set, found: paths)
    case .bellMissing(let reason, let set): practice("bell-missing", name: set, reason: reason)
    case .bellCut(let file): practice("bell-cut", reason: Bell.cutText(of: file))
    case .speaking(let count, let all):
      practice("speech-prepared", reason: PracticeNews.text(speaking: count, of: all))
    case .speechLate(let count):
      practice("speech-late", reason: PracticeNews.text(late: count))
    case .speechFailed(let reason): practice("speech-failed", reason: reason)
    case .noted(let sit): practice("sit-noted", sit: sit)
    case .labelled(let sit): practice("sit-labelled", sit: sit)
    case .addedSit(let sit): practice("sit-added", sit: sit)
    case .changedSit(let sit): practice("sit-changed", sit: sit)
    case .removedSit(let sit), .deletedSit(let sit): practice("sit-deleted", sit: sit)
    case .restoredSit(let sit): practice("sit-restored", sit: sit)
    case .deletedListening: practice("listening-deleted")
    case .restoredListening: practice("listening-restored")
    case .resumable(let sit): practice("sit-resumable", sit: sit)
    case .sittingElsewhere(let sit): practice("sit-elsewhere", sit: sit)
    case .setting(let setting): practice("setting-changed", setting: setting)
    case .locked(let isOn): practice(isOn ? "session-locked" : "session-unlocked")
    case .rescanned(let rescan): practice("rescanned", reason: rescan.text)
    case .leftInPlace(let count):
      practice("songs-left", reason: PracticeNews.text(leftInPlace: count))
    case .journalMended(let line): practice("journal-mended", reason: line)
    case .journalFailed(let problem): practice("journal-failed", reason: problem.reason)
    case .sitUnwritten(let problem): practice("sit-unwritten", reason: problem.reason)
    case .slept: practice("machine-slept", reason: PracticeNews.sleptText)
    }
  }

  /// - Parameters:
  ///   - name: The name of the set, if it is about one.
  ///   - old: The set's old name, or the one that it was to be saved under.
  ///   - found: The paths at which songs are now.
  ///   - file: The file that was written, or the folder that was unpacked, or that stays.
  private static func practice(
    _ kind: String, name: String? = nil, from old: String? = nil, set: SetSummary? = nil,
    missing: [String]? = nil, found: [String]? = nil, file: String? = nil, sit: Sit? = nil,
    setting: SettingState? = nil, reason: String? = nil
  ) -> Self {
    Self(
      "practice",
      [
        "file": file, "found": found, "from": old, "kind": kind, "missing": missing, "name": name,
        "reason": reason, "set": set, "setting": setting, "sit": sit,
      ])
  }
}
