import MeditationPlan
import Testing

@testable import MeditationEngine

/// A session that begins at a session time after 0.
@MainActor struct ResumedSessionTests {
  /// Begins a session of `plan` at `elapsed`, in its first song.
  private func resume(_ rig: Rig, _ plan: Plan, at elapsed: Duration, song position: Duration) {
    rig.change {
      $0.jump(to: rig.segment(0), at: position)
      $0.plan = plan
      $0.transport = .playing
      $0.session += 1
      $0.beginning = elapsed
    }
  }

  @Test("the next bell is at its exact frame, and no earlier one", arguments: [44_100, 48_000])
  func bells(rate: Int) {
    let rig = Rig([.silence(frames: rate * 20, rate: rate)], sounds: .pings)
    rig.endsItself = true
    let plan = Plan.of {
      $0.length = .time(.seconds(125))
      $0.opening = 3
      $0.closing = 1
      $0.bells = [.at([.seconds(1), .seconds(60), .seconds(119.000_01), .seconds(121)])]
    }
    resume(rig, plan, at: .milliseconds(118_300), song: .seconds(7))
    rig.advance(frames: rate * 10, rate: rate)
    let onsets = StrokeTests.onsets(rig.tape.int24())
    let times = [0.700_01, 2.7, 6.7].map { Int(($0 * Double(rate)).rounded()) }
    #expect(onsets == times)
    let cues = rig.news.compactMap(\.cue)
    #expect(cues.map(\.kind) == [.bell, .bell, .end, .closing])
    #expect(cues.map(\.stroke) == [3, 4, 0, 1])
    #expect(rig.events.allSatisfy { $0.elapsed >= .milliseconds(118_300) })
  }

  @Test("in the opening, the strokes that are left come at their times")
  func opening() {
    let rig = Rig([.silence(frames: 44_100 * 20)], sounds: .pings)
    resume(rig, .of { $0.opening = 3 }, at: .seconds(3), song: .seconds(3))
    rig.advance(frames: 44_100 * 8)
    #expect(StrokeTests.onsets(rig.tape.int24()) == [44_100, 5 * 44_100])
    #expect(rig.news.compactMap(\.cue).map(\.stroke) == [2, 3])
  }

  @Test("a fade-in that has passed does not happen again; one under way goes on")
  func fadeIn() {
    let rate = 8_000
    for (elapsed, phase) in [(9, 1.0), (1, 0.25)] {
      let song = MemoryTrack([Int32](repeating: 1 << 30, count: rate * 20), rate: rate)
      let rig = Rig([song], sounds: .tones(Tone(peak: 1e-9)))
      let plan = Plan.of {
        $0.fade = .seconds(4)
        $0.length = .time(.seconds(16))
      }
      resume(rig, plan, at: .seconds(elapsed), song: .seconds(elapsed))
      rig.advance(frames: rate * 2, rate: rate)
      let heard = rig.tape.int24().map { Double($0) / 4_194_304 }
      // After the ramp of a sound that begins in the middle of a song.
      for frame in stride(from: rate / 10, to: rate * 2, by: 7) {
        let expected = RaisedCosine.rise(phase + Double(frame) / Double(4 * rate))
        #expect(abs(heard[frame] - expected) < 1e-5)
      }
      #expect(Signal.largestStep(heard) < 0.05)
      #expect(heard[..<(rate / 10)].allSatisfy { $0 < RaisedCosine.rise(phase + 0.025) + 1e-5 })
    }
  }
}
