import MeditationCore
import MeditationPlan
import MeditationPractice
import MeditationText
import Testing

@testable import MeditationScreens

@Suite("News of the practice") struct PracticeNewsTests {
  private static func text(_ news: PracticeNews) -> String { news.text(asOf: .wednesday) }

  private static func setting(
    _ value: String, from origin: String, isEditable: Bool = true
  ) -> PracticeNews {
    .setting(
      SettingState(
        name: "volume", help: "", value: value, origin: origin, isEditable: isEditable))
  }

  @Test("of sets")
  func sets() throws {
    var plan = Plan()
    plan.length = .time(.seconds(1_200))
    let (evening, second) = (try SetName("Evening"), try SetName("Evening 2"))
    let set = SetSummary(
      name: evening, songCount: 3, length: TimeLeft(known: .seconds(720), isMore: false),
      plan: StoredPlan(plan))
    let saved = PracticeNews.saved(set, asked: try SetName("evening"))
    #expect(Self.text(saved) == "Saved 'Evening': 3 songs, 12:00, for 20m.")
    #expect(
      saved.text(asOf: .wednesday, wording: .aloud(.clock))
        == "Saved 'Evening': 3 songs, 12:00, for 20:00.")
    #expect(saved.style == .plain)
    var other = set
    other.name = second
    let moved = PracticeNews.saved(other, asked: evening)
    #expect(
      Self.text(moved) == "'Evening' was changed elsewhere meanwhile; saved as 'Evening 2'.")
    #expect(moved.style == .warning)
    #expect(
      Self.text(.renamed(from: evening, to: second)) == "Renamed 'Evening' to 'Evening 2'.")
    #expect(
      Self.text(.deletedSet(evening))
        == "Deleted 'Evening'; 'undo' or 'restore Evening' brings it back.")
    #expect(Self.text(.restoredSet(evening)) == "Restored 'Evening'.")
    #expect(
      Self.text(.removedSet(evening)) == "'Evening' is no longer saved; 'redo' saves it again.")
    #expect(
      Self.text(.removedSet(evening, files: "/m/Evening"))
        == "'Evening' is no longer saved; 'redo' saves it again. Its files stay in /m/Evening.")
    #expect(
      Self.text(.unloaded(evening)) == "'Evening' is no longer loaded; the picks are unchanged.")
  }

  @Test("of missing songs, a few of them by path")
  func missing() {
    let one = PracticeNews.missing(["/music/a.ogg"], of: "Evening")
    #expect(Self.text(one) == "1 song of 'Evening' is missing: /music/a.ogg.")
    #expect(one.style == .warning)
    #expect(
      Self.text(.missing(["a", "b", "c"], of: "Night"))
        == "3 songs of 'Night' are missing: a, b, c.")
    #expect(
      Self.text(.missing((1...500).map { "\($0)" }, of: "Night"))
        == "500 songs of 'Night' are missing: 1, 2, 3 and 497 more.")
    let empty = PracticeNews.missing(["a", "b"], of: "Night", because: ["b": "the file is empty"])
    #expect(
      Self.text(empty)
        == "2 songs of 'Night' cannot be played: b (the file is empty), a (it is missing).")
  }

  @Test("of sits")
  func sits() {
    var sit = Sit(began: .at(2026, 11, 17, 21, 4), planned: .seconds(1_200))
    (sit.end, sit.sat) = (.left, .seconds(750))
    #expect(Self.text(.noted(sit)) == "Removed the note of the sit of yesterday 21:04.")
    #expect(
      Self.text(.deletedSit(sit))
        == "Deleted the sit of yesterday 21:04; 'undo' brings it back.")
    #expect(Self.text(.restoredSit(sit)) == "Restored the sit of yesterday 21:04.")
    #expect(
      Self.text(.resumable(sit))
        == "Yesterday's sit was left at 12:30 of 20:00; 'resume' continues it.")
    sit.note = "quiet"
    (sit.end, sit.planned) = (.interrupted, nil)
    #expect(Self.text(.noted(sit)) == "Noted for the sit of yesterday 21:04: quiet")
    #expect(
      Self.text(.resumable(sit))
        == "Yesterday's sit was interrupted at 12:30; 'resume' continues it.")
  }

  @Test("music without a plan is not called a sit")
  func music() {
    var sit = Sit(began: .at(2026, 11, 17, 21, 4), planned: nil)
    sit.marks = [.listening]
    sit.note = "quiet"
    #expect(Self.text(.noted(sit)) == "Noted for the music of yesterday 21:04: quiet")
  }

  @Test("of settings: the value that holds, and why it is not another")
  func settings() {
    #expect(Self.text(Self.setting("60", from: "config:3")) == "Setting: volume = 60.")
    #expect(
      Self.text(Self.setting("100", from: "default")) == "Setting: volume = 100, the default.")
    #expect(
      Self.text(Self.setting("70", from: "MEDITATE_VOLUME"))
        == "Setting: volume = 70, from MEDITATE_VOLUME.")
    #expect(
      Self.text(Self.setting("70", from: "command line", isEditable: false))
        == "Setting: volume = 70, from the command line; it takes effect at the next start.")
    #expect(
      Self.text(Self.setting("", from: "default")) == "Setting: volume is not set, the default.")
  }

  @Test("of settings that left the settings file, or were not in it")
  func removedSettings() {
    func text(
      _ value: String, _ origin: String, _ removal: SettingState.Removal, isEditable: Bool = false
    ) -> String {
      var state = SettingState(
        name: "driver", help: "", value: value, origin: origin, isEditable: isEditable)
      state.removal = removal
      return Self.text(.setting(state))
    }
    #expect(
      text("", "default", .removed)
        == "Removed driver from the settings file; from the next start on it is not set.")
    #expect(text("", "default", .absent) == "The settings file has no driver; it is not set.")
    #expect(
      text("null", "command line", .removed)
        == "Removed driver from the settings file; for now it is null, from the command line.")
    #expect(
      text("null", "MEDITATE_DRIVER", .absent)
        == "The settings file has no driver; for now it is null, from MEDITATE_DRIVER.")
    #expect(
      text("60", "default", .removed, isEditable: true) == "Setting: driver = 60, the default.")
  }

  @Test("of a journal that cannot be written")
  func journal() {
    let news = PracticeNews.journalFailed(JournalProblem("the disk is full"))
    #expect(
      Self.text(news) == "The journal cannot be written: the disk is full. The session goes on.")
    #expect(news.style == .warning)
  }
}
