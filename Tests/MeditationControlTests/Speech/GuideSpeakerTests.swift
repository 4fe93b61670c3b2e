import Glibc
import MeditationCore
import MeditationEngine
import MeditationLanguage
import MeditationPlan
import MeditationPractice
import MeditationScreens
import MeditationSystem
import MeditationTestSupport
import MeditationText
import SystemPackage
import Testing

@testable import MeditationControl

/// Keeps the last score.
@MainActor private final class KeepingEngine: PlaybackEngine {
  private(set) var score: Score?
  /// Why a file cannot be played.
  let problem = Locked<SongDecodingError?>(nil)

  func append(_ tracks: [Track]) {}
  func follow(_ score: Score) { self.score = score }
  nonisolated func length(ofFile path: String) throws(SongDecodingError) -> Duration? {
    if let problem = problem.withLock({ $0 }) { throw problem }
    return .seconds(1)
  }

  /// The sentences that are to be spoken.
  var spoken: [String] {
    (score?.plan.guide?.lines ?? []).filter { $0.speech != nil }.map(\.text)
  }
}

/// Guides that a program speaks.
@Suite("A guide's voice", .blocking) @MainActor struct GuideSpeakerTests {
  private let folder = TemporaryFolder()
  private let engine = KeepingEngine()
  private let controller: SessionController
  private let client = Client()
  private let news = News()
  private let subscription: Subscription
  /// Lets a session that waits for sentences report how far they are.
  private let tick: AsyncStream<Void>.Continuation

  private final class News {
    var texts: [String] = []
  }

  init() throws {
    controller = SessionController(
      session: MeditationViewModel(songs: []), paths: [], engine: engine)
    subscription = controller.observe { [news] notice in
      if case .practice(let change) = notice {
        news.texts.append(change.text(asOf: Moment(milliseconds: 0, offset: 0)))
      }
    }
    let (ticks, tick) = AsyncStream.makeStream(of: Void.self)
    self.tick = tick
    controller.speaker.newsInterval = { for await _ in ticks { return } }
    try write("0:00 Sit.\n0:30 Breathe.\n1:00 Breathe.\n", to: "guide.txt")
  }

  private func write(_ text: String, to name: String) throws {
    try folder.path.appending(name).write(text.utf8)
  }

  private func speak(by script: String, isRendered: Bool = false) {
    // As long as other tests may keep the main actor.
    let program = SpeechProgram(
      words: ["/bin/sh", "-c", script], cache: folder.path, limits: (.seconds(300), 32 << 20))
    controller.speakGuides(with: .program(program), isRendered: isRendered)
  }

  /// A script that speaks once the file `go` is there, and writes down that it did.
  private func speaking() -> String {
    let before = "until test -e \(folder.path)/go; do sleep 0.02; done"
    let wave = SpeechProgramTests.wave.replacing("'", with: "\"")
    return "\(before); echo x >>\(folder.path)/log; \(wave); cat"
  }

  private var runCount: Int {
    ((try? folder.path.appending("log").read().count) ?? 0) / 2
  }

  @discardableResult private func type(_ line: String) async -> Reply {
    let reply = controller.submit(line, from: client)
    if case .pending(let pending) = reply { return await pending.value }
    return reply
  }

  private func typeGuide() async { await type("guide \(folder.path)/guide.txt") }

  @Test("is ready before the session begins, and is spoken once for ever")
  func ready() async throws {
    speak(by: speaking())
    await type("for 20m")
    await typeGuide()
    #expect(engine.spoken == [])
    try write("", to: "go")
    await type("start")
    #expect(controller.session.phase == .listening)
    #expect(engine.spoken == ["Sit.", "Breathe.", "Breathe."])
    #expect(runCount == 2)
    #expect(controller.session.state.plan.guide?.lines.allSatisfy { $0.speech == nil } == true)
    #expect(!news.texts.contains { $0.contains("printed") })
    await type("back")
    await type("guide off")
    #expect(engine.score?.plan.guide == nil)
    await typeGuide()
    await type("start")
    #expect(engine.spoken.count == 3)
    #expect(runCount == 2)
  }

  @Test("a session that settles begins at once, unless it is rendered", arguments: [false, true])
  func settling(isRendered: Bool) async throws {
    speak(by: speaking(), isRendered: isRendered)
    await type("for 20m, settle 1m")
    await typeGuide()
    if isRendered { try write("", to: "go") }
    await type("start")
    #expect((engine.spoken.count == 3) == isRendered)
    try write("", to: "go")
    await controller.speaker.finish()
    #expect(engine.spoken.count == 3)
  }

  @Test("a sentence that is ready after its time is printed only, which is told")
  func late() async throws {
    speak(by: speaking())
    await type("for 20m, settle 1s")
    await typeGuide()
    await type("start")
    controller.session.perform(.next)
    controller.session.receive(
      EngineEvent(
        generation: controller.session.score.generation, position: .seconds(1),
        elapsed: .seconds(1), kind: .position))
    try write("", to: "go")
    await controller.speaker.finish()
    #expect(engine.spoken == ["Breathe.", "Breathe."])
    #expect(news.texts.last == "1 sentence of the guide was not spoken in time, only printed.")
  }

  @Test("what was due before 'guide off' is not late after 'undo'")
  func undone() async throws {
    speak(by: speaking())
    try write("", to: "go")
    await type("for 20m")
    await typeGuide()
    await type("start")
    controller.session.receive(
      EngineEvent(
        generation: controller.session.score.generation, position: .seconds(31),
        elapsed: .seconds(31), kind: .position))
    await type("guide off")
    await type("undo")
    await controller.speaker.finish()
    #expect(engine.spoken.suffix(1) == ["Breathe."])
    #expect(!news.texts.contains { $0.contains("only printed") }, "\(news.texts)")
  }

  @Test("who waits is told the progress, also before the first sentence is ready")
  func progress() async throws {
    speak(by: speaking())
    await type("for 20m")
    await typeGuide()
    guard case .pending(let reply) = controller.submit("start", from: client) else {
      Issue.record("'start' does not wait")
      return
    }
    tick.yield()
    #expect(try await Poll.wait { !news.texts.isEmpty })
    #expect(controller.session.phase == .picking)
    try write("", to: "go")
    _ = await reply.value
    #expect(controller.session.phase == .listening)
    #expect(news.texts.first == "Preparing the voice of the guide: 0 of 2 sentences.")
  }

  @Test("a failure is one line, and the guide is printed only")
  func failure() async throws {
    speak(by: "exit 3")
    await type("for 20m")
    await typeGuide()
    await type("start")
    #expect(controller.session.phase == .listening)
    #expect(engine.spoken == [])
    #expect(news.texts == ["The guide is printed, not spoken: '/bin/sh' failed with exit code 3."])
  }

  @Test("what cannot be played is a failure")
  func unplayable() async throws {
    speak(by: speaking())
    try write("", to: "go")
    engine.problem.withLock { $0 = SongDecodingError("it has 0 channels") }
    await type("for 20m")
    await typeGuide()
    await type("start")
    #expect(engine.spoken == [])
    #expect(
      news.texts == [
        "The guide is printed, not spoken: '/bin/sh' wrote what cannot be played: "
          + "it has 0 channels."
      ])
  }

  @Test("the program ends with this one")
  func stop() async throws {
    speak(by: "echo $$ >\(folder.path)/id; mv \(folder.path)/id \(folder.path)/log; sleep 1000")
    await typeGuide()
    #expect(try await Poll.wait { (try? folder.path.appending("log").stat()) != nil })
    let text = try folder.path.appending("log").text()
    let id = try #require(pid_t(text.dropLast()))
    #expect(kill(id, 0) == 0)
    await controller.speaker.stop()
    #expect(kill(id, 0) == -1)
    #expect(news.texts == [])
  }

  @Test("who lacks a program is told by the plan")
  func missing() async {
    controller.speakGuides(with: .missing, isRendered: false)
    #expect(controller.lacksSpeech)
    await typeGuide()
    let listing = Listing(
      planOf: controller.session, lacksSpeech: controller.lacksSpeech, wording: .screen)
    #expect(
      listing.notes.map(\.title).contains(
        "No speech program: the guide is printed only. The setting 'speak' names one."))
  }
}
