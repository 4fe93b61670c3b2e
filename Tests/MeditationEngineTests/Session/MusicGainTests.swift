import Foundation
import MeditationPlan
import Testing

@testable import MeditationEngine

/// The gain of the music in a session: fades, ducking, and room for bells.
@MainActor struct MusicGainTests {
  private static let rate = 8_000

  /// The gains that `plan` gave to 10 s of a constant, but for what bells added.
  private func gains(
    _ plan: Plan, seconds: Int = 10, lengths: [Duration?] = [], _ perform: (Rig) -> Void = { _ in }
  ) -> [Double] {
    let song = MemoryTrack([Int32](repeating: 1 << 30, count: Self.rate * 10), rate: Self.rate)
    let rig = Rig([song], sounds: .tones(Tone(peak: 1e-9)), lengths: lengths)
    rig.endsItself = true
    rig.sit(plan)
    perform(rig)
    rig.advance(frames: Self.rate * seconds - rig.tape.frameCount, rate: Self.rate)
    return rig.tape.int24().map { Double($0) / 4_194_304 }
  }

  private func isEqual(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-5 }

  /// How much of a fade of `length` is left at `time` before the end. The last of the times at which gains
  /// are computed before that is silent, too.
  private static func out(_ time: Double, of length: Double) -> Double {
    let interval = Double(ControlCurve.interval) / Double(rate)
    return (time - interval) / (length - interval)
  }

  @Test("the music comes in at its first frame, and is silent at the end")
  func fades() {
    let heard = gains(
      .of {
        $0.settling = .seconds(1)
        $0.length = .time(.seconds(8))
        $0.fade = .seconds(2)
      })
    for frame in stride(from: 0, to: 8 * Self.rate, by: 5) {
      let time = Double(frame) / Double(Self.rate)
      let expected = RaisedCosine.rise(time / 2) * RaisedCosine.rise(Self.out(8 - time, of: 2))
      #expect(isEqual(heard[Self.rate + frame], expected))
    }
    #expect(heard[..<Self.rate].allSatisfy { $0 == 0 })
    #expect(heard[(9 * Self.rate)...].allSatisfy { $0 == 0 })
    #expect(heard[(3 * Self.rate)..<(7 * Self.rate)].allSatisfy { $0 == 1 })
  }

  @Test("where songs end the session, the music fades with the last one")
  func lastSong() {
    let plan = Plan.of { $0.fade = .seconds(2) }
    let heard = gains(plan, lengths: [.seconds(10)]) { rig in
      rig.advance(frames: Self.rate * 4, rate: Self.rate)
      rig.pause()
      rig.resume()
      rig.play(0, from: .seconds(5))
    }
    // The ramp of the pause is not played again, that of the jump is played on.
    let last = heard.dropFirst(Self.rate * 5)
    #expect(last.contains { isEqual($0, 1) })
    #expect(isEqual(heard[4 * Self.rate + 80 + 4 * Self.rate], 0.5))
    #expect(heard[(9 * Self.rate + 80)...].allSatisfy { $0 == 0 })
    // Of unknown length, it does not.
    #expect(isEqual(gains(plan).last ?? 0, 1))
  }

  @Test("a stroke lowers it by 9 dB, within 300 ms before and for 3 s; elsewhere it is exact")
  func ducking() {
    let heard = gains(.of { $0.bells = [.at([.seconds(2), .seconds(3)])] })
    let ducked = pow(10, -9.0 / 20)
    #expect(isEqual(heard[2 * Self.rate], ducked))
    #expect(isEqual(heard[3 * Self.rate], ducked))
    #expect(heard[2 * Self.rate + 4_000] > ducked + 0.02)
    #expect(isEqual(heard[3 * Self.rate + 12_000], sqrt(ducked)))
    #expect(heard[..<(Self.rate * 17 / 10)].allSatisfy { $0 == 1 })
    #expect(heard[(6 * Self.rate)..<(10 * Self.rate)].allSatisfy { isEqual($0, 1) })
    #expect(Signal.largestStep(heard) < 0.001)
  }

  @Test("to a recording the music gives way as long as it sounds, also under later strokes")
  func recording() {
    var gain = MusicGain()
    let ducked = pow(10, -9.0 / 20)
    gain.strike(at: .seconds(10), hold: .seconds(20))
    gain.strike(at: .seconds(14), hold: .zero)
    for time in [14.0, 17, 20, 25, 30] { #expect(isEqual(gain.gain(at: time), ducked)) }
    #expect(isEqual(gain.gain(at: 31.5), sqrt(ducked)))
    #expect(isEqual(gain.gain(at: 33), 1))
    gain.strike(at: .seconds(40), hold: .zero)
    #expect(isEqual(gain.gain(at: 43), 1))
  }

  @Test("under a stroke while somebody speaks, it gives way by the more of both, not by the sum")
  func strokeInSpeech() {
    var gain = MusicGain()
    gain.speech.stretches = [.init(time: 9..<20, depth: 12)]
    gain.strike(at: .seconds(10), hold: .zero)
    for time in [10.0, 11, 19] { #expect(isEqual(gain.gain(at: time), pow(10, -12.0 / 20))) }
    gain.speech.stretches = [.init(time: 9..<20, depth: 3)]
    #expect(isEqual(gain.gain(at: 10), pow(10, -9.0 / 20)))
    #expect(isEqual(gain.gain(at: 19), pow(10, -3.0 / 20)))
  }

  @Test("in and out take times of their own, also before and after a part without music")
  func twoFades() {
    let heard = gains(
      .of {
        $0.parts = [
          Part("Sit", .time(.seconds(4))), Part("Walk", .time(.seconds(1))),
          Part("Sit", .time(.seconds(5))),
        ]
        $0.parts[1].hasMusic = false
        $0.fade = Fade(in: .seconds(1), out: .seconds(2))
      })
    let expected: [(second: Double, passed: Double)] = [
      (0.5, 0.5), (1, 1), (2, 1), (3, 0.5), (5.5, 0.5), (6, 1), (8, 1), (9, Self.out(1, of: 2)),
      (9.5, Self.out(0.5, of: 2)),
    ]
    for (second, passed) in expected {
      #expect(
        isEqual(heard[Int(second * Double(Self.rate))], RaisedCosine.rise(passed)),
        "at \(second) s")
    }
  }

  @Test("a last song whose length becomes known within its fade fades from there, without a step")
  func lateLength() {
    let heard = gains(.of { $0.fade = .seconds(4) }) { rig in
      rig.advance(frames: Self.rate * 8, rate: Self.rate)
      rig.engine?.setLength(.seconds(10), of: 0)
    }
    #expect(isEqual(heard[8 * Self.rate - 1], 1))
    #expect(isEqual(heard[9 * Self.rate], RaisedCosine.rise(0.25)))
    #expect(Signal.largestStep(heard) < 0.01)
  }

  @Test("a bell of no volume lowers nothing")
  func silentBell() {
    let heard = gains(
      .of {
        $0.bells = [.every(.seconds(2))]
        $0.bell.volume = 0
      })
    #expect(heard.allSatisfy { $0 == 1 })
  }

  @Test("a plan that changes within a fade or a bell does not click")
  func changes() {
    let plan = Plan.of {
      $0.length = .time(.seconds(5))
      $0.fade = .seconds(4)
      $0.bells = [.at([.seconds(2)])]
    }
    let heard = gains(plan) { rig in
      rig.advance(frames: Self.rate * 19 / 10, rate: Self.rate)
      rig.change { $0.plan.bells = [] }
      rig.advance(frames: Self.rate * 2, rate: Self.rate)
      rig.change { $0.plan.length = .time(.seconds(60)) }
      rig.advance(frames: Self.rate, rate: Self.rate)
      rig.change { $0.plan.bells = [.at([.seconds(5)])] }
      rig.advance(frames: Self.rate, rate: Self.rate)
      rig.change { $0.plan.length = .time(.seconds(1)) }
    }
    // Full scale over 10 ms.
    #expect(Signal.largestStep(heard) < .pi / 2 / 80 + 1e-4)
  }

  @Test("outside of bells and fades, each frame is the song's own")
  func exact() {
    let song = Signal.noise(frames: Self.rate * 12)
    let rig = Rig([MemoryTrack(song, rate: Self.rate)], sounds: .tones(Tone(seconds: 1.5)))
    rig.sit(
      .of {
        $0.length = .time(.seconds(11))
        $0.bells = [.at([.seconds(3)])]
        $0.fade = .seconds(1)
      })
    rig.advance(frames: Self.rate * 12, rate: Self.rate)
    let heard = rig.tape.int16()
    for seconds in [1.0..<2.7, 6.0..<10.0] {
      let range = Int(seconds.lowerBound * 8_000)..<Int(seconds.upperBound * 8_000)
      #expect(heard[range] == song[range])
    }
    #expect(heard[24_000] != song[24_000])
  }

  @Test("bells and full-scale music never clip", arguments: [0.3, 0.7, 1.0])
  func headroom(peak: Double) {
    let song = MemoryTrack([Float](repeating: 0.999, count: Self.rate * 6), rate: Self.rate)
    let low = MemoryTrack([Float](repeating: -0.999, count: Self.rate * 6), rate: Self.rate)
    for track in [song, low] {
      let rig = Rig([track], sounds: .tones(Tone(peak: peak), breath: Tone(peak: 0.1)))
      rig.sit(
        .of {
          $0.opening = 2
          $0.bells = [.at((0..<40).map { .milliseconds(100 * $0 + 300) })]
          $0.breath = .coherent
        })
      rig.advance(frames: Self.rate * 3, rate: Self.rate)
      // The volume of both, which come to it at their own times.
      for volume in [30, 100] {
        rig.change { $0.volume = volume }
        rig.advance(frames: Self.rate, rate: Self.rate)
      }
      rig.advance(frames: Self.rate, rate: Self.rate)
      let heard = rig.tape.int24()
      #expect(heard.allSatisfy { abs($0) < 8_388_000 })
      // The bells are heard through the music.
      #expect(Signal.largestStep(heard) > 10_000)
    }
  }
}
