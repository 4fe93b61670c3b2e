import MeditationCore
import MeditationEngine
import MeditationLanguage
import MeditationPlan
import MeditationPractice
import MeditationText
import SystemPackage
import Testing

@testable import MeditationControl
@testable import MeditationScreens

/// Follows no score, and refuses bells in bad files.
@MainActor private final class SilentEngine: PlaybackEngine {
  private(set) var loaded: [String] = []

  func append(_ tracks: [Track]) {}

  nonisolated func load(bell path: String) throws(SongDecodingError) -> Bool {
    MainActor.assumeIsolated { loaded.append(path) }
    if path.hasSuffix("bad.wav") { throw SongDecodingError("the file is empty") }
    return path.hasSuffix("long.wav")
  }

  func follow(_ score: Score) {}
}

@Suite("Commands of the plan") @MainActor struct PlanCommandTests {
  private let engine = SilentEngine()
  private let controller: SessionController
  private let client = Client()

  init() {
    controller = SessionController(
      session: MeditationViewModel(songs: [SongViewModel(title: "a")]), paths: ["a.wav"],
      engine: engine)
    controller.planFiles.blocks = true
  }

  private var plan: Plan { controller.session.state.plan }

  private func type(_ line: String) -> Reply { controller.submit(line, from: client) }

  @Test("a line with commas is performed whole")
  func wholeLine() throws {
    let line = "for 20m, settle 10s, bells every 5m, closing 3"
    #expect(
      type(line) == .outcome(.changed, of: try CommandParser.parse(line), among: nil))
    #expect(PlanText.line(of: plan) == line)
    #expect(plan.text == "Plan: \(line)")
    #expect(type("plan") == .page(.plan))
    #expect(type("bells") == .page(.clause("bells")))
    _ = type("plan off")
    #expect(plan.isEmpty)
    #expect(plan.text == "No plan: the session is its songs")
  }

  @Test("a bell file that is cut is said to be, when it is chosen and in the plan")
  func cutBell() {
    var news: [String] = []
    let subscription = controller.observe {
      if case .practice(let change) = $0 {
        news.append(change.text(asOf: Moment(milliseconds: 0, offset: 0)))
      }
    }
    func notes() -> [String] {
      Listing(
        planOf: controller.session, bellIsCut: controller.planFiles.isCut, wording: .screen
      ).notes.map(\.title)
    }
    _ = type("for 20m, closing 1, bell ./short.wav")
    #expect(news.isEmpty && notes().isEmpty)
    _ = type("bell ./long.wav")
    #expect(news == ["The bell ./long.wav is longer than 60 seconds: it fades out there."])
    #expect(notes() == ["The bell is longer than 60 seconds: it fades out there."])
    _ = type("bell bowl")
    #expect(news.count == 1 && notes().isEmpty)
    withExtendedLifetime(subscription) {}
  }

  @Test("random bells get a seed when they are performed")
  func seed() {
    controller.seeds.draw = { 42 }
    _ = type("bells random 4")
    #expect(plan.bells == [.random(count: 4, seed: 42)])
    _ = type("bells random 4 7")
    #expect(plan.bells == [.random(count: 4, seed: 7)])
  }

  @Test("a bell's file is read at once, and a line with one that cannot be read changes nothing")
  func unreadableBell() {
    #expect(
      type("closing 3, bell bad.wav")
        == .refused(.bellUnreadable(reason: "bad.wav: the file is empty")))
    #expect(plan.isEmpty)
    #expect(
      CommandRefusal.bellUnreadable(reason: "the file is empty").text
        == "The bell cannot be read: the file is empty. 'bell bowl' needs no file.")
    _ = type("bell good.wav, bell gong")
    #expect(engine.loaded == ["bad.wav", "good.wav"])
    #expect(plan.bell.sound == .gong)
  }

  @Test(
    "a bell's path is the same wherever the plan is used",
    arguments: [
      ("ting.wav", "/here/ting.wav"), ("./b/../ting.wav", "/here/ting.wav"),
      ("\"my bell.wav\"", "/here/my bell.wav"), ("~/ting.wav", "/home/me/ting.wav"),
      ("/bells/ting.wav", "/bells/ting.wav"), ("~you/ting.wav", "/here/~you/ting.wav"),
    ])
  func paths(name: String, path: String) {
    controller.files.base = BaseFolders(home: "/home/me", current: "/here")
    _ = type("bell \(name)")
    #expect(plan.bell.sound == .file(path))
  }

  @Test("a path that could control a terminal is refused")
  func controlCharacters() {
    #expect(
      type("bell \"a\u{1B}[2J.wav\"")
        == .refused(.bellUnreadable(reason: "its path contains control characters")))
  }
}
