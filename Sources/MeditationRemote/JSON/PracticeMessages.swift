import MeditationControl
import MeditationCore
import MeditationPlan
import MeditationPractice
import MeditationScreens
import MeditationText

extension JSONMessage {
  // MARK: - Pages

  /// The answer to `home`.
  struct Home: JSONLine {
    static let type = "home"
    let page: HomePage

    func writeMembers(to json: inout JSONText) {
      json.add("again", page.hasLatest)
      json.add("now", page.sets.now)
      json.add("problems", page.sets.problems.map(SetProblemBody.init))
      json.add("resumable", page.resumable.map(SitBody.init))
      json.add("sets", page.sets.sets.map(SetBody.init))
      json.add("totals", page.totals.map(TotalsBody.init))
    }
  }

  /// The answer to `journal`.
  struct Journal: JSONLine {
    static let type = "journal"
    let page: JournalPage

    func writeMembers(to json: inout JSONText) {
      json.add("labels", page.labels.map(LabelBody.init))
      json.add("listening", page.hiddenCount)
      json.add("now", page.now)
      json.add("older", page.olderCount)
      json.add("range", page.range.map { TallyBody(tally: $0.tally) })
      json.add("rows", page.numbers)
      json.add("sits", page.sits.map(SitBody.init))
      json.add("totals", TotalsBody(totals: page.totals))
    }
  }

  /// The answer to `journal totals`.
  struct Totals: JSONLine {
    static let type = "totals"
    let page: TotalsPage

    func writeMembers(to json: inout JSONText) {
      let years = page.periods.years
      json.add(
        "months",
        years.flatMap { year in year.months.map { MonthBody(year: year.year, month: $0) } })
      json.add("now", page.now)
      json.add("range", page.range.map { TallyBody(tally: $0.tally) })
      json.add("totals", TotalsBody(totals: page.totals))
      json.add("years", years.map(YearBody.init))
    }
  }

  /// The answer to `sets`.
  struct Sets: JSONLine {
    static let type = "sets"
    let page: SetsPage

    func writeMembers(to json: inout JSONText) {
      json.add("now", page.now)
      json.add("problems", page.problems.map(SetProblemBody.init))
      json.add("sets", page.sets.map(SetBody.init))
    }
  }

  /// The answer to `sets show`.
  struct SetContents: JSONLine {
    static let type = "set"
    let form: SetForm

    func writeMembers(to json: inout JSONText) {
      json.add("set", SetBody(set: form.set))
      json.add("songs", form.songs.map(SetSongBody.init))
    }
  }

  /// A song of a set that is not loaded.
  struct SetSongBody: JSONObject {
    let song: SetSong

    func writeMembers(to json: inout JSONText) {
      json.add("artist", song.artist)
      json.add("length", song.length)
      json.add("path", String(decoding: song.path, as: UTF8.self))
      json.add("title", song.title)
    }
  }

  /// The answer to `settings`.
  struct Settings: JSONLine {
    static let type = "settings"
    let settings: [SettingState]

    func writeMembers(to json: inout JSONText) {
      json.add("settings", settings.map(SettingBody.init))
    }
  }

  /// A setting with its present value.
  struct SettingBody: JSONObject {
    let setting: SettingState

    func writeMembers(to json: inout JSONText) {
      json.add("editable", setting.isEditable)
      json.add("help", setting.help)
      json.add("name", setting.name)
      json.add("origin", setting.origin)
      json.add("value", setting.value)
    }
  }

  // MARK: - Rows

  /// A sit in the journal.
  struct SitBody: JSONObject {
    let sit: Sit

    func writeMembers(to json: inout JSONText) {
      json.add("began", sit.began)
      json.add("counts", sit.counts)
      json.add("end", sit.end?.rawValue)
      json.add("heard", sit.heard)
      json.add("label", sit.label)
      json.add("marks", sit.marks.words)
      json.add("notation", sit.plan)
      json.add("note", sit.note)
      json.add("plan", SetPlan.plan(sit.plan).map(PlanBody.init))
      json.add("planned", sit.planned)
      json.add("sat", sit.sat)
      json.add("set", sit.set)
    }
  }

  /// A saved set.
  struct SetBody: JSONObject {
    let set: SetSummary

    func writeMembers(to json: inout JSONText) {
      json.add("lastSat", set.lastSat)
      json.add("length", set.length.known)
      json.add("more", set.length.isMore)
      json.add("name", set.name.text)
      json.add("plan", set.plan.map(PlanBody.init))
      json.add("songs", set.songCount)
    }
  }

  /// A file of a set that cannot be read.
  struct SetProblemBody: JSONObject {
    let problem: SetProblem

    func writeMembers(to json: inout JSONText) {
      json.add("name", problem.name)
      json.add("reason", CommandRefusal.set(problem).word)
      json.add("text", problem.text)
    }
  }

  /// What was sat this week, this month and in all, and on each of the last days.
  struct TotalsBody: JSONObject {
    /// The number of weeks, with the present one, whose days are written.
    private static let weekCount = 12

    let totals: PracticeTotals

    func writeMembers(to json: inout JSONText) {
      let first = totals.today.monday.adding(-7 * (Self.weekCount - 1))
      let days = totals.days.filter { $0.key >= first }.sorted { $0.key < $1.key }
      json.add("all", TallyBody(tally: totals.all))
      json.add("days", days.map { DayBody(date: $0.key, sat: $0.value) })
      json.add("goal", GoalBody(totals))
      json.add("longestStreak", totals.longestStreak)
      json.add("month", TallyBody(tally: totals.month))
      json.add("streak", totals.streak)
      json.add("today", totals.today)
      json.add("week", TallyBody(tally: totals.week))
    }
  }

  /// A number of sits, and their time.
  struct TallyBody: JSONObject {
    let tally: PracticeTotals.Tally

    func writeMembers(to json: inout JSONText) {
      json.add("sat", tally.sat)
      json.add("sits", tally.count)
    }
  }

  /// What the user means to sit, and what was sat for it.
  struct GoalBody: JSONObject {
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

  /// What was sat in a month.
  struct MonthBody: JSONObject {
    let year: Int
    let month: PracticePeriods.Month

    func writeMembers(to json: inout JSONText) {
      json.add("month", month.month)
      TallyBody(tally: month.tally).writeMembers(to: &json)
      json.add("year", year)
    }
  }

  /// What was sat in a year.
  struct YearBody: JSONObject {
    let year: PracticePeriods.Year

    func writeMembers(to json: inout JSONText) {
      TallyBody(tally: year.tally).writeMembers(to: &json)
      json.add("year", year.year)
    }
  }

  /// What was sat under a label.
  struct LabelBody: JSONObject {
    let total: LabelTotal

    func writeMembers(to json: inout JSONText) {
      json.add("label", total.label)
      json.add("sat", total.tally.sat)
      json.add("sits", total.tally.count)
    }
  }

  /// The time sat on a day.
  struct DayBody: JSONObject {
    let date: CivilDate
    let sat: Duration

    func writeMembers(to json: inout JSONText) {
      json.add("date", date)
      json.add("sat", sat)
    }
  }

  // MARK: - Changes

  /// A change of journal, sets or settings, or news of them.
  struct PracticeChange: JSONLine {
    static let type = "practice"

    /// What happened.
    let kind: String
    /// The name of the set, if it is about one.
    var name: String?
    /// The set's old name, or the one that it was to be saved under.
    var from: String?
    var set: SetBody?
    var missing: [String]?
    /// The paths at which songs are now.
    var found: [String]?
    /// The file that was written, or the folder that was unpacked, or that stays.
    var file: String?
    var sit: SitBody?
    var setting: SettingBody?
    var reason: String?

    @MainActor init(_ news: PracticeNews) {
      switch news {
      case .saved(let set, let asked):
        self.init("set-saved", name: set.name, from: asked)
        self.set = SetBody(set: set)
      case .unchanged(let name): self.init("set-unchanged", name: name)
      case .unsaved(let name, let refusal):
        self.init("set-unsaved", name: name, reason: refusal.text)
      case .loaded(let set):
        self.init("set-loaded", name: set.name)
        self.set = SetBody(set: set)
      case .renamed(let old, let new): self.init("set-renamed", name: new, from: old)
      case .unloaded(let name): self.init("set-unloaded", name: name)
      case .deletedSet(let name): self.init("set-deleted", name: name)
      case .removedSet(let name, let files):
        self.init("set-deleted", name: name)
        file = files
      case .restoredSet(let name): self.init("set-restored", name: name)
      case .exported(let name, let file):
        self.init("set-exported", name: name)
        self.file = file
      case .imported(let set, let folder):
        self.init("set-imported", name: set.name)
        self.set = SetBody(set: set)
        file = folder
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
      case .noted(let sit): self.init("sit-noted", sit)
      case .labelled(let sit): self.init("sit-labelled", sit)
      case .addedSit(let sit): self.init("sit-added", sit)
      case .changedSit(let sit): self.init("sit-changed", sit)
      case .removedSit(let sit), .deletedSit(let sit): self.init("sit-deleted", sit)
      case .restoredSit(let sit): self.init("sit-restored", sit)
      case .deletedListening: self.init("listening-deleted")
      case .restoredListening: self.init("listening-restored")
      case .resumable(let sit): self.init("sit-resumable", sit)
      case .sittingElsewhere(let sit): self.init("sit-elsewhere", sit)
      case .setting(let setting):
        self.init("setting-changed")
        self.setting = SettingBody(setting: setting)
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
      _ kind: String, name: SetName? = nil, from: SetName? = nil, reason: String? = nil
    ) {
      self.kind = kind
      self.name = name?.text
      self.from = from?.text
      self.reason = reason
    }

    private init(_ kind: String, _ sit: Sit) {
      self.kind = kind
      self.sit = SitBody(sit: sit)
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

extension SetProblem {
  /// The name of the set or of its file.
  fileprivate var name: String {
    switch self {
    case .unknown(let name, _), .taken(let name), .file(let name, _): name
    }
  }
}
