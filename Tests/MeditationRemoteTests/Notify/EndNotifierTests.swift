import MeditationControl
import MeditationCore
import MeditationPlan
import MeditationScreens
import MeditationSystem
import MeditationTestSupport
import MeditationText
import Testing

@testable import MeditationRemote

/// Which ends of a session the desktop shows, on a virtual clock.
@Suite("A notification at the end", .blocking) @MainActor struct EndNotifierTests {
  private let stage = VirtualStage(session: MeditationViewModel(songs: []))
  private let shown = Locked<[String]>([])

  private func notifier(isWanted: Bool = true) -> EndNotifier {
    EndNotifier(stage.controller, isWanted: { isWanted }) { [shown] line in
      shown.withLock { $0.append(line) }
    }
  }

  private func type(_ lines: String...) {
    for line in lines { _ = stage.controller.submit(line, from: Client()) }
  }

  private var lines: [String] { shown.withLock(\.self) }

  @Test("what came to its end is shown once, with what was sat")
  func completed() async {
    let notifier = notifier()
    type("for 20m, settle 10s, closing 3", "start")
    stage.advance(by: .seconds(1_300))
    await notifier.stop()
    #expect(lines == ["Session complete: sat 20:00"])
  }

  @Test("times are worded as the setting 'times' says")
  func words() async {
    let notifier = notifier()
    stage.controller.times = .words
    type("for 20m", "start")
    stage.advance(by: .seconds(1_300))
    await notifier.stop()
    #expect(lines == ["Session complete: sat 20 minutes"])
  }

  @Test("what the user ends is not", arguments: ["finish", "back"])
  func ended(command: String) async {
    let notifier = notifier()
    type("for 20m", "start")
    stage.advance(by: .seconds(60))
    type(command)
    await notifier.stop()
    #expect(lines == [])
  }

  @Test("nor is a rehearsal, nor a session that somebody sees")
  func others() async {
    let notifier = notifier()
    type("for 20m, closing 3", "start rehearsal")
    stage.advance(by: .seconds(1_300))
    #expect(stage.session.state.end == .completed)
    await notifier.stop()
    let unwanted = self.notifier(isWanted: false)
    type("start")
    stage.advance(by: .seconds(1_300))
    #expect(stage.session.state.end == .completed)
    await unwanted.stop()
    #expect(lines == [])
  }
}
