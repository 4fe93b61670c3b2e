import MeditationPlan
import MeditationSystem
import Testing

@testable import MeditationEngine

private let rate = 8_000

/// A session whose device runs out of sound, because nothing of the program ran.
@MainActor struct UnderrunTests {
  private func plan(_ change: (inout Plan) -> Void) -> Plan { .of(change) }

  @Test("the bells after it come at their times by the clock, and it is reported")
  func bells() throws {
    let silence = [Int16](repeating: 0, count: rate * 20)
    let program = ServedProgram(
      silence,
      plan {
        $0.length = .time(.seconds(15))
        $0.bells = [.every(.seconds(3))]
      })
    program.run(until: .seconds(1))
    let hole = .milliseconds(700) - program.server.held
    program.hold(for: .milliseconds(700))
    program.run(until: .seconds(8))
    let onsets = program.onsets
    // 10 ms of silence at the beginning; a stroke of 3 s rings for 2 s. The first one comes before the
    // hole is known to the millisecond.
    let first = try #require(onsets.first)
    #expect(onsets.count == 2)
    #expect((3 * rate...3 * rate + rate * 3 / 100).contains(first))
    #expect(onsets.last.map { abs($0 - first - 3 * rate) <= rate / 50 } == true)
    let lost = program.losses
    #expect(lost.count == 1)
    #expect(lost.allSatisfy { (hole - .milliseconds(10)...hole + .milliseconds(10)).contains($0) })
  }

  @Test(
    "a device that holds less than it says: each hole is measured, and the bells stay at their times",
    arguments: [145, 175, 300, 450, 700, 1_200, 2_500])
  func holes(milliseconds: Int) throws {
    let stop = Duration.milliseconds(milliseconds)
    let program = ServedProgram(
      [Int16](repeating: 0, count: rate * 20),
      Score(
        generation: Generation(jump: 1), segment: .song(id: 0), session: 1,
        plan: plan {
          $0.length = .open
          $0.bells = [.every(.seconds(3))]
        }), on: SoundServer(share: 0.5))
    program.run(until: .seconds(4))
    let hole = stop - program.server.held
    program.hold(for: stop)
    let end = Duration.seconds(4) + stop
    program.run(until: end + .seconds(8))
    let lost = program.losses
    #expect(lost.count == 1)
    #expect(lost.allSatisfy { (hole - .milliseconds(20)...hole + .milliseconds(20)).contains($0) })
    // Frames of the first stroke and of those after the hole, against the clock.
    let onsets = program.onsets
    let first = try #require(onsets.first)
    let later = onsets.filter { $0 > (end + .seconds(1)).frameCount(at: rate) }
    #expect(later.count >= 2)
    for onset in later {
      let place = (onset - first) % (3 * rate)
      withKnownIssue("A hole of 700 ms is measured 21 ms wrong.", isIntermittent: true) {
        #expect(min(place, 3 * rate - place) <= rate / 50)
      } when: {
        milliseconds == 700
      }
    }
  }

  @Test("a hole just before the device is lost is time that passed, too")
  func holeBeforeLoss() {
    let program = ServedProgram(
      [Int16](repeating: 0, count: rate * 20),
      Score(
        generation: Generation(jump: 1), segment: .song(id: 0), session: 1,
        plan: plan { $0.length = .time(.seconds(15)) }),
      proceedsWithoutDevice: true)
    program.run(until: .seconds(2))
    program.server.unplug(after: .milliseconds(700))
    for _ in 0..<100 {
      if case .waits(let time) = program.player.step() { program.server.play(for: time) }
    }
    let lost = program.events.first { $0.kind == .noDevice(reason: "unplugged") }
    #expect(lost != nil)
    // As much as the device would have played by then: it began when it was full, after 10 ms.
    let late = lost.map { program.server.now - $0.elapsed } ?? .zero
    #expect((.zero ... .milliseconds(30)).contains(late))
  }

  @Test("a stroke that was due meanwhile is struck at once")
  func strokeMeanwhile() {
    let program = ServedProgram(
      [Int16](repeating: 0, count: rate * 20),
      plan {
        $0.length = .time(.seconds(15))
        $0.bells = [.every(.seconds(3))]
      })
    program.run(until: .milliseconds(2_600))
    program.hold(for: .milliseconds(700))
    program.run(until: .seconds(5))
    let onset = program.server.heard.firstIndex { abs(Int($0)) > 6_000 }
    let time = Duration(frames: onset ?? 0, sampleRate: rate)
    // Half of what the device holds was written at once.
    #expect(time >= .milliseconds(3_300) && time <= .milliseconds(3_300 + 125 + 10))
  }

  @Test("of the strokes that were due while nothing ran, one is heard")
  func strokes() {
    let program = ServedProgram(
      [Int16](repeating: 0, count: rate * 20),
      plan {
        $0.length = .time(.seconds(600))
        $0.bells = [.every(.seconds(3))]
      })
    program.run(until: .seconds(2))
    program.hold(for: .seconds(300))
    program.run(until: .seconds(302) + .milliseconds(500))
    // One at full gain, as each: the sum of a hundred would be at the limit.
    #expect(program.server.heard.allSatisfy { abs(Int($0)) < 29_000 })
    #expect(program.device.elapsed > .seconds(300))
  }

  @Test("a device holds twice as much from the first sign of an underrun on")
  func grows() {
    let song = Signal.sine(100, frames: rate * 20, rate: rate)
    let program = ServedProgram(song, Plan())
    program.run(until: .seconds(1))
    #expect(program.server.buffers == [.milliseconds(250)])
    program.hold(for: program.server.held - .milliseconds(15))
    program.run(until: .seconds(2))
    #expect(program.server.buffers == [.milliseconds(250), .milliseconds(500)])
    #expect(program.events.allSatisfy { $0.kind == .position })
    // Where it was opened anew, the sound went out and came in.
    #expect(Signal.largestStep(program.server.heard) <= Signal.largestStep(song) + 60)
  }

  @Test("a device holds a quarter of a second, and twice that with a settling")
  func planned() {
    for (settling, buffer) in [(0, 250), (10, 500)] {
      let program = ServedProgram(
        Signal.sine(100, frames: rate * 4, rate: rate),
        plan {
          $0.length = .time(.seconds(15))
          $0.settling = .seconds(settling)
        })
      program.run(until: .seconds(1))
      #expect(program.server.buffers == [.milliseconds(buffer)])
    }
  }
}

/// A device that is full again and again is written to seldom.
@MainActor struct DeviceStepTests {
  private let song = Signal.sine(100, frames: rate * 40, rate: rate)

  private func program(
    settling: Int, share: Double = 1, pace: Double = 1
  ) -> ServedProgram {
    ServedProgram(
      song, score(settling, .playing), on: SoundServer(share: share), pace: pace)
  }

  private func score(_ settling: Int, _ transport: Transport) -> Score {
    Score(
      generation: Generation(jump: 1), segment: .song(id: 0), transport: transport, session: 1,
      plan: .of {
        $0.length = .open
        $0.settling = .seconds(settling)
      })
  }

  @Test(
    "it is written to ten or five times a second, never runs out, and its clock may drift",
    arguments: [0, 10], [0.999_5, 1.000_5])
  func seldom(settling: Int, pace: Double) {
    let program = program(settling: settling, pace: pace)
    program.run(until: .seconds(5))
    let before = program.server.writeCount
    program.run(until: .seconds(25))
    #expect(program.server.writeCount - before < (settling == 0 ? 220 : 120))
    #expect(Signal.largestStep(program.server.heard) <= Signal.largestStep(song) + 60)
    #expect(program.events.allSatisfy { $0.kind == .position })
  }

  @Test("a position is told when another second is shown", arguments: [0, 10])
  func positions(settling: Int) {
    let program = program(settling: settling)
    program.run(until: .seconds(12))
    let seconds = program.events.map { Int(($0.elapsed / .seconds(1)).rounded()) }
    #expect(seconds == Array(0...seconds.count - 1))
    #expect(seconds.count >= 12)
    #expect((program.player.latest.elapsed - program.server.now) < .milliseconds(510))
  }

  @Test(
    "a pause at any time is heard once the device has played what it holds",
    arguments: [0, 10], [1, 0.5])
  func pause(settling: Int, share: Double) {
    let holds = Duration.milliseconds(settling == 0 ? 250 : 500) * share
    for time in stride(from: 3_000, to: 3_400, by: 131) {
      let program = program(settling: settling, share: share)
      program.run(until: .milliseconds(time))
      let paused = program.server.now
      program.queue.post(score(settling, .paused))
      program.runUntilIdle()
      program.hold(for: .seconds(1))
      let end = program.server.heard.lastIndex { $0 != 0 } ?? 0
      let delay = Duration(frames: end, sampleRate: rate) - paused
      #expect(delay < holds + .milliseconds(25))
    }
  }
}
