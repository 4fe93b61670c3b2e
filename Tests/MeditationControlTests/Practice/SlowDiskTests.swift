import Foundation
import MeditationCore
import MeditationLanguage
import MeditationPlan
import MeditationPractice
import MeditationPracticeTestSupport
import SystemPackage
import Testing

@testable import MeditationControl
@testable import MeditationScreens

/// The session, its prompt and its other clients wait neither for files nor for the journal.
@Suite("A slow disk, and a journal that another program has locked") @MainActor
struct SlowDiskTests {
  private let stage: PracticeStage
  private let gate: AsyncStream<Void>
  private let key: AsyncStream<Void>.Continuation

  init() throws {
    (gate, key) = AsyncStream.makeStream(of: Void.self)
    stage = try PracticeStage(sets: [SongSet("Evening", 8, 2, 9)])
    for number in [8, 9] {
      stage.files["/\(number)"] = SongViewModel(title: "Song \(number)", length: .seconds(100))
    }
    stage.disk = { [gate] in for await _ in gate { break } }
  }

  /// Types a line whose reply waits for the disk.
  private func pending(_ line: String) throws -> PendingReply {
    guard case .pending(let pending) = stage.type(line).reply else {
      throw CommandRefusal.setting("'\(line)' was answered at once: \(stage.reply)")
    }
    return pending
  }

  @Test(
    "while the songs of a set are read, other clients are answered",
    arguments: ["load Evening", "edit Evening", "sit Evening"])
  func reading(line: String) async throws {
    let pending = try pending(line)
    #expect(stage.session.songs.count == 3)
    let other = stage.controller.submit("volume 50", from: Client())
    #expect(other == .outcome(.changed, of: .action(.volume(.level(50))), among: nil))
    key.yield()
    let reply = await pending.value
    if case .refused(let refusal) = reply { Issue.record("\(refusal.text)") }
    #expect(stage.picked == ["Song 8", "Song 2", "Song 9"])
    #expect((stage.session.phase == .listening) == line.hasPrefix("sit"))
  }

  @Test(
    "while a file of the plan is read, other clients are answered",
    arguments: [
      "bell /2", "voice /2", "under /2", "guide /missing.txt", "load Night", "sets show Night",
    ])
  func planFiles(line: String) async throws {
    let disk = SlowDisk()
    let night = try SongSet("Night", 1, plan: "for 20m, voice /2 at 1m")
    let stage = PracticeStage(sets: [night], planDisk: disk.read)
    guard case .pending(let pending) = stage.type(line).reply else {
      throw CommandRefusal.setting("'\(line)' was answered at once: \(stage.reply)")
    }
    let other = stage.controller.submit("volume 50", from: Client())
    #expect(other == .outcome(.changed, of: .action(.volume(.level(50))), among: nil))
    disk.answer.signal()
    let reply = await pending.value
    if case .refused(let refusal) = reply {
      #expect(refusal == .fileUnreadable(reason: "/missing.txt: the file does not exist"))
    }
  }

  @Test("what is done while a bell is read counts")
  func meanwhile() async throws {
    let disk = SlowDisk()
    let stage = PracticeStage(planDisk: disk.read)
    stage.type("1", "start")
    guard case .pending(let pending) = stage.type("bell /2").reply else {
      throw CommandRefusal.setting("it was answered at once: \(stage.reply)")
    }
    _ = stage.controller.submit("pick 2", from: Client())
    disk.answer.signal()
    #expect(await pending.value == .refused(.bellIsPicked(2)))
    #expect(stage.session.state.plan.bell.sound.path == nil)
  }

  @Test("songs that join the list meanwhile are not in it twice")
  func joining() async throws {
    let pending = try pending("load Evening")
    let song = SongViewModel(title: "Song 9, read first", length: .seconds(100))
    stage.controller.files.appendNew(songs: [song], paths: ["/9"])
    key.yield()
    _ = await pending.value
    #expect(stage.session.songs.count == 5)
    #expect(stage.picked == ["Song 8", "Song 2", "Song 9, read first"])
  }

  @Test("a list that is sorted meanwhile changes nothing about the songs of the set")
  func sorting() async throws {
    let pending = try pending("load Evening")
    _ = stage.controller.submit("sort title descending", from: Client())
    key.yield()
    _ = await pending.value
    #expect(stage.picked == ["Song 8", "Song 2", "Song 9"])
  }

  @Test("a session that another client starts meanwhile goes on", arguments: ["load", "sit"])
  func starting(command: String) async throws {
    let pending = try pending("\(command) Evening")
    let other = Client()
    for line in ["1", "start"] { _ = stage.controller.submit(line, from: other) }
    key.yield()
    guard case .refused = await pending.value else {
      Issue.record("it was not refused")
      return
    }
    #expect(stage.session.phase == .listening)
    #expect(stage.picked == ["Song 1"])
  }

  @Test("a disk that does not answer holds up neither the session nor the prompt")
  func stalled() async throws {
    let stage = PracticeStage(journalTimeout: 0.01)
    stage.journal.stall()
    stage.type("1", "start")
    #expect(stage.session.phase == .listening)
    #expect(await stage.answer("note calm") == .refused(.journal(Self.slow)))
    stage.play(70)
    stage.type("finish", "home")
    #expect(stage.refusal == nil)
    stage.journal.goOn()
    stage.desk?.close()
    #expect(try stage.sits().map(\.sat) == [.seconds(70)])
    #expect(try stage.sits().map(\.note) == [""])
  }

  @Test(
    "while the journal is read, other clients are answered",
    arguments: ["journal", "journal delete 1"])
  func journal(line: String) async throws {
    let stage = PracticeStage(journal: MemoryJournal([.past]), journalPatience: 0)
    stage.journal.stall()
    var reply = stage.type(line).reply
    let other = stage.controller.submit("volume 50", from: Client())
    #expect(other == .outcome(.changed, of: .action(.volume(.level(50))), among: nil))
    stage.journal.goOn()
    if case .pending(let pending) = reply { reply = await pending.value }
    if case .refused(let refusal) = reply { Issue.record("\(refusal.text)") }
    #expect(try stage.sits().isEmpty == (line == "journal delete 1"))
  }

  @Test("a change that began before it was given up is told when it is done")
  func late() async throws {
    let journal = MemoryJournal([.past])
    let (told, teller) = AsyncStream.makeStream(of: Int.self)
    journal.stall()
    var reason = Self.slow.reason
    // On a busy machine a thread may come to it too late: it is dropped, and put to another one.
    while reason == Self.slow.reason {
      let thread = JournalThread(journal, timeout: 0.01) { _ in }
      do throws(JournalProblem) {
        _ = try await thread.ask(
          { store throws(JournalProblem) in
            try store.delete([Sit.past.id])
            return try store.count(listening: false)
          }, patience: 0
        ) { teller.yield($0) }
        reason = "it was answered"
      } catch {
        reason = error.reason
      }
    }
    #expect(reason == "the disk does not answer; the change is made as soon as it does")
    journal.goOn()
    for await count in told {
      #expect(count == 0)
      break
    }
  }

  @Test("a change that was given up before it began is not made")
  func dropped() async throws {
    let journal = MemoryJournal([.past])
    let thread = JournalThread(journal, timeout: 0.01) { _ in }
    journal.stall()
    thread.perform { store throws(JournalProblem) in _ = try store.count(listening: false) }
    do throws(JournalProblem) {
      try await thread.ask(
        { store throws(JournalProblem) in try store.delete([Sit.past.id]) }, patience: 0
      ) { Issue.record("It was made.") }
      Issue.record("It was answered.")
    } catch {
      #expect(error == Self.slow)
    }
    journal.goOn()
    try thread.close(within: 60)
    #expect(try journal.count(listening: false) == 1)
  }

  @Test("a change that is given up while earlier sits are written is not made, either")
  func droppedMeanwhile() async throws {
    let journal = MemoryJournal([.past])
    let thread = JournalThread(journal, timeout: 0.05) { _ in }
    journal.setProblem(Self.full)
    thread.save(Sit(began: .wednesday))
    // Until the sit was tried, and waits.
    try? thread.close(within: 0)
    journal.setProblem(nil)
    journal.stall()
    do throws(JournalProblem) {
      try await thread.ask(
        { store throws(JournalProblem) in try store.delete([Sit.past.id]) }, patience: 0
      ) { Issue.record("It was made.") }
      Issue.record("It was answered.")
    } catch {
      #expect(error == Self.slow)
    }
    journal.goOn()
    try thread.close(within: 60)
    #expect(try journal.count(listening: false) == 2)
  }

  private static let slow = JournalProblem("the disk does not answer")
  private static let lock = JournalProblem("another program is using it", isLock: true)

  @Test("a sit is written when the journal is free again, and nothing is said")
  func locked() async throws {
    stage.journal.setProblem(Self.lock)
    stage.type("1", "start")
    stage.play(70)
    stage.type("note calm")
    #expect(stage.reply == .refused(.journal(Self.lock)))
    stage.type("finish")
    stage.journal.setProblem(nil)
    stage.desk?.close()
    #expect(try stage.sits().map(\.end) == [.stopped])
    #expect(stage.news.isEmpty)
  }

  @Test("of several sits that are written late, the songs of the last are kept")
  func writtenLate() async throws {
    let stage = PracticeStage(journalTimeout: 0.01)
    stage.journal.setProblem(Self.lock)
    for _ in 0..<8 {
      stage.type("1-2", "for 20m", "start")
      stage.play(61)
      stage.type("back", "none")
    }
    stage.journal.setProblem(nil)
    stage.desk?.close()
    let kept = try stage.sits().map { try stage.journal.songs(of: $0.id).map(\.title) }
    #expect(kept == [["Song 1", "Song 2"]] + Array(repeating: [], count: 7))
  }

  @Test("a lock that ends while sits are written changes nothing about their order")
  func freedMeanwhile() throws {
    let journal = MemoryJournal()
    let thread = JournalThread(journal, timeout: 600) { _ in }
    journal.setProblem(Self.lock, times: 2)
    journal.stall()
    let sits = (0..<Int64(4)).map { hour in
      var sit = Sit(began: Moment(milliseconds: hour * 3_600_000, offset: 0))
      (sit.sat, sit.end) = (.seconds(1_200), .left)
      return sit
    }
    for sit in sits { thread.save(sit, songs: [SitSong(path: [1], title: "A")]) }
    journal.goOn()
    try thread.close(within: 60)
    #expect(try sits.map { try journal.songs(of: $0.id).count } == [0, 0, 0, 1])
  }

  @Test("of a sit that goes on after another one, the songs are kept")
  func resumedBetween() throws {
    let journal = MemoryJournal()
    let thread = JournalThread(journal, timeout: 600) { _ in }
    journal.setProblem(Self.full)
    let sits = (0..<Int64(2)).map { hour in
      var sit = Sit(began: Moment(milliseconds: hour * 3_600_000, offset: 0))
      (sit.sat, sit.end) = (.seconds(1_200), .left)
      return sit
    }
    let songs = [SitSong(path: [1], title: "A")]
    thread.save(sits[0])
    thread.save(sits[1], songs: songs)
    thread.save(sits[0], songs: songs)
    journal.setProblem(nil)
    try thread.close(within: 60)
    #expect(try journal.songs(of: sits[0].id) == songs)
  }

  private static let full = JournalProblem("the disk is full")
  private static let unwritten =
    "The end of the session could not be written to the journal: the disk is full."

  @Test("what a full disk does not keep is refused, and told at the end of the sit")
  func full() async throws {
    stage.journal.setProblem(Self.full)
    stage.type("1", "for 20m", "start")
    for line in ["note calm", "label Metta", #"note """#] {
      stage.type(line)
      #expect(stage.reply == .refused(.journal(Self.full)))
    }
    stage.play(70)
    stage.type("finish", "note late")
    #expect(stage.reply == .refused(.journal(Self.full)))
    stage.desk?.close()
    #expect(stage.desk?.journal.hasUnwrittenSit == true)
    #expect(stage.news.last == Self.unwritten)
    #expect(stage.news.allSatisfy { !$0.hasPrefix("Noted") && !$0.hasPrefix("Labelled") })
    stage.journal.setProblem(nil)
    #expect(try stage.journal.count(listening: false) == 0)
  }

  @Test("a sit is written at the end of the program, if there is room by then")
  func fullForAWhile() throws {
    stage.journal.setProblem(Self.full)
    stage.type("1", "for 20m", "start")
    stage.play(70)
    stage.type("finish", "note calm")
    stage.journal.setProblem(nil)
    stage.desk?.close()
    #expect(stage.desk?.journal.hasUnwrittenSit == false)
    #expect(try stage.sits().map(\.end) == [.stopped])
    #expect(try stage.sits().map(\.note) == [""])
  }

  @Test("of each sit whose end is not written, that is told once")
  func toldOnce() async throws {
    func told() async -> Int {
      await stage.flushNews()
      return stage.news.count { $0 == Self.unwritten }
    }
    stage.journal.setProblem(Self.full)
    stage.type("1", "for 20m", "start")
    stage.play(70)
    stage.type("finish")
    #expect(await told() == 1)
    stage.type("note calm", "home")
    #expect(await told() == 1)
    stage.type("start")
    stage.play(70)
    #expect(await told() == 1)
    stage.type("finish")
    #expect(await told() == 2)
    stage.desk?.close()
    #expect(await told() == 2)
  }

  @Test("a journal that is locked until the program ends is told")
  func lockedForGood() async throws {
    let stage = PracticeStage(journalTimeout: 0.01)
    stage.journal.setProblem(Self.lock)
    stage.type("1", "start", "finish")
    stage.desk?.close()
    let told = try #require(stage.news.first)
    #expect(told.hasPrefix("The end of the session could not be written to the journal: "))
    #expect(stage.desk?.journal.hasUnwrittenSit == true)
  }
}

/// A disk that answers when the test lets it.
private struct SlowDisk: Sendable {
  let answer = DispatchSemaphore(value: 0)

  @Sendable func read() {
    guard !Thread.isMainThread else {
      Issue.record("The main actor waits for the disk.")
      return
    }
    answer.wait()
  }
}

extension Sit {
  /// A sit of 20 minutes, an hour before the stage's time.
  fileprivate static let past = {
    var sit = Sit(began: Moment(milliseconds: Moment.wednesday.milliseconds - 3_600_000, offset: 0))
    (sit.sat, sit.end, sit.plan) = (.seconds(1_200), .completed, "for 20m")
    return sit
  }()
}
