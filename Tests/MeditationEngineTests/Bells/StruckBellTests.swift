import Foundation
import Testing

@testable import MeditationEngine

/// The sound of one stroke of each synthesised bell.
struct StruckBellTests {
  /// A model by name, for messages.
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var model: BellModel
    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "bowl", model: .bowl), Case(name: "gong", model: .gong),
    Case(name: "chime", model: .chime), Case(name: "wood", model: .wood),
  ]

  /// The partials that ring, lowest first; the others are the mallet's.
  private static func ringing(_ model: BellModel) -> [Partial] {
    model.partials.filter { $0.decay > 0.5 }.sorted { $0.ratio < $1.ratio }
  }

  /// A bell of this partial of `model` alone.
  private static func isolated(_ partial: Partial, of model: BellModel) -> StruckBell {
    StruckBell(
      BellModel(pitch: model.pitch, length: model.length, gain: model.gain, partials: [partial]))
  }

  @Test("every stroke peaks at -10 dBFS, within 1.5 dB", arguments: cases)
  func peak(of bell: Case) throws {
    let peak = try #require(StruckBell(bell.model).render(1).magnitudes.max())
    #expect(abs(decibels(Double(peak)) + 10) < 1.5)
  }

  @Test("the partials are where the model has them, and nothing is between them")
  func frequencies() {
    let model = BellModel.bowl
    let sound = StruckBell(model).render(2, from: 0.3).left[...]
    let partials = Self.ringing(model)
    for (low, high) in zip(partials, partials.dropFirst()) where high.ratio < 10 {
      let between = (low.ratio + high.ratio) / 2 * model.pitch
      let floor = amplitude(sound, at: between)
      #expect(amplitude(sound, at: low.ratio * model.pitch) > 30 * floor)
      #expect(amplitude(sound, at: high.ratio * model.pitch) > 30 * floor)
    }
  }

  @Test("a partial falls by 60 dB in its decay time; the higher, the faster")
  func decay() {
    let model = BellModel.bowl
    var last = Double.infinity
    for partial in Self.ringing(model) {
      let bell = Self.isolated(partial, of: model)
      let frequency = partial.ratio * model.pitch
      // Two whole beats are the same however they begin.
      let beats = 2 / partial.beat
      let delay = partial.decay / 3
      let early = amplitude(bell.render(beats, from: 0.1).left[...], at: frequency)
      let late = amplitude(bell.render(beats, from: 0.1 + delay).left[...], at: frequency)
      let measured = 60 * delay / decibels(early / late)
      #expect(abs(measured / partial.decay - 1) < 0.1, "\(frequency) Hz")
      #expect(measured < last)
      last = measured
    }
    #expect(Self.ringing(model)[0].decay > 10)
  }

  @Test(
    "the lowest partial beats by 4 to 12 dB at the rate of the model, not in step on both sides")
  func beating() throws {
    let model = BellModel.bowl
    let partial = Self.ringing(model)[0]
    let bell = Self.isolated(partial, of: model)
    let times = stride(from: 0.2, to: 0.2 + 1 / partial.beat, by: 0.1)
    // The decay is taken out.
    let levels = times.map { time in
      let sound = bell.render(0.2, from: time)
      let growth = pow(1_000, time / partial.decay)
      return (
        left: amplitude(sound.left[...], at: model.pitch) * growth,
        right: amplitude(sound.right[...], at: model.pitch) * growth
      )
    }
    for side in [levels.map(\.left), levels.map(\.right)] {
      let (low, high) = try (#require(side.min()), #require(side.max()))
      #expect(4...12 ~= decibels(high / low))
    }
    let loudestLeft = levels.indices.max { levels[$0].left < levels[$1].left }
    let loudestRight = levels.indices.max { levels[$0].right < levels[$1].right }
    #expect(loudestLeft != loudestRight)
  }

  @Test(
    "a gong blooms: its partials at 1 kHz are loudest long after the stroke, the lowest at once")
  func bloom() {
    let bell = StruckBell(.gong)
    func level(_ frequencies: [Double], at time: Double) -> Double {
      let sound = bell.render(0.1, from: time).mono[...]
      return frequencies.map { amplitude(sound, at: $0) }.reduce(0, +)
    }
    let high = BellModel.gong.partials.filter { 12...22 ~= $0.ratio }.map { $0.ratio * 72 }
    #expect(level(high, at: 0.4) > 3 * level(high, at: 0.02))
    #expect(level([72], at: 0.02) > 0.7 * level([72], at: 0.4))
  }

  @Test("the bound holds at both rates, and is at most 3 times the envelope", arguments: cases)
  func bound(of bell: Case) {
    let sound = StruckBell(bell.model)
    let length = bell.model.length
    for (rate, start) in [(44_100, 0), (48_000, 0), (48_000, length / 3), (48_000, length - 0.2)] {
      let magnitudes = sound.render(0.2, from: start, rate: rate).magnitudes
      let levels = magnitudes.indices.map { sound.level(at: start + Double($0) / Double(rate)) }
      #expect(zip(magnitudes, levels).allSatisfy { $0 <= $1 })
    }
    let magnitudes = sound.render(1).magnitudes
    let levels = stride(from: 0, to: 1, by: 0.01).map { sound.level(at: $0) }
    #expect((levels.max() ?? 0) <= 3 * (magnitudes.max() ?? 0))
    // No tighter than a beat allows, later on.
    let late = sound.render(2, from: length / 3).magnitudes
    #expect(sound.level(at: length / 3) <= 3 * (late.max() ?? 0))
  }

  @Test("a stroke begins and ends without a click", arguments: cases)
  func edges(of bell: Case) {
    let sound = StruckBell(bell.model)
    let onset = sound.render(0.02).left
    #expect(abs(onset[0]) < 0.001)
    // Steps within the first 0.1 ms are those of a slope, not of a jump.
    #expect(zip(onset.prefix(5), onset.dropFirst()).allSatisfy { abs($0 - $1) < 0.05 })
    let end = sound.render(0.2, from: bell.model.length - 0.1).magnitudes
    #expect((end[..<4_700].max() ?? 1) < 0.001)
    #expect(end[4_801...].allSatisfy { $0 == 0 })
    #expect(sound.level(at: 0) == 0)
    #expect(sound.level(at: bell.model.length) == 0)
    #expect(sound.render(0.01, from: -0.01).magnitudes.allSatisfy { $0 == 0 })
    #expect(sound.length == .seconds(bell.model.length))
  }

  @Test("chunks of any length give the same sound", arguments: cases)
  func chunks(of bell: Case) {
    let sound = StruckBell(bell.model)
    let whole = sound.render(0.6, chunks: [.max / 2])
    #expect(sound.render(0.6, chunks: [1, 7, 480, 3, 1_023]).distance(to: whole) == 0)
    // Held at 0.3 s, and resumed there.
    let rest = sound.render(0.3, from: 0.3, chunks: [512])
    let expected = Stereo(
      left: Array(whole.left[14_400...]), right: Array(whole.right[14_400...]))
    #expect(rest.distance(to: expected) == 0)
  }

  @Test("two sample rates agree at the same times", arguments: cases)
  func rates(of bell: Case) {
    let sound = StruckBell(bell.model)
    // The same times: every 147th frame of one, every 160th of the other.
    let one = sound.render(0.6, rate: 44_100)
    let other = sound.render(0.6, rate: 48_000)
    for index in 0..<(one.left.count / 147) {
      #expect(abs(one.left[index * 147] - other.left[index * 160]) < 1e-5)
    }
  }

  @Test("partials above 0.45 of the sample rate are left out")
  func highPartials() {
    let slow = StruckBell(.chime).render(0.2, rate: 8_000)
    // 2.756 * 864 = 2381 Hz is below 3600 Hz; 4669 Hz would be heard at 3331 Hz.
    #expect(amplitude(slow.left[...], at: 2_381.2, rate: 8_000) > 0.02)
    #expect(amplitude(slow.left[...], at: 3_331, rate: 8_000) < 0.002)
  }

  @Test("the sum of both sides keeps at least 70 % of their power", arguments: cases)
  func mono(of bell: Case) {
    let sound = StruckBell(bell.model).render(1)
    func power(_ samples: [Float]) -> Float { samples.reduce(0) { $0 + $1 * $1 } }
    #expect(power(sound.mono) > 0.7 * (power(sound.left) + power(sound.right)) / 2)
    // It is wider than mono.
    #expect(zip(sound.left, sound.right).contains { abs($0 - $1) > 0.02 })
  }

  @Test("a stroke is added to what is there, scaled by its gain")
  func gain() {
    let sound = StruckBell(.wood)
    var frames = [Float](repeating: 0.25, count: 960)
    frames.withUnsafeMutableBufferPointer {
      sound.add(to: $0, from: 0, sampleRate: 48_000, gain: 0.5)
    }
    let full = sound.render(0.01).left
    for index in 0..<480 {
      #expect(abs(frames[2 * index] - 0.25 - full[index] / 2) < 1e-6)
    }
  }
}
