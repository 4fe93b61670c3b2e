import MeditationControl
import MeditationCore
import MeditationPlan
import Testing

@testable import MeditationLines

/// Lines that nobody asked for, or nobody reads when they are printed.
extension LineViewTests {
  @Test("lines about the current song are true when they are read")
  func away() {
    let evening = Evening(.plain)
    _ = evening.type("1 3", "start")
    evening.output.isAway = true
    let session = evening.stage.controller.session
    for action in [Action.pause, .play] { session.perform(action) }
    #expect(evening.wait(40) == [])
    evening.view.comeBack()
    #expect(
      evening.output.take() == [
        "3 playing: 海の波 by Shore, 0:10 of 1:02:05, song 2 of 2, 1:01:55 left in the session"
      ])
    evening.view.comeBack()
    evening.stage.faults.fail(2, reason: "its file is damaged")
    #expect(
      evening.output.take() == [
        "! Song 3, 海の波, failed at 0:10: its file is damaged.",
        "Session finished: 2 songs heard, 0:40 listened, 1 song failed",
      ])
  }

  @Test("a session that starts while the terminal is away is told later")
  func awayFromTheStart() {
    let evening = Evening(.live, width: 50)
    evening.output.isAway = true
    for line in ["1 3", "start"] { _ = evening.stage.controller.submit(line, from: Client()) }
    _ = evening.output.take()
    evening.view.begin()
    #expect(evening.wait(5) == [])
    evening.view.comeBack()
    #expect(evening.output.take() == [" ▶   1  Opening Bowl  Monastery  0:05 / 0:30"])
  }

  @Test("with '--announce songs', nobody is told of a pause that no line asked for")
  func songsOnly() {
    let evening = Evening(.plain)
    let output = LineTranscript(.plain)
    let view = LineView(
      controller: evening.stage.controller, output: output, announcement: .songs)
    for line in ["1 3", "start"] { _ = view.take(line) }
    _ = output.take()
    for action in [Action.pause, .play] { evening.stage.controller.session.perform(action) }
    #expect(output.take() == [])
    _ = evening.wait(30)
    #expect(output.take().first?.hasPrefix("3 playing: ") == true)
  }
}
