import MeditationControl
import MeditationCore
import MeditationPlan
import MeditationPractice
import MeditationScreens

/// A practice of some days, as seen on Wednesday, 18 November 2026, 22:00.
enum PracticeSample {
  static let now = moment(2026, 11, 18, 22, 0)

  /// A local time in Berlin in winter.
  static func moment(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int) -> Moment {
    let days = CivilDate(year: year, month: month, day: day)?.dayNumber ?? 0
    let seconds = days * 86_400 + hour * 3600 + minute * 60 - 3600
    return Moment(milliseconds: Int64(seconds) * 1_000, offset: 3600)
  }

  static func name(_ text: String) -> SetName? { try? SetName(text) }

  static let sits: [Sit] = {
    var now = Sit(began: moment(2026, 11, 18, 21, 55))
    now.sat = .milliseconds(59_500)
    var full = Sit(began: moment(2026, 11, 17, 21, 4), planned: .seconds(1_200))
    (full.sat, full.end, full.set) = (.seconds(1_200), .completed, "Evening")
    (full.plan, full.note) = (StoredPlan("settle 2s"), "Slept \"well\".")
    full.heard = ["Rain", "海の波"]
    var old = Sit(began: Moment(milliseconds: -1, offset: -12_600))
    (old.sat, old.end, old.plan) = (.seconds(90), .interrupted, StoredPlan("for ever"))
    old.marks = [.unattended, .silent]
    return [now, full, old]
  }()

  static let totals = PracticeTotals(
    of: sits.filter(\.counts).map { SatTime(began: $0.began, sat: $0.sat) }, now: now,
    dayStart: .seconds(4 * 3600))

  /// Months and years, with a goal.
  static let months: [TotalsPage] = {
    let lengths = sits.filter(\.counts).map { SatTime(began: $0.began, sat: $0.sat) }
    let periods = PracticePeriods(of: lengths, dayStart: .zero)
    return [(StreakRule.off, PracticeGoal.sitsAWeek(5)), (.on, .minutesADay(20))].map {
      let totals = PracticeTotals(
        of: lengths, now: now, dayStart: .seconds(4 * 3600), rule: $0, goal: $1)
      let range = JournalPage.Range(first: nil, last: now.date, tally: periods.all)
      return TotalsPage(
        periods: periods, totals: totals, range: $0 == .on ? nil : range, now: now)
    }
  }()

  static let journal = JournalPage(
    sits: sits, olderCount: 3, totals: totals,
    labels: [
      LabelTotal(
        label: "Evening", tally: .init(of: [SatTime(began: sits[1].began, sat: sits[1].sat)]))
    ],
    now: now)

  /// Of a range of dates, with music that was played for itself.
  static let ofDates: JournalPage = {
    var music = sits[1]
    music.marks = [.listening]
    let tally = PracticeTotals.Tally(of: [SatTime(began: sits[2].began, sat: sits[2].sat)])
    return JournalPage(
      sits: [music, sits[2]], showsListening: true, totals: totals,
      range: .init(first: nil, last: now.date, tally: tally), now: now)
  }()

  /// A set with a plan, and one whose plan is not valid.
  static let summaries: [SetSummary] = [("Evening", 2, ""), ("Morning", 0, "for ever")].compactMap {
    text, count, plan in
    name(text).map { name in
      SetSummary(
        name: name, songCount: count,
        length: TimeLeft(known: .milliseconds(92_500), isMore: count > 0), plan: StoredPlan(plan),
        lastSat: plan == "for ever" ? nil : sits[1].began)
    }
  }

  static let sets = SetsPage(
    sets: summaries, problems: [.file("Odd", reason: "it is a folder, not a file")], now: now)

  /// The first set with its songs.
  static let forms = summaries.prefix(1).map { set in
    SetForm(
      set, plan: Plan(),
      songs: [
        SetSong(
          path: Array("/m/rain.flac".utf8), title: "Rain", artist: "Mar",
          length: .milliseconds(92_500)),
        SetSong(path: Array("/m/海.flac".utf8), title: "海"),
      ])
  }

  static let home = HomePage(sets: sets, totals: totals, resumable: sits[2], hasLatest: true)

  /// Where nothing is kept.
  static let empty = HomePage(
    sets: SetsPage(sets: [], now: now), totals: nil, resumable: nil, hasLatest: false)

  static let settings = [
    SettingState(
      name: "volume", help: "The volume.", value: "60", origin: "config:3", isEditable: true),
    SettingState(name: "driver", help: "", value: "", origin: "default", isEditable: false),
  ]

  static let news: [PracticeNews] =
    [summaries.first].compactMap(\.self).flatMap { set -> [PracticeNews] in
      guard let other = name("Night") else { return [] }
      return [
        .saved(set, asked: other), .unsaved(set.name, .set(.taken("Evening"))), .loaded(set),
        .renamed(from: other, to: set.name), .deletedSet(set.name), .restoredSet(set.name),
        .unchanged(set.name), .removedSet(set.name), .removedSet(set.name, files: "/m/Evening"),
        .unloaded(set.name),
        .missing(["/m/rain.flac"], of: "Evening"),
        .exported(set.name, file: "/m/evening.md"), .imported(set, folder: "/m/Evening"),
        .found(["/n/rain.flac"], of: "Evening"),
        .bellMissing("The bell cannot be read.", of: "Evening"), .bellCut("long.wav"),
        .speaking(3, of: 20), .speechLate(1), .speechFailed("'say' failed with exit code 1"),
      ]
    } + [
      .noted(sits[0]), .labelled(sits[0]), .addedSit(sits[0]),
      .changedSit(sits[0]),
      .removedSit(sits[0]), .deletedSit(sits[0]), .restoredSit(sits[0]),
      .deletedListening(2), .restoredListening(2), .resumable(sits[0]),
      .sittingElsewhere(sits[2]),
      .setting(settings[0]),
      .rescanned(Rescan(newCount: 3, goneCount: 1)), .leftInPlace(2), .soFar(64, othersBy: "all"),
      .journalFailed(JournalProblem("the disk is full")),
      .sitUnwritten(JournalProblem("the disk is full")), .journalMended("The journal was damaged."),
      .slept,
    ]

  /// Every refusal.
  static let refusals: [CommandRefusal] = [
    .session(.locked), .noPractice, .noJournal, .noSets, .noSettings,
    .journal(JournalProblem("the disk is full")),
    .set(.unknown("evning", nearest: "Evening")), .set(.taken("Evening")),
    .set(.file("Odd", reason: "it is a folder, not a file")), .badName(.slash),
    .numbersAreSongs("Evening"), .unconfirmed("Evening"), .notDeleted("Dawn", kept: ["Evening"]),
    .noSuchRow(4, count: 3), .songsNotOpen, .notReadFromFiles, .stillReading, .oneSetAtOnce,
    .noSits, .noListening, .nothingToRepeat, .nothingToResume(.completed),
    .songsMissing("/m/rain.flac"),
    .emptySet("Evening"), .sitGoesOn, .badSit("There is no such day."), .notAdded,
    .notWritten("/m/e.md cannot be written: the disk is full."),
    .notImported("e.zip cannot be imported: the file does not exist."), .nothingToSave,
    .setting("'loud' is not a volume."), .plan("'for ever' is not a length."), .songIsBell(1),
    .bellIsPicked(2),
  ]

  /// Cases of `refusals` whose text depends on their values.
  static let variants: [CommandRefusal] = [
    .set(.unknown("evning", nearest: nil)), .set(.folder("/m/sets", reason: "it is a file")),
    .badName(.empty), .badName(.tooLong), .badName(.control), .badName(.beginning),
    .badName(.length), .notDeleted("Dawn", kept: []),
    .notDeleted("Dawn", kept: (1...11).map { "\($0)" }), .noSuchRow(1, count: 0),
    .nothingToResume(.stopped), .nothingToResume(.failed), .nothingToResume(.tooOld),
    .nothingToResume(.goesOn), .nothingToResume(.over), .nothingToResume(.tooShort),
    .nothingToResume(.songsGone),
  ]
}
