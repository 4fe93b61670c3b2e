import Foundation
import MeditationPlan
import MeditationSystem
import Testing

@testable import MeditationEngine

/// Nothing that is done while a bell rings or a breath sounds causes a click.
@MainActor struct SessionClickTests {
  enum Transition: CaseIterable {
    case pause, resume, pauseAgain, jump, back, again, quit, stop, stopPaused
    case deviceReturns, breathOff, breathOther, sooner, later
  }

  private static let rate = 8_000

  @Test("no transition clicks", arguments: Transition.allCases)
  func clicks(transition: Transition) {
    play(transition, TapeOpener(isFixedFormat: false, takes: { $0.bits == 24 }))
  }

  @Test("none clicks where the rate is converted", arguments: Transition.allCases)
  func converted(transition: Transition) {
    play(
      transition,
      TapeOpener(isFixedFormat: false, takes: { $0.bits == 24 && $0.sampleRate == 48_000 }))
  }

  private func play(_ transition: Transition, _ outputs: TapeOpener) {
    let bell = Tone(peak: 0.4, seconds: 3, frequency: 50)
    let breath = Tone(peak: 0.3, seconds: 60, frequency: 40)
    let songs = [MemoryTrack](
      repeating: .silence(frames: Self.rate * 20, rate: Self.rate), count: 2)
    let rig = Rig(songs, outputs: outputs, sounds: .tones(bell, breath: breath))
    rig.endsItself = true
    rig.sit(
      .of {
        $0.bells = [.at([.seconds(1), .seconds(1.2)])]
        $0.breath = .coherent
        $0.closing = 1
      })
    advance(rig, 1.305)
    perform(transition, on: rig)
    if transition != .quit { advance(rig, 8) }
    // Of the sum of all at their full levels, and of a ramp of 10 ms.
    let rate = Double(rig.tape.formats.first?.sampleRate ?? 1)
    let slope = 2 * .pi * (0.4 * 3 * 50 + 0.3 * 40) / rate + 1.3 * .pi / 2 / (rate * 0.01)
    for tape in rig.tape.formats.indices {
      let heard = [0] + rig.tape.int24(tape).map { Double($0) / 0x1p23 }
      let steps = zip(heard, heard.dropFirst() + (transition == .quit ? [0] : [])).map {
        abs($0 - $1)
      }
      let isLost = transition == .deviceReturns && tape == 0
      #expect((steps.max() ?? 1) < slope || isLost)
      #expect(heard.contains { abs($0) > 0.3 })
    }
  }

  private func advance(_ rig: Rig, _ seconds: Double) {
    rig.advance(frames: Int(seconds * Double(Self.rate)), rate: Self.rate)
  }

  private func perform(_ transition: Transition, on rig: Rig) {
    switch transition {
    case .pause: rig.pause()
    case .resume:
      rig.pause()
      advance(rig, 0.1)
      rig.resume()
    case .pauseAgain:
      rig.pause()
      advance(rig, 0.003)
      rig.resume()
      advance(rig, 0.013)
      rig.pause()
      advance(rig, 0.03)
      rig.resume()
    case .jump: rig.play(1, from: .seconds(3))
    case .back: rig.silence()
    case .again: rig.sit(.of { $0.opening = 1 })
    case .quit: rig.finish()
    case .stop: rig.stop()
    case .stopPaused:
      rig.pause()
      advance(rig, 0.1)
      rig.stop()
    case .deviceReturns:
      rig.tape.state.withLock { $0.frameLimit = 0 }
      advance(rig, 0.1)
      rig.tape.comeBack()
      rig.pause()
      rig.resume()
    case .breathOff: rig.change { $0.plan.breath = nil }
    case .breathOther: rig.change { $0.plan.breath = .box }
    case .sooner: rig.change { $0.plan.length = .time(.seconds(1)) }
    case .later:
      rig.change { $0.plan.length = .time(.seconds(1.4)) }
      advance(rig, 0.2)
    }
  }
}
