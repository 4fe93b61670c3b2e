import MeditationControl
import MeditationCore
import MeditationPlan
import MeditationPractice
import MeditationScreens

/// A practice of some weeks, as seen on Wednesday, 18 November 2026, 22:00.
enum PracticeFixture {
  static let now = moment(2026, 11, 18, 22, 0)

  /// A local time in Berlin in winter.
  static func moment(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int) -> Moment {
    let days = CivilDate(year: year, month: month, day: day)?.dayNumber ?? 0
    let seconds = days * 86_400 + hour * 3600 + minute * 60 - 3600
    return Moment(milliseconds: Int64(seconds) * 1_000, offset: 3600)
  }

  static let sits: [Sit] = [
    sit(moment(2026, 11, 18, 21, 55), 300, nil, set: "Evening"),
    sit(moment(2026, 11, 18, 7, 30), 40, .left, heard: ["Soft Rain"]),
    sit(moment(2026, 11, 17, 21, 4), 1_200, .completed, set: "Evening", note: "Slept badly."),
    sit(moment(2026, 11, 16, 6, 0), 4_200, .interrupted, heard: ["Rain", "Sea", "海の波"]),
    sit(moment(2026, 11, 3, 21, 4), 1_200, .completed, set: "海の波と風の音の夕べ"),
    sit(
      moment(2025, 11, 3, 21, 4), 36_000, .stopped,
      set: "A very long name for a set that goes on for sixty characters"),
  ]

  static let journal = JournalPage(sits: sits, olderCount: 3, totals: totals, now: now)

  static let totals = PracticeTotals(
    of: sits.filter(\.counts).map { SatTime(began: $0.began, sat: $0.sat) }, now: now,
    dayStart: .seconds(4 * 3600))

  /// The home screen, with sets of these names.
  static func home(_ names: String...) throws -> HomePage {
    var plan = Plan()
    plan.length = .time(.seconds(1_200))
    let sets = try names.enumerated().map { place, name in
      SetSummary(
        name: try SetName(name), songCount: 4 * place,
        length: TimeLeft(known: .seconds(720), isMore: false), plan: StoredPlan(plan),
        lastSat: place == 1 ? nil : moment(2026, 11, 17 - place, 21, 4))
    }
    let page = SetsPage(
      sets: sets, problems: [.file("Odd", reason: "it is a folder")], now: now)
    return HomePage(sets: page, totals: totals, resumable: sits[3], hasLatest: true)
  }

  static let settings = [
    SettingState(
      name: "music", help: "", value: "/home/someone/Music/Meditation/Mornings",
      origin: "config:3", isEditable: false),
    SettingState(
      name: "volume", help: "", value: "60", origin: "MEDITATE_VOLUME", isEditable: true),
    SettingState(name: "journal", help: "", value: "on", origin: "default", isEditable: true),
    SettingState(
      name: "driver", help: "", value: "pulse", origin: "command line", isEditable: false),
  ]

  private static func sit(
    _ began: Moment, _ seconds: Int, _ end: SitEnd?, set: String? = nil, heard: [String] = [],
    note: String = ""
  ) -> Sit {
    var sit = Sit(id: Sit.ID(rawValue: Int64(seconds)), began: began, planned: .seconds(4_800))
    (sit.sat, sit.end, sit.set) = (.seconds(seconds), end, set)
    (sit.heard, sit.note) = (heard, note)
    return sit
  }
}
