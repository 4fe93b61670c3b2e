import MeditationControl
import MeditationCore
import MeditationScreens
import Testing

@testable import MeditationLines

@Suite("The time left of a session") @MainActor struct TimeLeftTests {
  /// The songs last 30, 170 and 3725 s; the fourth has no known length.
  private func left(after lines: String...) -> TimeLeft? {
    let evening = Evening(.live)
    for line in lines { _ = evening.type(line) }
    return evening.output.status?.left
  }

  private func exactly(_ seconds: Int) -> TimeLeft {
    TimeLeft(known: .seconds(seconds), isMore: false)
  }

  @Test("counts what plays later, in a list sorted or moved about")
  func arranged() {
    #expect(left(after: "1-3", "move 3 to 1", "start", "next") == exactly(200))
    #expect(left(after: "1-3", "move 3 to 1", "start", "next", "seek 10") == exactly(190))
    #expect(left(after: "1-3", "sort title", "start", "next") == exactly(170 + 3725))
  }

  @Test("counts what plays later, in a shuffled session", arguments: 1...20)
  func shuffled(seed: Int) {
    let evening = Evening(.live)
    for line in ["1-3", "shuffle \(seed)", "start"] { _ = evening.type(line) }
    let session = evening.stage.controller.session
    let lengths = session.playOrder.compactMap { session.songs[$0].length }
    for place in lengths.indices {
      let rest = lengths[place...].reduce(.zero, +)
      #expect(evening.output.status?.left == TimeLeft(known: rest, isMore: false))
      _ = evening.type("next")
    }
  }

  @Test("follows a song that is moved while another plays")
  func movedWhileListening() {
    let evening = Evening(.live)
    for line in ["all", "start", "move 4 to 2", "next"] { _ = evening.type(line) }
    #expect(evening.output.status?.left == TimeLeft(known: .seconds(170 + 3725), isMore: true))
    _ = evening.type("next")
    #expect(evening.output.status?.left == exactly(170 + 3725))
  }

  @Test("of a session that repeats, there is none, unless it has a length")
  func repeating() {
    let left = left(after: "1 2", "repeat on", "start", "next")
    #expect(left?.words() == "no end: the songs repeat")
    #expect(left?.symbols == "no end")
    #expect(self.left(after: "1 2", "repeat on", "for 10m", "start", "next") == exactly(600))
  }
}
