import MeditationControl
import MeditationCore
import MeditationPlan
import MeditationPractice
import MeditationScreens
import MeditationText

// MARK: - Pages

extension JSONMessage {
  static func home(_ page: HomePage) -> Self {
    Self(
      "home",
      [
        "again": page.hasLatest, "now": page.sets.now, "problems": page.sets.problems,
        "resumable": page.resumable, "sets": page.sets.sets, "totals": page.totals,
      ])
  }

  package static func journal(_ page: JournalPage) -> Self {
    Self(
      "journal",
      [
        "labels": page.labels, "listening": page.hiddenCount, "now": page.now,
        "older": page.olderCount, "range": page.range?.tally, "rows": page.numbers,
        "sits": page.sits, "totals": page.totals,
      ])
  }

  package static func totals(_ page: TotalsPage) -> Self {
    let years = page.periods.years
    let months: [[String: any JSONValue]] = years.flatMap { year in
      year.months.map { month -> [String: any JSONValue] in
        let tally = month.tally
        return ["month": month.month, "sat": tally.sat, "sits": tally.count, "year": year.year]
      }
    }
    return Self(
      "totals",
      [
        "months": months, "now": page.now, "range": page.range?.tally, "totals": page.totals,
        "years": years,
      ])
  }

  package static func sets(_ page: SetsPage) -> Self {
    Self("sets", ["now": page.now, "problems": page.problems, "sets": page.sets])
  }

  package static func set(_ form: SetForm) -> Self {
    Self("set", ["set": form.set, "songs": form.songs])
  }
}

// MARK: - Rows

/// A song of a set that is not loaded.
extension SetSong: JSONRecord {
  package var members: [String: any JSONValue] {
    let path = String(decoding: path, as: UTF8.self)
    return ["artist": artist, "length": length, "path": path, "title": title]
  }
}

extension SettingState: JSONRecord {
  package var members: [String: any JSONValue] {
    ["editable": isEditable, "help": help, "name": name, "origin": origin, "value": value]
  }
}

/// A sit in the journal. Its plan is `null` if the line of the plan is not valid.
extension Sit: JSONRecord {
  package var members: [String: any JSONValue] {
    [
      "began": began, "counts": counts, "end": end?.rawValue, "heard": heard, "label": label,
      "marks": marks.words, "notation": plan.line, "note": note, "plan": plan.plan,
      "problem": plan.reason, "planned": planned, "sat": sat, "set": set,
    ]
  }
}

extension SetSummary: JSONRecord {
  package var members: [String: any JSONValue] {
    [
      "lastSat": lastSat, "length": length.known, "more": length.isMore, "name": name.text,
      "plan": plan.plan, "problem": plan.reason, "songs": songCount,
    ]
  }
}

/// A file of a set that cannot be read.
extension SetProblem: JSONRecord {
  package var members: [String: any JSONValue] {
    ["name": name, "reason": CommandRefusal.set(self).word, "text": text]
  }

  /// The name of the set or its file, or the path of the folder of sets.
  private var name: String {
    switch self {
    case .unknown(let name, _), .taken(let name), .file(let name, _), .folder(let name, _): name
    }
  }
}

/// Totals of this week, this month and all time; the goal, the streaks, and the days of 12 weeks.
extension PracticeTotals: JSONRecord {
  package var members: [String: any JSONValue] {
    let first = DayGrid.firstDay(asOf: today)
    let days: [[String: any JSONValue]] = days.filter { $0.key >= first }
      .sorted { $0.key < $1.key }.map { ["date": $0.key, "sat": $0.value] }
    return [
      "all": all, "days": days, "goal": goalMembers, "longestStreak": longestStreak,
      "month": month, "streak": streak, "today": today, "week": week,
    ]
  }

  /// The user's goal and its progress; `nil` without a goal.
  private var goalMembers: [String: any JSONValue]? {
    guard let goal, let done = doneOfGoal else { return nil }
    return switch goal {
    case .minutesADay(let minutes):
      ["done": done, "of": minutes, "per": "day", "unit": "minutes"]
    case .minutesAWeek(let minutes):
      ["done": done, "of": minutes, "per": "week", "unit": "minutes"]
    case .sitsAWeek(let sits): ["done": done, "of": sits, "per": "week", "unit": "sits"]
    }
  }
}

extension PracticeTotals.Tally: JSONRecord {
  package var members: [String: any JSONValue] { ["sat": sat, "sits": count] }
}

extension PracticePeriods.Year: JSONRecord {
  package var members: [String: any JSONValue] {
    ["sat": tally.sat, "sits": tally.count, "year": year]
  }
}

extension LabelTotal: JSONRecord {
  package var members: [String: any JSONValue] {
    ["label": label, "sat": tally.sat, "sits": tally.count]
  }
}

extension JSONMessage {
  /// A change of the journal, sets or settings, or a notice about them.
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
    case .missing(let paths, let set, unclear: _, because: _):
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
    case .rescanned(let rescan): practice("rescanned", reason: rescan.text)
    case .leftInPlace(let count):
      practice("songs-left", reason: PracticeNews.text(leftInPlace: count))
    case .soFar(let count, let line):
      practice("songs-so-far", reason: PracticeNews.text(soFar: count, othersBy: line))
    case .journalMended(let line): practice("journal-mended", reason: line)
    case .journalFailed(let problem): practice("journal-failed", reason: problem.reason)
    case .sitUnwritten(let problem): practice("sit-unwritten", reason: problem.reason)
    case .slept: practice("machine-slept", reason: PracticeNews.sleptText)
    }
  }

  /// - Parameters:
  ///   - old: The set's old name, or the one under which it was to be saved.
  ///   - found: The present paths of songs that had moved.
  ///   - file: The file that was written or kept, or the folder that was unpacked.
  static func practice(
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
