import MeditationPlan
import Testing

@testable import MeditationEngine

/// A session that begins at a session time sounds as a whole one does from there.
@Suite("A session that begins within its plan") @MainActor struct BeginningWithinTests {
  /// Renders from `start` to `end`, in seconds; `start` is 0, or within the second song.
  private func heard(from start: Double, to end: Double, _ plan: Plan) -> [Int32] {
    let songs = (1...3).map { seed in
      MemoryTrack(Signal.noise(frames: 44_100 * 5, seed: seed).map { Int32($0) << 15 })
    }
    let rig = Rig(songs, sounds: .pings)
    if start == 0 {
      rig.sit(plan)
    } else {
      rig.change {
        $0.jump(to: .song(id: 1), at: .seconds(start - 5))
        $0.plan = plan
        $0.next = .song(id: 2)
        $0.transport = .playing
        $0.session += 1
        $0.beginning = .seconds(start)
      }
    }
    rig.advance(frames: Int((end - start) * 44_100))
    return rig.tape.int24()
  }

  @Test("music and bells are the same, frame by frame, and the stroke at its beginning is struck")
  func same() {
    let plan = Plan.of {
      $0.length = .time(.seconds(30))
      $0.opening = 1
      $0.bells = [.at([.seconds(8), .seconds(11)])]
    }
    let whole = heard(from: 0, to: 14, plan)
    let rest = heard(from: 8, to: 14, plan)
    let width = whole.count / 14
    #expect(rest.count == width * 6)
    // Gains are lines between every 32nd frame, one of which is at 8 s. Before the stroke the music
    // gave way, which begins here with the stroke; the ramp is 10 ms.
    let first = width / 10
    #expect(rest.dropFirst(first).elementsEqual(whole.dropFirst(width * 8 + first)) as Bool)
  }
}
