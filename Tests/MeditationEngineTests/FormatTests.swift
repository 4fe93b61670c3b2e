import Foundation
import MeditationEngine
import MeditationPlan
import MeditationSystem
import SystemPackage
import Testing

/// Formats that a device does not support are converted.
@MainActor struct FormatTests {
  @Test("24 bits where a device takes only 16: rounded with dither")
  func fewerBits() {
    let outputs = TapeOpener(takes: { $0.bits == 16 })
    let rig = Rig([MemoryTrack([Float](repeating: 0.25, count: 10_000))], outputs: outputs)
    rig.play(0)
    rig.advance(frames: 10_000)
    let samples = rig.tape.int16()
    #expect(Set(samples).count > 1)
    #expect(samples.allSatisfy { abs(Int($0) - 8_192) <= 1 })
  }

  @Test("5.1 on a stereo device: centre and surrounds at -3 dB, no LFE, never too loud")
  func downmix() throws {
    let outputs = TapeOpener(takes: { $0.channelCount <= 2 })
    // One frame for each channel alone, then all at once.
    var samples = [Int32](repeating: 0, count: 42)
    for channel in 0..<6 { samples[channel * 6 + channel] = 1 << 30 }
    for channel in 0..<6 { samples[36 + channel] = Int32.max & ~0xFF }
    let rig = Rig([MemoryTrack(samples, channels: 6)], outputs: outputs)
    rig.play(0)
    rig.advance(frames: 7)
    #expect(rig.tape.formats.first?.channelCount == 2)
    try #require(rig.tape.int24().count == 14)
    let scale = 4_194_304.0 / (1 + 2 * 0.5.squareRoot())
    let half = 0.5.squareRoot()
    let expected = [(1, 0), (0, 1), (half, half), (0, 0), (half, 0), (0, half), (2.414, 2.414)]
    for (frame, pair) in expected.enumerated() {
      let tolerance = frame == 6 ? 2_000.0 : 2
      let factor = frame == 6 ? 2.0 : 1
      #expect(abs(Double(rig.tape.int24()[frame * 2]) - pair.0 * scale * factor) <= tolerance)
      #expect(abs(Double(rig.tape.int24()[frame * 2 + 1]) - pair.1 * scale * factor) <= tolerance)
    }
  }

  @Test("mono on a device that takes only stereo: the same on both sides, bit for bit")
  func monoToStereo() {
    let song = Signal.noise(frames: 5_000)
    let rig = Rig([MemoryTrack(song)], outputs: TapeOpener(takes: { $0.channelCount == 2 }))
    rig.play(0)
    rig.advance(frames: 5_000)
    #expect(Signal.firstDifference(rig.tape.int16(), song.flatMap { [$0, $0] }) == nil)
  }

  @Test("a live device is reopened for another format; nothing is lost on either side")
  func liveChange() {
    let (first, second) = (Signal.noise(frames: 9_000), Signal.noise(frames: 9_000, seed: 2))
    let rig = Rig(
      [MemoryTrack(first), MemoryTrack(second, rate: 48_000, channels: 2)],
      outputs: TapeOpener(isFixedFormat: false))
    rig.play(0)
    rig.engine?.advance(by: .milliseconds(400))
    #expect(Signal.firstDifference(rig.tape.int16(0), first) == nil)
    #expect(Signal.firstDifference(Array(rig.tape.int16(1).prefix(9_000)), second) == nil)
    #expect(rig.tape.formats.map(\.sampleRate) == [44_100, 48_000])
    #expect(rig.tape.state.withLock { $0.outputs[0].isClosed })
    #expect(!rig.tape.state.withLock { $0.outputs[0].isAbandoned })
  }

  private static let surround = MemoryTrack(
    [Int16](repeating: 100, count: 6 * 4_410), channels: 6)
  private static let mono = MemoryTrack(Signal.noise(frames: 4_410))
  nonisolated private static let fade = Plan.of { $0.fade = .seconds(0.1) }

  @Test("with a plan, a device is opened for the channels of all songs; without, as before")
  func channelsOfSession() {
    for (plan, format, counts) in [
      (Self.fade, SoundFormat(sampleRate: 44_100, channelCount: 6), [6]),
      // Of songs that nothing was known of, the device is opened anew.
      (Self.fade, SoundFormat(sampleRate: 0, channelCount: 2), [2, 6]),
      (Plan(), SoundFormat(sampleRate: 44_100, channelCount: 6), [1, 6, 1]),
    ] {
      let rig = Rig(
        [Self.mono, Self.surround, Self.mono], outputs: TapeOpener(isFixedFormat: false))
      rig.change { $0.format = format }
      rig.sit(plan)
      rig.engine?.advance(by: .milliseconds(400))
      #expect(rig.tape.formats.map(\.channelCount) == counts)
      #expect(rig.news.map(\.kind) == [.crossed, .crossed, .ended])
    }
  }

  @Test(
    "with a plan, the rate is the highest of the songs, up to 48 kHz, and bells have 44.1 kHz",
    arguments: [
      (Plan(), [8_000, 16_000], [8_000, 16_000]), (Self.fade, [8_000, 16_000], [16_000]),
      (Self.bells, [8_000, 16_000], [44_100]), (Self.bells, [22_050, 48_000], [48_000]),
      (Self.bells, [44_100, 96_000], [48_000]), (Self.fade, [44_100], [44_100]),
      (Plan(), [96_000], [96_000]),
    ])
  func rateOfSession(plan: Plan, songs: [Int], rates: [Int]) {
    for isFile in [false, true] where !(isFile && plan.isEmpty) {
      let rig = Rig(
        songs.map { MemoryTrack(Signal.noise(frames: $0 / 10), rate: $0) },
        outputs: TapeOpener(isFixedFormat: isFile))
      rig.change { $0.format = SoundFormat(sampleRate: songs.max() ?? 0, channelCount: 1) }
      rig.sit(plan)
      rig.engine?.advance(by: .milliseconds(400))
      #expect(rig.tape.formats.map(\.sampleRate) == rates)
    }
  }

  nonisolated private static let bells = Plan.of { $0.bells = [.every(.seconds(60))] }

  @Test("a plan that comes after a mono song costs no later song its channels")
  func laterPlan() {
    let rig = Rig([Self.mono, Self.surround], outputs: TapeOpener(isFixedFormat: false))
    rig.change { $0.format = SoundFormat(sampleRate: 44_100, channelCount: 6) }
    rig.sit(Plan())
    rig.engine?.advance(by: .milliseconds(50))
    rig.change { $0.plan = Self.fade }
    rig.engine?.advance(by: .milliseconds(200))
    #expect(rig.tape.formats.map(\.channelCount) == [1, 6])
  }

  @Test("that channels are mixed down is reported once a session")
  func mixing() {
    let outputs = TapeOpener(isFixedFormat: false, takes: { $0.channelCount <= 2 })
    let rig = Rig([Self.mono, Self.surround, Self.mono, Self.surround], outputs: outputs)
    let mixing = EngineEvent.Kind.mixedDown(from: 6, to: 2)
    for plan in [Self.fade, Plan()] {
      let count = rig.news.count
      rig.sit(plan)
      rig.engine?.advance(by: .milliseconds(500))
      #expect(
        rig.news.dropFirst(count).map(\.kind)
          == [.crossed, mixing, .crossed, .crossed, .ended])
    }
  }

  @Test("a live device of 24 bits stays open for 16 bits")
  func narrower() {
    let samples = [Int32](repeating: 256 << 8, count: 1_000)
    let rig = Rig(
      [MemoryTrack(samples), MemoryTrack([Int16](repeating: 3, count: 1_000))],
      outputs: TapeOpener(isFixedFormat: false))
    rig.play(0)
    rig.advance(frames: 2_000)
    #expect(rig.tape.formats.count == 1)
    #expect(rig.tape.int24() == samples.map { $0 >> 8 } + [Int32](repeating: 768, count: 1_000))
  }

  @Test(
    "a pause on the boundary to a song of another format plays none of it early",
    arguments: [true, false])
  func pauseOnBoundary(isFixedFormat: Bool) {
    let first = Signal.sine(440, frames: 10_000)
    let second = (0..<20_000).map { Float(0.25 * sin(Double($0) / 30)) }
    let rig = Rig(
      [MemoryTrack(first), MemoryTrack(second, rate: 48_000)],
      outputs: TapeOpener(isFixedFormat: isFixedFormat))
    rig.play(0)
    rig.advance(frames: 10_000)
    #expect(rig.news.map(\.kind) == [.crossed])
    rig.pause()
    rig.advance(frames: 1_000)
    #expect(
      Signal.firstDifference(rig.tape.int16(), first + [Int16](repeating: 0, count: 1_000)) == nil)
  }

  @Test("dither: a sine at -80 dBFS, scaled to half: no harmonic above the noise")
  func dither() {
    let rate = 48_000
    let count = 1 << 16
    let bin = 1_361
    let frequency = Double(bin * rate) / Double(count)
    let sine = (0..<count).map {
      Float(1e-4 * sin(2 * .pi * frequency * Double($0) / Double(rate)))
    }
    // The cube of 79.37 % is one half.
    let outputs = TapeOpener(takes: { $0.bits == 16 })
    let rig = Rig([MemoryTrack(sine, rate: rate)], outputs: outputs)
    rig.play(0, volume: 79)
    rig.engine?.advance(by: Duration(frames: count, sampleRate: rate))
    let samples = rig.tape.int16().map(Double.init)
    let tone = power(samples, bin)
    let noise = (2..<400).map { power(samples, bin / 2 + $0 * 7) }
    let floor = noise.reduce(0, +) / Double(noise.count)
    #expect(tone > floor * 100)
    for harmonic in 2...9 {
      // A single bin of noise is exponentially distributed: 12 times its mean is once in 160,000.
      #expect(power(samples, bin * harmonic) < floor * 12)
    }
  }

  /// The power of one frequency (Goertzel).
  private func power(_ samples: [Double], _ bin: Int) -> Double {
    let coefficient = 2 * cos(2 * .pi * Double(bin) / Double(samples.count))
    var (a, b) = (0.0, 0.0)
    for sample in samples { (a, b) = (sample + coefficient * a - b, a) }
    return a * a + b * b - coefficient * a * b
  }
}
