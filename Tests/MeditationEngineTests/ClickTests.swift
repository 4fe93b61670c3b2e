import Foundation
import MeditationEngine
import MeditationPlan
import MeditationSystem
import Testing

/// No action of the user or the device causes a click.
@MainActor struct ClickTests {
  enum Transition: CaseIterable {
    case pause, resume, pauseAtEnd, pauseAgain, toggle
    case seek, restart, skip, select, previous, back
    case quieter, silent, louder, volumeTwice
    case deviceReturns, quit
  }

  @Test("no transition clicks", arguments: Transition.allCases, [1_000.0, 55])
  func clicks(transition: Transition, frequency: Double) {
    play(transition, frequency, on: TapeOpener(isFixedFormat: false, takes: { $0.bits == 16 }))
  }

  @Test("none clicks where the rate is converted", arguments: Transition.allCases, [1_000.0, 55])
  func converted(transition: Transition, frequency: Double) {
    play(
      transition, frequency,
      on: TapeOpener(isFixedFormat: false, takes: { $0.bits == 16 && $0.sampleRate == 48_000 }))
  }

  private func play(_ transition: Transition, _ frequency: Double, on outputs: TapeOpener) {
    // A whole number of periods, so that a song's own end and beginning fit together.
    let song = Signal.sine(frequency, frames: 88_200)
    let rig = Rig((0..<3).map { _ in MemoryTrack(song) }, outputs: outputs)
    rig.play(1, volume: transition == .louder ? 40 : 100)
    // Where the sine is about at its peak.
    let peak = 4_410 + Int(44_100 / frequency / 4)
    rig.advance(frames: peak)
    let last = rig.tape.int16().last ?? 0
    #expect(abs(Int(last)) > 500)
    perform(transition, on: rig, left: 88_200 - peak)
    if transition != .quit { rig.advance(frames: 20_000) }
    // The ramp adds its own slope (full scale over 10 ms, at most pi/2 times the mean), and dither
    // a step each.
    let slope = Int(Double.pi / 2 * 16_384 / Double(TransportTests.ramp)) + 3
    let limit = max(Signal.largestStep(song), slope)
    for tape in rig.tape.formats.indices {
      // The sound of a lost device may stop anywhere, but a session that is quit ends in silence.
      let after = transition == .quit ? [Int16(0)] : []
      #expect(Signal.largestStep([0] + rig.tape.int16(tape) + after) <= limit)
    }
  }

  private func perform(_ transition: Transition, on rig: Rig, left: Int) {
    switch transition {
    case .pause: rig.pause()
    case .resume:
      rig.pause()
      rig.advance(frames: 2_000)
      rig.resume()
    case .pauseAtEnd:
      rig.advance(frames: left - 100)
      rig.pause()
    case .pauseAgain:
      rig.pause()
      rig.advance(frames: 100)
      rig.resume()
      rig.advance(frames: 200)
      rig.pause()
    case .toggle:
      rig.pause()
      rig.resume()
    case .seek: rig.play(1, from: .milliseconds(1_234))
    case .restart: rig.play(1)
    case .skip: rig.play(2)
    case .select: rig.play(2, from: .zero)
    case .previous: rig.play(0)
    case .back: rig.silence()
    case .quieter: rig.change { $0.volume = 30 }
    case .silent: rig.change { $0.volume = 0 }
    case .louder: rig.change { $0.volume = 100 }
    case .volumeTwice:
      rig.change { $0.volume = 20 }
      rig.advance(frames: 300)
      rig.change { $0.volume = 90 }
    case .deviceReturns:
      rig.tape.state.withLock { $0.frameLimit = 0 }
      rig.advance(frames: 1_000)
      rig.tape.comeBack()
      rig.pause()
      rig.resume()
    case .quit: rig.finish()
    }
  }

  @Test("transport ramps last 10 ms, changes of volume 20 ms, along a raised cosine")
  func shape() {
    let rig = Rig([MemoryTrack([Int32](repeating: 1 << 30, count: 100_000))])
    rig.play(0)
    rig.advance(frames: 1_000)
    rig.pause()
    rig.advance(frames: 1_000)
    rig.resume()
    rig.advance(frames: 1_000)
    rig.change { $0.volume = 50 }
    rig.advance(frames: 2_000)
    let expected =
      gains(1_000, from: 1, to: 1, within: 0) + gains(1_000, from: 1, to: 0, within: 441)
      + gains(1_000, from: 0, to: 1, within: 441) + gains(2_000, from: 1, to: 0.125, within: 882)
    let samples = rig.tape.int24()
    #expect(samples.count == expected.count)
    let errors = zip(samples, expected).map { abs(Double($0) - $1 * 4_194_304) }
    #expect((errors.max() ?? 1) <= 2)
  }

  /// The gains of `count` frames that begin to change at the first.
  private func gains(_ count: Int, from: Double, to: Double, within: Int) -> [Double] {
    (1...count).map { frame in
      frame >= within
        ? to : from + (to - from) * (0.5 - 0.5 * cos(.pi * Double(frame) / Double(within)))
    }
  }
}
