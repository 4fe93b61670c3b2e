import MeditationCore
import MeditationPlan
import MeditationPractice
import MeditationPracticeTestSupport
import MeditationText
import Testing

@testable import MeditationControl
@testable import MeditationScreens

@Suite("Sessions that begin from the journal") @MainActor struct ResumeTests {
  private let stage = PracticeStage()

  @Test("a sit that was left goes on at its song, position and session time, as one sit")
  func resume() throws {
    stage.type("2-3", "for 20m, bells every 5m", "volume 40", "start")
    stage.play(70)
    stage.type("next")
    stage.play(20)
    stage.type("back", "none", "plan off", "volume 100", "resume")
    #expect(stage.refusal == nil)
    #expect(stage.session.currentSong?.title == "Song 3")
    #expect(stage.session.position == .seconds(20))
    #expect(stage.session.state.elapsed == .seconds(90))
    #expect(stage.session.state.plan.end == .seconds(1_200))
    #expect(stage.session.volume == 40)
    #expect(try stage.sits().map(\.end) == [nil])
    stage.play(10)
    stage.endPlan()
    let sits = try stage.sits()
    #expect(sits.map(\.end) == [.completed])
    #expect(sits.first?.sat == .seconds(1_200))
    #expect(sits.first?.heard == ["Song 2", "Song 3"])
    #expect(sits.first?.began == .wednesday)
  }

  @Test("a sit whose music faded out goes on where that began, for as long again")
  func fellAsleep() throws {
    stage.type("1-3", "for 4m, fade out 2m", "start")
    stage.play(100)
    stage.type("next")
    stage.play(139)
    stage.endPlan()
    let offered = try #require(stage.desk?.journal.offeredSit())
    #expect(
      offered.resumeText(asOf: .wednesday)
        == "Today's sit faded out from 2:00 on; 'resume' goes on there, for 4:00 more.")
    stage.type("none", "plan off", "resume")
    #expect(stage.refusal == nil)
    #expect(stage.session.currentSong?.title == "Song 2")
    #expect(stage.session.position == .seconds(20))
    #expect(stage.session.state.elapsed == .seconds(120))
    #expect(stage.session.state.plan.end == .seconds(360))
    stage.play(60)
    stage.type("back")
    #expect(try stage.sits().map(\.sat) == [.seconds(300)])
    #expect(try stage.sits().map(\.end) == [.left])
  }

  @Test(
    "a fade of seconds is not offered; where the music was over before, or did not fade, nothing goes on",
    arguments: [
      ("for 4m, fade 5s", false, true), ("for 4m, fade out 2m", true, false),
      ("for 4m", false, false), ("for 90s, fade out 1m, whole songs", false, false),
    ])
  func awake(plan: String, endsBefore: Bool, goesOn: Bool) {
    stage.type("1", plan, "start")
    stage.play(100)
    if endsBefore { stage.type("next") }
    stage.play(139)
    stage.endPlan()
    #expect(stage.desk?.journal.offeredSit() == nil)
    stage.type("resume")
    #expect((stage.refusal == nil) == goesOn, "\(stage.refusal ?? "")")
  }

  @Test("a sit that began within its plan goes on there, and what was not sat is not counted")
  func jumped() throws {
    stage.type("1", "for 20m", "start from 10m")
    stage.play(70)
    #expect(try stage.sits().map(\.sat) == [.seconds(60)])
    stage.type("back")
    #expect(try stage.sits().map(\.sat) == [.seconds(70)])
    #expect(try stage.sits().map(\.marks) == [[.jumped]])
    stage.type("resume")
    #expect(stage.session.state.elapsed == .seconds(670))
    stage.play(5)
    stage.type("finish")
    #expect(try stage.sits().map(\.sat) == [.seconds(75)])
    #expect(try stage.sits().map(\.marks) == [[.jumped]])
    stage.type("start")
    stage.play(3)
    stage.type("finish")
    #expect(try stage.sits().map(\.marks).contains([]))
  }

  @Test("jumps are neither sat nor hide what was, and the journal marks the sit at once")
  func jumps() throws {
    stage.type("1", "for 20m", "start")
    stage.play(70)
    #expect(try stage.sits().map(\.marks) == [[]])
    stage.type("jump 15m")
    #expect(try stage.sits().map(\.marks) == [[.jumped]])
    stage.play(5)
    stage.type("jump 30s")
    #expect(stage.session.state.jumped == .seconds(-45))
    stage.play(35)
    // Written 30 s after the jump, wherever session time is.
    #expect(try stage.sits().map(\.sat) == [.seconds(105)])
    stage.type("jump -2m", "jump 20m")
    #expect(stage.session.state.elapsed == .seconds(65))
    stage.type("back", "resume")
    #expect(stage.session.state.elapsed == .seconds(65))
    stage.play(5)
    stage.type("finish")
    #expect(try stage.sits().map(\.sat) == [.seconds(115)])
    #expect(try stage.sits().map(\.marks) == [[.jumped]])
  }

  @Test("nobody sits a rehearsal")
  func rehearsal() throws {
    stage.type("1", "for 20m, bells every 5m", "start rehearsal")
    stage.play(100)
    #expect(stage.session.state.end == .completed)
    #expect(try stage.sits().isEmpty)
    #expect(stage.desk?.journal.todayText(wording: .screen) == nil)
    stage.type("start")
    stage.play(3)
    #expect(try stage.sits().count == 1)
  }

  @Test("a song that is gone is passed over")
  func missingSong() throws {
    stage.files["/9"] = SongViewModel(title: "Song 9", length: .seconds(100))
    stage.type("all", "for 20m", "start")
    stage.play(90)
    stage.type("finish", "back")
    var sit = try #require(try stage.sits().first)
    sit.end = .left
    sit.resumePoint.place = 1
    let songs = ["/gone", "/9", "/1"].map { SitSong(path: Array($0.utf8), title: $0) }
    try stage.journal.save(sit, songs: songs)
    stage.type("resume")
    #expect(stage.news.last == "1 song of 'this session' is missing: /gone.")
    #expect(stage.session.currentSong?.title == "Song 9")
    #expect(stage.picked == ["Song 9", "Song 1"])
  }

  @Test(
    "what cannot be resumed, and why",
    arguments: [("finish", 0, .stopped), ("back", 25, .tooOld)] as [(String, Int, ResumeProblem)])
  func refusals(way: String, hours: Int, problem: ResumeProblem) throws {
    stage.type("1", "start")
    stage.play(61)
    stage.type(way)
    stage.wait(hours: hours)
    #expect(stage.desk?.journal.offeredSit() == nil)
    stage.type("resume")
    #expect(stage.reply == .refused(.nothingToResume(problem)))
  }

  @Test("a sit under a minute is not offered, and yet can be resumed")
  func short() {
    stage.type("1", "start")
    stage.play(59)
    stage.type("back")
    #expect(stage.desk?.journal.offeredSit() == nil)
    stage.type("resume")
    #expect(stage.session.phase == .listening)
  }

  @Test("a sit under a minute of another program is not resumed: its songs are not kept")
  func shortElsewhere() throws {
    var sit = Sit(began: .wednesday)
    (sit.sat, sit.end, sit.resumePoint.place) = (.seconds(59), .left, 0)
    let stage = PracticeStage(journal: MemoryJournal([sit]))
    stage.type("resume")
    #expect(stage.reply == .refused(.nothingToResume(.tooShort)))
    sit.resumePoint.place = nil
    (sit.plan, sit.planned) = ("for 20m", .seconds(1_200))
    try stage.journal.save(sit, songs: nil)
    stage.type("resume")
    #expect(stage.session.state.elapsed == .zero)
    #expect(stage.session.phase == .listening)
  }

  @Test("a sit under a minute can be resumed after one that came to its end")
  func shortAfterWhole() throws {
    stage.type("1", "for 2m", "start")
    stage.play(61)
    stage.endPlan()
    stage.type("resume")
    #expect(stage.reply == .refused(.nothingToResume(.completed)))
    stage.type("start")
    stage.play(30)
    stage.type("back", "resume")
    #expect(stage.refusal == nil)
    #expect(stage.session.state.elapsed == .seconds(30))
    #expect(try stage.sits().count == 2)
  }

  @Test("an older sit that was left is not resumed after one that came to its end")
  func olderLeft() throws {
    stage.type("1", "for 20m", "start")
    stage.play(70)
    stage.type("back", "for 2m", "start")
    stage.play(61)
    stage.endPlan()
    #expect(stage.desk?.journal.offeredSit() == nil)
    stage.type("resume")
    #expect(stage.reply == .refused(.nothingToResume(.completed)))
    #expect(try stage.sits().map(\.end) == [.completed, .left])
  }

  @Test("where no sit is, 'resume' says so")
  func none() {
    #expect(stage.type("resume").reply == .refused(.noSits))
  }

  @Test("a sit that was left at its end is over, and stays as it was")
  func over() throws {
    stage.type("1", "for 2m", "start")
    stage.play(61)
    stage.type("back")
    var sit = try #require(try stage.sits().first)
    sit.resumePoint.elapsed = .seconds(120)
    try stage.journal.save(sit, songs: nil)
    stage.type("resume")
    #expect(stage.reply == .refused(.nothingToResume(.over)))
    #expect(try stage.sits().map(\.end) == [.left])
  }

  @Test("a sit that another program resumed is not resumed twice")
  func claimed() throws {
    stage.type("1", "start")
    stage.play(70)
    stage.type("back")
    let sit = try #require(try stage.sits().first)
    #expect(try stage.journal.claim(sit.id))
    stage.type("resume")
    #expect(stage.reply == .refused(.nothingToResume(.goesOn)))
    #expect(stage.session.phase == .picking)
  }

  @Test("while listening, 'resume' resumes a pause")
  func pause() {
    stage.type("1", "start", "pause", "resume")
    #expect(stage.session.transport == .playing)
  }

  @Test("'again' needs a sit")
  func nothing() {
    stage.type("again")
    #expect(stage.reply == .refused(.nothingToRepeat))
  }

  @Test("where the current song is gone, the next one follows, not the silence after all")
  func currentSongMissing() throws {
    stage.type("all", "for 20m", "start")
    stage.play(90)
    stage.type("back")
    var sit = try #require(try stage.sits().first)
    sit.resumePoint.place = 1
    let songs = ["/1", "/gone", "/3"].map { SitSong(path: Array($0.utf8), title: $0) }
    try stage.journal.save(sit, songs: songs)
    stage.type("resume")
    #expect(stage.session.currentSong?.title == "Song 3")
    #expect(stage.session.position == .zero)
    #expect(stage.session.state.elapsed == .seconds(90))
  }

  @Test("a sit that cannot go on now can be resumed later")
  func songsAway() throws {
    stage.type("1", "start")
    stage.play(90)
    stage.type("back", "none")
    let sit = try #require(try stage.sits().first)
    try stage.journal.save(sit, songs: [SitSong(path: Array("/away".utf8), title: "Away")])
    stage.type("resume")
    #expect(stage.reply == .refused(.songsMissing("/away")))
    #expect(try stage.sits().map(\.end) == [.left])
    stage.files["/away"] = SongViewModel(title: "Away", length: .seconds(100))
    stage.type("resume")
    #expect(stage.session.currentSong?.title == "Away")
  }
}
