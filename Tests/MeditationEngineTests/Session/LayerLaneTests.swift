import MeditationPlan
import Testing

@testable import MeditationEngine

/// Layers along a session: they come in and go out with it, and give way to speech.
@MainActor struct LayerLaneTests {
  private static let rate = 8_000

  private func render(_ plan: Plan, seconds: Int, changes: [(Int, (inout Plan) -> Void)] = [])
    -> [Double]
  {
    let tone = MemoryTrack([Float](repeating: 0.5, count: Self.rate * 10), rate: Self.rate)
    let silence = MemoryTrack([Int32](repeating: 0, count: Self.rate * 100), rate: Self.rate)
    let rig = Rig([silence], sounds: .files(MemoryOpener([tone])))
    rig.sit(plan)
    var frame = 0
    while frame < seconds * Self.rate {
      for (at, change) in changes where (frame..<(frame + 400)).contains(at * Self.rate) {
        rig.change { change(&$0.plan) }
      }
      rig.advance(frames: 400, rate: Self.rate)
      frame += 400
    }
    // Of a loop of 0.5 whose ends fit, at 6 dB below the file.
    return rig.tape.int24().map { Double($0) / 8_388_608 / 0.25 }
  }

  private func plan(_ layer: Layer, _ set: (inout Plan) -> Void = { _ in }) -> Plan {
    .of {
      $0.length = .time(.seconds(20))
      $0.fade = .seconds(2)
      $0.under = [layer]
      set(&$0)
    }
  }

  @Test("it comes in with the fade at session time 0, and goes out with it at the end")
  func fade() {
    let heard = render(
      plan(Layer(.file("track-0"), volume: 100)) { $0.settling = .seconds(3) }, seconds: 26)
    func gain(_ second: Double) -> Double { heard[Int((second + 3) * Double(Self.rate))] }
    #expect(heard[..<(3 * Self.rate)].allSatisfy { $0 == 0 })
    #expect(abs(gain(1) - 0.5) < 0.01)
    #expect(abs(gain(2) - 1) < 1e-3 && abs(gain(17.9) - 1) < 1e-3)
    #expect(abs(gain(19) - 0.5) < 0.01)
    #expect(heard[(23 * Self.rate)...].allSatisfy { $0 == 0 })
  }

  @Test(
    "of a part, it passes into what lies under the next one, and goes on where that is the same")
  func parts() {
    var plan = Plan()
    plan.parts = [
      Part("A", .time(.seconds(8))), Part("B", .time(.seconds(8))), Part("C", .time(.seconds(8))),
    ]
    let loop = Layer(.file("track-0"), volume: 100)
    plan.parts[0].under = [loop]
    plan.parts[1].under = [loop]
    let heard = render(plan, seconds: 26)
    func gain(_ second: Double) -> Double { heard[Int(second * Double(Self.rate))] }
    #expect(abs(gain(2) - 1) < 1e-3 && abs(gain(8) - 1) < 1e-3 && abs(gain(13) - 1) < 1e-3)
    // Half of a crossing of 5 seconds lies behind the seam.
    #expect(abs(gain(16) - 0.5) < 0.01)
    #expect(heard[Int(18.6 * Double(Self.rate))...].allSatisfy { $0 == 0 })

    plan.parts[1].under = []
    plan.parts[2].under = [loop]
    let apart = render(plan, seconds: 26)
    func gainApart(_ second: Double) -> Double { apart[Int(second * Double(Self.rate))] }
    #expect(abs(gainApart(8) - 0.5) < 0.02 && abs(gainApart(16) - 0.5) < 0.02)
    #expect(gainApart(12) == 0 && abs(gainApart(20) - 1) < 1e-3)
    #expect(Signal.largestStep(apart) < 0.005)
  }

  @Test("with times of its own, it comes and goes around them; said within them, it comes at once")
  func times() {
    var loop = Layer(.file("track-0"), volume: 100)
    (loop.time, loop.length) = (.seconds(5), .seconds(8))
    let timed = loop
    let planned = render(plan(timed), seconds: 21)
    let typed = render(
      plan(timed) { $0.under = [] }, seconds: 21, changes: [(9, { $0.under = [timed] })])
    for (heard, begin, middle) in [(planned, 3.0, 5.0), (typed, 9, 9.15)] {
      func gain(_ second: Double) -> Double { heard[Int(second * Double(Self.rate))] }
      #expect(heard[..<Int(begin * Double(Self.rate))].allSatisfy { $0 == 0 })
      // Over half of its length.
      #expect(abs(gain(middle) - 0.5) < 0.06 && abs(gain(13) - 0.5) < 0.02)
      #expect(abs(gain(10) - 1) < 1e-3)
      #expect(heard[Int(15.1 * Double(Self.rate))...].allSatisfy { $0 == 0 })
      #expect(zip(heard, heard.dropFirst()).allSatisfy { abs($0 - $1) < 0.005 })
    }
  }

  @Test("a skip to the next part brings in what lies under it without a step")
  func skip() {
    var plan = Plan()
    plan.parts = [Part("A", .time(.seconds(20))), Part("B", .time(.seconds(20)))]
    plan.parts[0].under = [Layer(.file("track-0"), volume: 100)]
    plan.parts[1].under = [Layer(.file("track-0"), volume: 50)]
    let heard = render(
      plan, seconds: 20, changes: [(5, { $0.parts[0].length = .time(.seconds(6)) })])
    #expect(abs(heard[12 * Self.rate] - 0.125) < 1e-3)
    #expect(Signal.largestStep(heard) < 0.005)
  }

  @Test("from the settling on, it is heard before session time 0")
  func settling() {
    let layer = Layer(.file("track-0"), volume: 100, beginsWithSettling: true)
    let heard = render(plan(layer) { $0.settling = .seconds(4) }, seconds: 6)
    #expect(abs(heard[3 * Self.rate] - 1) < 1e-3)
  }

  @Test("a session that is made longer while it goes out brings it back without a step")
  func comesBack() {
    let heard = render(
      plan(Layer(.file("track-0"), volume: 100)), seconds: 26,
      changes: [(19, { $0.length = .time(.seconds(25)) })])
    func gain(_ second: Double) -> Double { heard[Int(second * Double(Self.rate))] }
    #expect(abs(gain(18.9) - 0.58) < 0.03 && abs(gain(19.5) - 1) < 1e-3)
    #expect(abs(gain(24) - 0.5) < 0.01)
    #expect(Signal.largestStep(heard) < 0.005)
  }

  @Test("another volume comes without a step; taken out, it goes out within 0.3 s")
  func changes() {
    let heard = render(
      plan(Layer(.file("track-0"), volume: 100)), seconds: 12,
      changes: [
        (5, { $0.under[0].volume = 50 }), (8, { $0.under = [] }),
      ])
    #expect(abs(heard[7 * Self.rate] - 0.125) < 1e-3)
    #expect(heard[Int(8.4 * Double(Self.rate))...].allSatisfy { $0 == 0 })
    #expect(Signal.largestStep(heard) < 0.002)
  }

  @Test(
    "it gives way to a voice by 12 dB, and to a soft one until it is 3 dB below that",
    arguments: [(100, 0.2512), (80, 0.2512), (50, 0.0626), (0, 1)])
  func givesWay(volume: Int, gain: Double) {
    let heard = render(
      plan(Layer(.file("track-0"), volume: 50)) {
        $0.parts[0].voices = [Voice("track-0", at: .seconds(5))]
        $0.voiceVolume = volume
      }, seconds: 10)
    let part = Double(volume) / 100
    // The voice is the same file, at -3 dB and its volume, and the layer is at -6 dB.
    let voice = 2 * 0.707 * part * part * part
    #expect(abs(heard[4 * Self.rate] - 0.125) < 1e-3)
    #expect(abs(heard[7 * Self.rate] - voice - 0.125 * gain) < 1e-3)
  }

  @Test("without layers and voices, no sample differs")
  func none() {
    let song = MemoryTrack(Signal.noise(frames: 40_000), rate: Self.rate)
    let rig = Rig([song], sounds: .files(MemoryOpener([])))
    rig.sit(.of { $0.length = .time(.seconds(60)) })
    rig.advance(frames: 30_000, rate: Self.rate)
    #expect(rig.tape.int16() == Array(Signal.noise(frames: 30_000)))
  }
}
