import MeditationCore
import MeditationLanguage
import MeditationPlan
import MeditationPractice
import MeditationPracticeTestSupport
import MeditationText
import Testing

@testable import MeditationControl
@testable import MeditationScreens

@Suite("What the journal keeps of a session") @MainActor struct JournalRecorderTests {
  private let stage = PracticeStage()

  @Test("a sit is written when it starts, every 30 s, at a pause and at its end")
  func writes() throws {
    stage.type("1-2", "for 20m, bells every 5m", "start")
    var sit = try #require(try stage.sits().first)
    #expect(sit.began == .wednesday)
    #expect(sit.planned == .seconds(1_200))
    #expect(sit.plan == "for 20m, bells every 5m")
    #expect(sit.end == nil)
    #expect(sit.sat == .zero)

    stage.play(29)
    #expect(try stage.sits().first?.sat == .zero)
    stage.play(1)
    #expect(try stage.sits().first?.sat == .seconds(30))

    stage.play(7)
    stage.type("pause")
    sit = try #require(try stage.sits().first)
    #expect(sit.sat == .seconds(37))
    #expect(sit.resumePoint.place == 0)
    #expect(sit.resumePoint.position == .seconds(37))

    stage.type("play")
    stage.play(3)
    stage.type("finish")
    sit = try #require(try stage.sits().first)
    #expect(sit.sat == .seconds(40))
    #expect(sit.end == .stopped)
    #expect(sit.heard == ["Song 1"])
    #expect(try stage.sits().count == 1)
  }

  @Test(
    "how a session ends",
    arguments: [
      ("finish", SitEnd.stopped), ("back", .left), ("end of plan", .completed),
      ("end of program", .left),
    ])
  func ends(way: String, end: SitEnd) throws {
    stage.type("1", "for 5m", "start")
    stage.play(61)
    switch way {
    case "end of plan": stage.endPlan()
    case "end of program": stage.desk?.close()
    default: stage.type(way)
    }
    #expect(try stage.sits().map(\.end) == [end])
    #expect(try stage.sits().first?.sat == .seconds(way == "end of plan" ? 300 : 61))
  }

  @Test("a sit in progress has its songs from its first moment, and keeps those that were heard")
  func runningSongs() async throws {
    func subject() async throws -> String? {
      let journal = try #require(stage.desk).journal
      let page = try await journal.page(NumberRange(1, through: 5), listening: true)
      return Listing(page, wording: .screen).rows.first?.message
    }
    stage.type("1-2", "for 20m", "start")
    #expect(try stage.sits().first?.heard == ["Song 1"])
    #expect(try await subject() == "Song 1")
    stage.play(5)
    stage.type("next")
    #expect(try await subject() == "2 songs")
    stage.type("finish")
    #expect(try stage.sits().first?.heard == ["Song 1"])
  }

  @Test("a sit that is left while it settles is kept with its note or label")
  func settlingNote() throws {
    stage.type("1", "for 20m, settle 30s", "start")
    stage.play(5)
    stage.type("note calm")
    #expect(try stage.sits().map(\.note) == ["calm"])
    stage.type("back")
    #expect(try stage.sits().map(\.end) == [.left])
    #expect(try stage.sits().map(\.sat) == [.zero])
    stage.type("undo")
    #expect(try stage.sits().map(\.note) == [""])
    stage.type("redo", "start", "label Metta", "back")
    #expect(stage.refusal == nil)
    #expect(try stage.sits().map(\.label).sorted() == ["", "Metta"])
    #expect(try stage.sits().map(\.note).sorted() == ["", "calm"])
  }

  @Test("settling and skipping are not sat")
  func settling() throws {
    stage.type("all", "for 20m, settle 10s", "start")
    stage.controller.receive(
      .init(
        generation: stage.session.score.generation, position: .seconds(4), elapsed: .seconds(-6),
        kind: .position))
    stage.type("pause")
    #expect(try stage.sits().isEmpty)
    stage.type("play", "next")
    #expect(try stage.sits().first?.sat == .zero)
    stage.play(5)
    stage.type("seek 90", "pause")
    #expect(try stage.sits().first?.sat == .seconds(5))
  }

  @Test(
    "a sit that is left while it settles never began: it is no row", arguments: ["back", "finish"])
  func neverBegan(way: String) throws {
    let stage = PracticeStage(sets: [try SongSet("Evening", plan: "for 20m, settle 10s")])
    stage.type("sit evening")
    #expect(stage.session.state.isSettling)
    stage.type(way)
    #expect(try stage.sits().isEmpty)
    #expect(try stage.desk?.sets.page().sets.map { $0.lastSat != nil } == [false])
    stage.type("sit evening")
    stage.desk?.close()
    #expect(try stage.sits().isEmpty)
  }

  @Test("a sit without a sound device is marked, unless one opens while it goes on")
  func silent() throws {
    func report(_ kind: EngineEvent.Kind) {
      stage.controller.receive(
        EngineEvent(
          generation: stage.session.score.generation, position: .zero, elapsed: .zero, kind: kind))
    }
    stage.type("1", "for 5m", "start")
    report(.noDevice(reason: "there is none"))
    stage.play(61)
    stage.type("finish", "start")
    #expect(try stage.sits().map(\.marks) == [[.silent], [.silent]])
    stage.play(61)
    report(.deviceRestored)
    stage.type("finish", "start", "finish")
    #expect(try stage.sits().map(\.marks).count { $0.isEmpty } == 2)
  }

  @Test("a sit that was heard in part is not marked as one without a device")
  func partlyHeard() throws {
    stage.type("1", "for 5m", "start")
    stage.play(61)
    stage.controller.receive(
      EngineEvent(
        generation: stage.session.score.generation, position: .zero, elapsed: .zero,
        kind: .noDevice(reason: "unplugged")))
    stage.play(30)
    stage.type("finish")
    #expect(try stage.sits().map(\.marks) == [[]])
  }

  @Test("the sit that goes on is not deleted")
  func deletion() throws {
    stage.type("1", "for 5m", "start")
    stage.play(61)
    stage.type("journal delete 1")
    #expect(stage.refusal?.contains("goes on") == true)
    #expect(try stage.sits().count == 1)
    stage.type("finish", "journal delete 1")
    #expect(stage.refusal == nil)
    #expect(try stage.sits().isEmpty)
  }

  @Test("the journal knows of an end before any client hears of it")
  func order() throws {
    var today: [String?] = []
    let subscription = stage.controller.observe { [stage] notice in
      guard case .settled(let change) = notice, change.after.phase == .finished else { return }
      today.append(stage.desk?.journal.todayText(wording: .screen))
    }
    stage.type("1", "for 5m", "start")
    stage.play(61)
    stage.type("finish")
    #expect(today == ["Today 1 min."])
    withExtendedLifetime(subscription) {}
  }

  @Test("a note after another program's sit is that sit's")
  func noteElsewhere() throws {
    stage.type("1", "for 5m", "start")
    stage.play(61)
    stage.type("finish")
    stage.wait(hours: 1)
    var sit = Sit(began: Moment(milliseconds: Moment.wednesday.milliseconds + 3_000_000, offset: 0))
    (sit.sat, sit.end) = (.seconds(300), .completed)
    stage.flushJournal()
    try stage.journal.save(sit, songs: nil)
    stage.type("note theirs")
    #expect(try stage.sits().map(\.note) == ["theirs", ""])
  }

  @Test("a sit that begins says that another program's goes on; its own is none")
  func other() async throws {
    stage.type("1", "start", "back", "start")
    await stage.flushNews()
    #expect(stage.news == [])
    // Nor is its own another's on a disk so slow that a later one is written by then.
    stage.journal.stall()
    stage.type("back", "start", "back", "start")
    stage.journal.goOn()
    await stage.flushNews()
    #expect(stage.news == [])
    try stage.journal.save(Sit(began: .wednesday), songs: nil)
    stage.type("back", "start")
    await stage.flushNews()
    #expect(stage.news.count == 1)
    #expect(stage.news.first?.hasPrefix("Another session of yours is running: the sit of ") == true)
  }

  @Test("songs that join the session are kept, and are played by 'again' in the same order")
  func joining() throws {
    stage.type("2", "start")
    stage.play(2)
    stage.type("pick 1", "finish", "back", "none", "again")
    #expect(stage.refusal == nil)
    #expect(stage.session.phase == .listening)
    #expect(stage.picked == ["Song 2", "Song 1"])
    #expect(try stage.sits().count == 2)
  }

  @Test("the songs of a session are kept after a minute")
  func songs() throws {
    stage.type("1-2", "for 20m", "start")
    stage.play(59)
    stage.type("pause")
    let id = try #require(try stage.sits().first?.id)
    #expect(try stage.journal.songs(of: id) == [])
    stage.type("play")
    stage.play(1)
    #expect(try stage.sits().count == 1)
    #expect(try stage.journal.songs(of: id).map(\.title) == ["Song 1", "Song 2"])
    stage.type("pick 3", "finish")
    #expect(try stage.sits().count == 1)
    #expect(try stage.journal.songs(of: id).map(\.title) == ["Song 1", "Song 2", "Song 3"])
  }

  @Test("a sit that is paused over midnight, and resumed the next day, was sat on each day")
  func days() throws {
    // From 22:00 on.
    stage.type("1", "for 20m", "start")
    stage.play(120)
    stage.type("pause")
    stage.wait(hours: 3)
    stage.type("play")
    stage.play(60)
    stage.type("back")
    stage.wait(hours: 20)
    stage.type("resume")
    stage.play(90)
    stage.type("finish")
    let sit = try #require(try stage.sits().first)
    #expect(sit.stretches.map(\.sat) == [.seconds(120), .seconds(180)])
    let days = sit.time.days(startingAt: .zero).sorted { $0.key < $1.key }
    #expect(days.map(\.value) == [.seconds(120), .seconds(150)])
  }

  @Test("the second sit of a program has songs of its own, and what it heard")
  func secondSit() throws {
    stage.type("1-2", "for 20m", "start")
    stage.play(61)
    stage.type("back", "none", "3", "start")
    stage.play(61)
    stage.type("finish")
    let sits = try stage.sits()
    #expect(sits.map(\.heard) == [["Song 3"], ["Song 1"]])
    let songs = try sits.map { try stage.journal.songs(of: $0.id).map(\.title) }
    #expect(songs == [["Song 3"], []])
  }

  @Test("undoing the deletion of a sit takes no songs from another one")
  func undoneDeletion() throws {
    stage.type("1-2", "for 20m", "start")
    stage.play(61)
    stage.type("back")
    let id = try #require(try stage.sits().first?.id)
    stage.type("start")
    stage.play(2)
    stage.type("back", "journal delete 1", "undo")
    #expect(try stage.sits().count == 2)
    #expect(try stage.journal.songs(of: id).map(\.title) == ["Song 1", "Song 2"])
  }

  @Test("'resume' says so where the songs of the last sit are not kept")
  func songsGone() throws {
    for _ in 0..<2 {
      stage.type("1-2", "for 20m", "start")
      stage.play(61)
      stage.type("back", "none")
    }
    stage.type("journal delete 1", "resume")
    #expect(stage.reply == .refused(.nothingToResume(.songsGone)))
    #expect(stage.desk?.journal.offeredSit() == nil)
  }

  @Test("music without a plan is listening, until it has a plan")
  func listening() throws {
    func titles(_ line: String) -> [String] {
      guard case .page(.journal(let page)) = stage.type(line).reply else { return [] }
      let listing = Listing(page, wording: .aloud(.clock))
      return listing.rows.map(\.state) + listing.notes.prefix(2).map(\.title)
    }
    stage.type("1-2", "repeat on", "start")
    stage.play(90)
    stage.type("finish")
    #expect(try stage.sits().map(\.marks) == [[.listening]])
    #expect(stage.desk?.journal.todayText(wording: .screen) == nil)
    #expect(
      titles("journal")
        == [
          "No sits yet. 'sit 20m' begins a first one.",
          "Not shown: 1 session of music without a plan; see 'journal all'.",
        ])
    #expect(titles("journal all").first == "stopped")
    #expect(stage.type("journal delete 1").reply == .refused(.noSuchRow(1, count: 0)))
    #expect(stage.desk?.journal.offeredSit() == nil)
    stage.type("start")
    stage.play(30)
    stage.type("for 20m")
    #expect(try stage.sits().map(\.marks) == [[], [.listening]])
    stage.type("plan off", "back", "journal delete listening")
    #expect(try stage.sits().map(\.marks) == [[]])
    stage.type("undo")
    #expect(try stage.sits().count == 2)
    stage.type("redo", "journal delete listening")
    #expect(stage.reply == .refused(.noListening))
  }

  @Test("music that another program plays is not deleted")
  func listeningElsewhere() throws {
    stage.type("1", "start")
    stage.play(90)
    stage.type("finish")
    var other = Sit(began: .wednesday)
    (other.marks, other.sat) = ([.listening], .seconds(60))
    try stage.journal.save(other, songs: nil)
    stage.type("journal delete listening")
    #expect(try stage.sits().map(\.id) == [other.id])
  }

  @Test("a journal that cannot be written is told once, and the next write makes it good")
  func failure() async throws {
    stage.journal.setProblem(JournalProblem("the disk is full"))
    stage.type("1", "start")
    stage.play(90)
    await stage.flushNews()
    #expect(stage.news == ["The journal cannot be written: the disk is full. The session goes on."])
    #expect(stage.session.transport == .playing)
    stage.journal.setProblem(nil)
    stage.type("pause")
    #expect(try stage.sits().first?.sat == .seconds(90))
    let id = try #require(try stage.sits().first?.id)
    #expect(try stage.journal.songs(of: id).map(\.title) == ["Song 1"])
  }

  @Test("an end that could not be written is written at the end of the program, with its note")
  func lateEnd() throws {
    stage.type("1", "for 5m", "start")
    stage.play(61)
    stage.flushJournal()
    stage.journal.setProblem(JournalProblem("the disk is full"))
    stage.type("finish")
    stage.flushJournal()
    stage.journal.setProblem(nil)
    stage.type("note calm")
    stage.desk?.close()
    #expect(try stage.sits().map(\.end) == [.stopped])
    #expect(try stage.sits().map(\.note) == ["calm"])
  }

  @Test("a note while sitting is this sit's, also of one that began before others")
  func note() throws {
    stage.type("1", "for 20m", "start")
    stage.play(70)
    stage.type("back", "2", "start")
    stage.play(5)
    stage.type("back", "resume", "note deep")
    #expect(stage.refusal == nil)
    #expect(try stage.sits().map(\.note) == ["", "deep"])
    stage.type("note deeper", "undo")
    stage.play(40)
    stage.type("finish")
    #expect(try stage.sits().map(\.note) == ["", "deep"])
    stage.type("note deepest")
    #expect(try stage.sits().map(\.note) == ["", "deepest"])
    stage.type("start", "back", "note none")
    #expect(try stage.sits().map(\.note) == ["none", "", "deepest"])
  }

  @Test("a page of rows has the numbers by which they are deleted")
  func pages() throws {
    let sits = (0..<30).map { place in
      var sit = Sit(began: Moment(milliseconds: Int64(place) * 86_400_000, offset: 3_600))
      (sit.sat, sit.end, sit.note) = (.seconds(600), .completed, "sit \(30 - place)")
      return sit
    }
    let stage = PracticeStage(journal: MemoryJournal(sits))
    func page(_ line: String) throws -> JournalPage {
      guard case .page(.journal(let page)) = stage.type(line).reply else {
        throw JournalProblem("no page: \(stage.refusal ?? "")")
      }
      return page
    }
    #expect(try page("journal").numbers == Array(1...20))
    #expect(try page("journal").olderCount == 10)
    let second = try page("journal 21-25")
    #expect(second.numbers == Array(21...25))
    #expect(second.sits.map(\.note) == (21...25).map { "sit \($0)" })
    #expect(second.olderCount == 5)
    #expect(
      Listing(second, wording: .screen).notes.first?.title
        == "5 older sits not shown; 'journal 26-30' shows more.")
    #expect(try page("journal 26-").numbers == Array(26...30))
    #expect(try page("journal 29-99").numbers == [29, 30])
    stage.type("journal delete 23")
    #expect(try page("journal 23").sits.map(\.note) == ["sit 24"])
    #expect(stage.type("journal 30").reply == .refused(.noSuchRow(30, count: 29)))
  }

  @Test("a deletion whose undoing fails can be undone later")
  func failedUndo() throws {
    stage.type("1", "for 5m", "start")
    stage.play(61)
    stage.type("finish", "journal delete 1")
    #expect(try stage.sits().isEmpty)
    let problem = JournalProblem("the disk is full")
    stage.journal.setProblem(problem)
    stage.type("undo")
    #expect(stage.reply == .refused(.journal(problem)))
    stage.journal.setProblem(nil)
    stage.type("undo")
    #expect(try stage.sits().map(\.end) == [.stopped])
  }
}
