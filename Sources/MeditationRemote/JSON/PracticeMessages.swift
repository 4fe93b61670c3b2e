import MeditationControl
import MeditationCore
import MeditationPlan
import MeditationPractice
import MeditationScreens
import MeditationText

// MARK: - Pages

/// The answer to `home`.
extension HomePage: JSONLine {
  package static let type = "home"

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
  package static let type = "journal"

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
  package static let type = "totals"

  package func writeMembers(to json: inout JSONText) {
    let years = periods.years
    json.add(
      "months",
      years.flatMap { year in year.months.map { MonthBody(year: year.year, month: $0) } })
    json.add("now", now)
    json.add("range", range?.tally)
    json.add("totals", totals)
    json.add("years", years)
  }
}

/// The answer to `sets`.
extension SetsPage: JSONLine {
  package static let type = "sets"

  package func writeMembers(to json: inout JSONText) {
    json.add("now", now)
    json.add("problems", problems)
    json.add("sets", sets)
  }
}

/// The answer to `sets show`.
extension SetForm: JSONLine {
  package static let type = "set"

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

/// A setting with its present value.
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

/// A saved set.
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

  /// The name of the set or of its file.
  private var name: String {
    switch self {
    case .unknown(let name, _), .taken(let name), .file(let name, _): name
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
    json.add("days", days.map { DayBody(date: $0.key, sat: $0.value) })
    json.add("goal", GoalBody(self))
    json.add("longestStreak", longestStreak)
    json.add("month", month)
    json.add("streak", streak)
    json.add("today", today)
    json.add("week", week)
  }
}

/// A number of sits, and their time.
extension PracticeTotals.Tally: JSONObject {
  package func writeMembers(to json: inout JSONText) {
    json.add("sat", sat)
    json.add("sits", count)
  }
}

/// The user's goal, and how much of it is done.
private struct GoalBody: JSONObject {
  let goal: PracticeGoal
  let done: Int

  /// `nil` without a goal.
  init?(_ totals: PracticeTotals) {
    guard let goal = totals.goal, let done = totals.doneOfGoal else { return nil }
    (self.goal, self.done) = (goal, done)
  }

  func writeMembers(to json: inout JSONText) {
    json.add("done", done)
    switch goal {
    case .minutesADay(let minutes):
      json.add("of", minutes)
      json.add("per", "day")
      json.add("unit", "minutes")
    case .sitsAWeek(let sits):
      json.add("of", sits)
      json.add("per", "week")
      json.add("unit", "sits")
    }
  }
}

/// The sits of a month: their number and time.
private struct MonthBody: JSONObject {
  let year: Int
  let month: PracticePeriods.Month

  func writeMembers(to json: inout JSONText) {
    json.add("month", month.month)
    month.tally.writeMembers(to: &json)
    json.add("year", year)
  }
}

/// A year's sits: their number and time.
extension PracticePeriods.Year: JSONObject {
  package func writeMembers(to json: inout JSONText) {
    tally.writeMembers(to: &json)
    json.add("year", year)
  }
}

/// The sits under a label, counted, and their time.
extension LabelTotal: JSONObject {
  package func writeMembers(to json: inout JSONText) {
    json.add("label", label)
    tally.writeMembers(to: &json)
  }
}

/// The time sat on a day.
private struct DayBody: JSONObject {
  let date: CivilDate
  let sat: Duration

  func writeMembers(to json: inout JSONText) {
    json.add("date", date)
    json.add("sat", sat)
  }
}

extension JSONMessage {
  /// The answer to `settings`.
  struct Settings: JSONLine {
    static let type = "settings"
    let settings: [SettingState]

    func writeMembers(to json: inout JSONText) {
      json.add("settings", settings)
    }
  }

  /// A change of journal, sets or settings, or news of them.
  struct PracticeChange: JSONLine {
    static let type = "practice"

    /// The kind of change or news.
    let kind: String
    /// The name of the set, if it is about one.
    var name: String?
    /// The set's old name, or the one that it was to be saved under.
    let from: String?
    let set: SetSummary?
    var missing: [String]?
    /// The paths at which songs are now.
    var found: [String]?
    /// The file that was written, or the folder that was unpacked, or that stays.
    let file: String?
    let sit: Sit?
    var setting: SettingState?
    var reason: String?

    @MainActor init(_ news: PracticeNews) {
      switch news {
      case .saved(let set, let asked):
        self.init("set-saved", name: set.name, from: asked, set: set)
      case .unchanged(let name): self.init("set-unchanged", name: name)
      case .unsaved(let name, let refusal):
        self.init("set-unsaved", name: name, reason: refusal.text)
      case .loaded(let set): self.init("set-loaded", name: set.name, set: set)
      case .renamed(let old, let new): self.init("set-renamed", name: new, from: old)
      case .unloaded(let name): self.init("set-unloaded", name: name)
      case .deletedSet(let name): self.init("set-deleted", name: name)
      case .removedSet(let name, let files): self.init("set-deleted", name: name, file: files)
      case .restoredSet(let name): self.init("set-restored", name: name)
      case .exported(let name, let file): self.init("set-exported", name: name, file: file)
      case .imported(let set, let folder):
        self.init("set-imported", name: set.name, set: set, file: folder)
      case .missing(let paths, let set, unclear: _):
        self.init("songs-missing")
        (name, missing) = (set, paths)
      case .found(let paths, let set):
        self.init("songs-found")
        (name, found) = (set, paths)
      case .bellMissing(let reason, let set):
        self.init("bell-missing")
        (name, self.reason) = (set, reason)
      case .bellCut(let file):
        self.init("bell-cut", reason: Bell.cutText(of: file))
      case .speaking(let count, let all):
        self.init("speech-prepared", reason: PracticeNews.text(speaking: count, of: all))
      case .speechLate(let count):
        self.init("speech-late", reason: PracticeNews.text(late: count))
      case .speechFailed(let reason):
        self.init("speech-failed", reason: reason)
      case .noted(let sit): self.init("sit-noted", sit: sit)
      case .labelled(let sit): self.init("sit-labelled", sit: sit)
      case .addedSit(let sit): self.init("sit-added", sit: sit)
      case .changedSit(let sit): self.init("sit-changed", sit: sit)
      case .removedSit(let sit), .deletedSit(let sit): self.init("sit-deleted", sit: sit)
      case .restoredSit(let sit): self.init("sit-restored", sit: sit)
      case .deletedListening: self.init("listening-deleted")
      case .restoredListening: self.init("listening-restored")
      case .resumable(let sit): self.init("sit-resumable", sit: sit)
      case .sittingElsewhere(let sit): self.init("sit-elsewhere", sit: sit)
      case .setting(let setting):
        self.init("setting-changed")
        self.setting = setting
      case .locked(let isOn): self.init(isOn ? "session-locked" : "session-unlocked")
      case .rescanned(let rescan):
        self.init("rescanned", reason: rescan.text)
      case .leftInPlace(let count):
        self.init("songs-left", reason: PracticeNews.text(leftInPlace: count))
      case .journalMended(let line):
        self.init("journal-mended", reason: line)
      case .journalFailed(let problem):
        self.init("journal-failed", reason: problem.reason)
      case .sitUnwritten(let problem):
        self.init("sit-unwritten", reason: problem.reason)
      case .slept:
        self.init("machine-slept", reason: PracticeNews.sleptText)
      }
    }

    private init(
      _ kind: String, name: SetName? = nil, from: SetName? = nil, set: SetSummary? = nil,
      file: String? = nil, sit: Sit? = nil, reason: String? = nil
    ) {
      self.kind = kind
      self.name = name?.text
      self.from = from?.text
      self.set = set
      self.file = file
      self.sit = sit
      self.reason = reason
    }

    func writeMembers(to json: inout JSONText) {
      json.add("file", file)
      json.add("found", found)
      json.add("from", from)
      json.add("kind", kind)
      json.add("missing", missing)
      json.add("name", name)
      json.add("reason", reason)
      json.add("set", set)
      json.add("setting", setting)
      json.add("sit", sit)
    }
  }
}
