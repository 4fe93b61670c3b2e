import Foundation
import MeditationEngine
import MeditationPlan
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

/// Songs are multiplied by their gains, from their first frames to their last.
@MainActor struct LevelledPlaybackTests {
  private static let songs = (0..<3).map { index in
    Signal.noise(frames: 30_000 + index * 7_777, seed: UInt64(index + 1)).map { $0 / 4 }
  }

  @Test("each song has its own gain from its first frame, and the joins stay gapless")
  func joins() {
    let gains = FixedGains([-6, 3.5, 0])
    let rig = rig(gains)
    rig.play(0)
    rig.advance(frames: Self.songs.reduce(0) { $0 + $1.count })
    #expect(rig.tape.formats.map(\.bits) == [24])
    expect(rig, zip(Self.songs, gains.on).flatMap { Self.levelled($0, by: $1) })
    #expect(rig.news.map(\.kind) == [.crossed, .crossed, .ended])
    #expect(rig.news.map(\.gain) == [-6, 3.5, 0])
    #expect(gains.asked.withLock { $0 } == ["track-0 on", "track-1 on", "track-2 on"])
  }

  @Test("one gain for a folder")
  func album() {
    let rig = rig(FixedGains([1, 2, 3], album: -4), level: .album)
    rig.play(0)
    rig.advance(frames: Self.songs.reduce(0) { $0 + $1.count })
    expect(rig, Self.songs.flatMap { Self.levelled($0, by: -4) })
  }

  @Test("0 dB and no level are bit-exact", arguments: [Level.on, .off])
  func exact(level: Level) {
    let rig = rig(FixedGains([0, 0, 0]), level: level)
    rig.play(0)
    rig.advance(frames: Self.songs.reduce(0) { $0 + $1.count })
    let samples = Self.songs.flatMap { $0 }
    if level == .off {
      #expect(rig.tape.int16() == samples)
      #expect(rig.events.allSatisfy { $0.gain == nil })
    } else {
      #expect(rig.tape.int24() == samples.map { Int32($0) << 8 })
    }
  }

  @Test("a song of which the source knows nothing keeps its loudness")
  func unknown() {
    struct NoGains: GainSource {
      func append(_ tracks: [Track]) {}
      func takeRefusal(of path: FilePath) -> String? { nil }
      func measuredPart(of path: FilePath) -> Double? { nil }
      func gain(of path: FilePath, at level: Level, isCancelled: () -> Bool) -> Double? {
        isCancelled() ? 0 : nil
      }
    }
    let rig = rig(NoGains())
    rig.play(0)
    rig.advance(frames: Self.songs.reduce(0) { $0 + $1.count })
    expect(rig, Self.songs.flatMap { Self.levelled($0, by: 0) })
    #expect(rig.events.allSatisfy { $0.gain == nil })
  }

  @Test("a seek keeps the gain, and asks nobody")
  func seek() {
    let gains = FixedGains([-6, 0, 0])
    let rig = rig(gains)
    rig.play(0)
    rig.advance(frames: 10_000)
    rig.play(0, from: Duration(frames: 20_000, sampleRate: 44_100))
    rig.advance(frames: 441 + 5_000)
    let played = rig.tape.int24()
    let source = Self.levelled(Self.songs[0], by: -6)
    #expect(Array(played[..<10_000]) == Array(source[..<10_000]))
    // 10 ms of ramp down and 10 ms of ramp up between.
    #expect(Array(played[(10_441 + 441)...]) == Array(source[20_441..<25_000]))
    #expect(gains.asked.withLock { $0.count { $0 == "track-0 on" } } == 1)
  }

  @Test("a pause ramps from the gain to silence and back")
  func pause() {
    let song = [Int16](repeating: 8_000, count: 40_000)
    let rig = Rig([MemoryTrack(song)], gains: FixedGains([6]))
    rig.change { $0.level = .on }
    rig.play(0)
    rig.advance(frames: 10_000)
    rig.pause()
    rig.advance(frames: 1_000)
    rig.resume()
    rig.advance(frames: 10_000)
    let played = rig.tape.int24()
    let full = Self.levelled(song, by: 6)[0]
    #expect(Array(played[..<10_000]) == Array(repeating: full, count: 10_000))
    let down = Array(played[10_000..<10_441])
    #expect(down == down.sorted(by: >))
    #expect(down.allSatisfy { $0 >= 0 && $0 < full })
    #expect(played[10_441..<11_000].allSatisfy { $0 == 0 })
    #expect(Array(played[11_441..<20_000]) == Array(repeating: full, count: 8_559))
  }

  @Test("volume and gain multiply")
  func volume() {
    let song = [Int16](repeating: 8_000, count: 20_000)
    let plain = Rig([MemoryTrack(song)])
    plain.play(0, volume: 50)
    plain.advance(frames: 10_000)
    let rig = Rig([MemoryTrack(song)], gains: FixedGains([6]))
    rig.change { $0.level = .on }
    rig.play(0, volume: 50)
    rig.advance(frames: 10_000)
    let wanted = Double(plain.tape.int24()[5_000]) * pow(10, 6.0 / 20)
    #expect(abs(Double(rig.tape.int24()[5_000]) - wanted) <= 2)
  }

  @Test("a change in the middle applies from the next song, even if that is decoded already")
  func toggled() {
    let gains = FixedGains([-6, -3, -9])
    let rig = rig(gains)
    rig.play(0)
    rig.advance(frames: 20_000)
    rig.change { $0.level = .off }
    rig.advance(frames: 15_000)
    rig.change { $0.level = .on }
    rig.advance(frames: Self.songs.reduce(0) { $0 + $1.count } - 35_000)
    expect(
      rig,
      Self.levelled(Self.songs[0], by: -6) + Self.levelled(Self.songs[1], by: 0)
        + Self.levelled(Self.songs[2], by: -9))
    #expect(rig.news.map(\.gain) == [-6, nil, -9])
  }

  @Test("a jump takes the level as it is then")
  func jumped() {
    let rig = rig(FixedGains([-6, -3, -9]), level: .off)
    rig.play(0)
    rig.advance(frames: 5_000)
    rig.change { $0.level = .on }
    rig.advance(frames: 5_000)
    rig.play(0, from: Duration(frames: 20_000, sampleRate: 44_100))
    rig.advance(frames: 441 + 4_000)
    #expect(rig.events.last?.gain == -6)
  }

  @Test("through a converted sample rate the gain stays the song's")
  func converted() {
    let gains = FixedGains([0, -6])
    let tracks = [
      MemoryTrack([Int16](repeating: 8_000, count: 20_000)),
      MemoryTrack([Int16](repeating: 8_000, count: 20_000), rate: 22_050),
    ]
    let rig = Rig(tracks, gains: gains)
    rig.change { $0.level = .on }
    rig.play(0)
    rig.advance(frames: 60_000)
    let played = rig.tape.int24()
    #expect(played[10_000] == 8_000 << 8)
    #expect(abs(played[40_000] - Self.levelled([8_000], by: -6)[0]) <= 2)
  }

  @Test("a gain that takes long is reported as such, and as no slow disk")
  func told() async {
    let (stage, gate) = await measuring()
    gate.open()
    await stage.wait { $0 == .ended }
    await stage.engine.shutDown()
    #expect(!stage.news.map(\.kind).contains(.stalled))
    #expect(stage.news.last?.gain == -6)
  }

  @Test("turning the level off does not wait for a gain")
  func turnedOff() async {
    let (stage, gate) = await measuring()
    stage.change { $0.level = .off }
    gate.open()
    await stage.wait { $0 == .ended }
    await stage.engine.shutDown()
    #expect(stage.news.last?.gain == nil)
  }

  /// A song that waits for its gain, until the gate is opened.
  private func measuring() async -> (Stage, Gate) {
    var gains = FixedGains([-6])
    let gate = Gate()
    gate.close()
    gains.wasAsked.close()
    gains.gate = gate
    var timing = AudioEngine.Timing()
    // Not zero: each report would be followed by the next one at once.
    (timing.underrunDelay, timing.stallDelay) = (.zero, .zero)
    timing.stallNoticeDelay = .milliseconds(20)
    let stage = Stage(
      [MemoryTrack(Self.songs[0])], outputs: TapeOpener(isFixedFormat: false), gains: gains,
      timing: timing)
    stage.change {
      ($0.level, $0.transport) = (.on, .paused)
      $0.jump(to: stage.segment(0))
    }
    // Played sooner, it would be the disk that is slow.
    gains.wasAsked.pass()
    stage.change { $0.transport = .playing }
    // It is told again and again.
    for _ in 0..<3 { await stage.wait { $0 == .measuring(percent: 8) } }
    return (stage, gate)
  }

  private func rig(_ gains: any GainSource, level: Level = .on) -> Rig {
    let rig = Rig(Self.songs.map { MemoryTrack($0) }, gains: gains)
    rig.change { $0.level = level }
    return rig
  }

  /// `samples` multiplied by `gain` dB, in 24 bits.
  private static func levelled(_ samples: [Int16], by gain: Double) -> [Int32] {
    let factor = Float(pow(10, gain / 20))
    return samples.map { sample in
      let value = Float(sample) * 0x1p-15 * factor
      return Int32((Double(value) * 0x1p23).rounded(.toNearestOrEven))
    }
  }

  private func expect(_ rig: Rig, _ samples: [Int32]) {
    let played = rig.tape.int24()
    #expect(played.count == samples.count)
    #expect(zip(played, samples).enumerated().first { $1.0 != $1.1 }?.offset == nil)
  }
}
