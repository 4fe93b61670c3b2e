import Foundation
import MeditationEngine
import MeditationPlan
import MeditationSystem
import Testing

/// Songs with parts that cannot be decoded.
@MainActor struct DamageTests {
  private static let value: Int32 = 1 << 30
  private static let level = Double(value) / 256
  /// Frames of 24 bits in one chunk.
  nonisolated private static let chunk = 4096
  nonisolated private static let length = 6 * chunk

  /// A song of one constant sample, so that each gain shows.
  private func track(holes: [Range<Int>]) -> MemoryTrack {
    var track = MemoryTrack([Int32](repeating: Self.value, count: Self.length))
    track.holes = holes
    return track
  }

  @Test(
    "each hole: what is before it ramps down, what is behind ramps up, and nothing else changes",
    arguments: [
      5000..<5700, chunk..<(chunk + 1000), (chunk - 1)..<(chunk + 1), 600..<(3 * chunk),
      (2 * chunk - 441)..<(2 * chunk), 0..<1024, 0..<(2 * chunk), 882..<10_000,
      (length - 3000)..<(length - 1000), (length - 2000)..<(length - 1),
    ])
  func hole(_ hole: Range<Int>) throws {
    let rig = Rig([track(holes: [hole])])
    rig.play(0)
    rig.advance(frames: Self.length + 1000)
    let heard = rig.tape.int24()
    let news = rig.news
    try #require(news.map(\.kind).count == 2)
    guard case .damaged(let lost) = news[0].kind else { return #expect(news[0].kind == .ended) }
    let end = hole.lowerBound + lost.frameCount(at: 44_100)
    #expect((hole.upperBound..<(hole.upperBound + 16)).contains(end))
    #expect(news[0].position == Duration(frames: hole.lowerBound, sampleRate: 44_100))
    #expect(news[0].elapsed == news[0].position)
    #expect(news[1].kind == .ended)
    #expect(news[1].position == Duration(frames: Self.length, sampleRate: 44_100))
    #expect(
      news[1].elapsed == Duration(frames: Self.length - (end - hole.lowerBound), sampleRate: 44_100)
    )
    let expected = down(hole.lowerBound) + up(Self.length - end)
    let errors = zip(heard, expected).map { abs(Double($0) - $1 * Self.level) }
    #expect((errors.max() ?? 0) <= 2, "\(errors.firstIndex { $0 > 2 } ?? -1)")
    #expect(heard.dropFirst(expected.count).allSatisfy { $0 == 0 })
  }

  /// Gains of sound that ends with a ramp.
  private func down(_ count: Int) -> [Double] {
    let ramp = min(TransportTests.ramp, count)
    return (0..<count).map { frame in
      let step = frame - (count - ramp) + 1
      return step <= 0 ? 1 : 0.5 + 0.5 * cos(.pi * Double(step) / Double(ramp))
    }
  }

  /// Gains of sound that begins with a ramp.
  private func up(_ count: Int) -> [Double] {
    let ramp = TransportTests.ramp
    return (1...count).map { frame in
      frame >= ramp ? 1 : 0.5 - 0.5 * cos(.pi * Double(frame) / Double(ramp))
    }
  }

  @Test("nothing clicks, whether the rate is converted or not", arguments: [44_100, 48_000])
  func clicks(rate: Int) {
    let song = Signal.sine(440, frames: 88_200)
    var track = MemoryTrack(song)
    track.holes = [20_025..<24_000, 50_000..<51_000, 54_100..<56_000]
    let rig = Rig(
      [MemoryTrack(song), track],
      outputs: TapeOpener(isFixedFormat: false, takes: { $0.bits == 16 && $0.sampleRate == rate }))
    rig.play(0)
    rig.advance(frames: 190_000)
    let slope = Int(Double.pi / 2 * 16_384 / Double(TransportTests.ramp)) + 3
    // The end of a song has no ramp.
    let heard = rig.tape.int16()
    let end = heard.lastIndex { $0 != 0 } ?? 0
    #expect(Signal.largestStep(Array(heard[...end])) <= max(Signal.largestStep(song), slope))
    let damage = rig.news.filter { if case .damaged = $0.kind { true } else { false } }
    #expect(
      damage.map(\.position)
        == [20_025, 50_000, 54_100].map {
          Duration(frames: $0, sampleRate: 44_100)
        })
    #expect(rig.news.last?.kind == .ended)
  }

  @Test("between two songs: neither boundary moves")
  func boundaries() throws {
    let (one, two) = (Signal.noise(frames: 20_000), Signal.noise(frames: 20_000, seed: 2))
    var tracks = [MemoryTrack(one), MemoryTrack(two)]
    tracks[0].holes = [19_000..<19_500]
    tracks[1].holes = [0..<300]
    let rig = Rig(tracks)
    rig.play(0)
    rig.advance(frames: 45_000)
    let kinds = rig.news.map(\.kind)
    try #require(kinds.count == 4)
    guard case .damaged(let first) = kinds[0], case .damaged(let second) = kinds[2] else {
      return #expect(kinds == [])
    }
    #expect(kinds[1] == .crossed)
    #expect(kinds[3] == .ended)
    let lost = [first, second].map { $0.frameCount(at: 44_100) }
    let heard = rig.tape.int16()
    #expect(heard.prefix(18_500).elementsEqual(one.prefix(18_500)))
    // The end of a song has no ramp.
    let end = 20_000 - lost[0]
    #expect(heard[(end - 10)..<end].elementsEqual(one.suffix(10)))
    #expect(heard[(end + 1000)..<(end + 20_000 - lost[1])].elementsEqual(two[(lost[1] + 1000)...]))
  }

  @Test("a seek into a hole goes to what is behind it; one behind it goes there")
  func seeks() throws {
    let song = Signal.noise(frames: 100_000)
    var track = MemoryTrack(song)
    track.holes = [40_000..<60_000]
    let rig = Rig([track])
    rig.play(0, from: Duration(frames: 50_000, sampleRate: 44_100))
    rig.advance(frames: 1_000)
    guard case .damaged(let lost)? = rig.news.first?.kind else { return #expect(rig.news == []) }
    let end = 50_000 + lost.frameCount(at: 44_100)
    #expect((60_000..<60_016).contains(end))
    #expect(rig.news.first?.position == Duration(frames: 50_000, sampleRate: 44_100))
    #expect(rig.tape.int16()[500..<1000].elementsEqual(song[(end + 500)..<(end + 1000)]))
    #expect(rig.events.last?.position == Duration(frames: end + 1000, sampleRate: 44_100))
    rig.play(0, from: Duration(frames: 70_000, sampleRate: 44_100))
    rig.advance(frames: 5_000)
    #expect(rig.news.count == 1)
    // The ramp down takes its time, too.
    let ramp = TransportTests.ramp
    #expect(
      rig.tape.int16().suffix(1000).elementsEqual(song[(74_000 - ramp)..<(75_000 - ramp)]))
  }

  @Test("a seek into damage up to the end fails there")
  func seekToEnd() {
    var track = MemoryTrack(Signal.noise(frames: 50_000))
    track.holes = [30_000..<50_000]
    let rig = Rig([track])
    rig.play(0, from: Duration(frames: 40_000, sampleRate: 44_100))
    rig.advance(frames: 1_000)
    #expect(rig.news.map(\.kind) == [.failed(reason: "there is a hole")])
    #expect(rig.news.first?.position == Duration(frames: 40_000, sampleRate: 44_100))
  }

  @Test("a file without a frame fails, though it does not say its length")
  func empty() {
    var track = MemoryTrack([] as [Int16])
    track.hasLength = false
    let rig = Rig([track])
    rig.play(0)
    rig.advance(frames: 1_000)
    #expect(rig.news.map(\.kind) == [.failed(reason: "the file contains no sound")])
  }

  @Test("a song with many holes is heard to its end")
  func manyHoles() {
    var track = MemoryTrack(Signal.noise(frames: 400_000))
    track.holes = (1..<40).map { $0 * 10_000..<($0 * 10_000 + 2_000) }
    let rig = Rig([track])
    rig.play(0)
    rig.advance(frames: 400_000)
    #expect(rig.news.count == 40)
    #expect(rig.news.last?.kind == .ended)
    let lost = rig.news.reduce(0) { sum, event in
      guard case .damaged(let lost) = event.kind else { return sum }
      return sum + lost.frameCount(at: 44_100)
    }
    #expect((78_000...(78_000 + 39 * 16)).contains(lost))
  }

  @Test("damage without an end fails after a bounded effort", arguments: [1, 500])
  func endless(run: Int) {
    // Ten hours of which no more than a few frames follow each other.
    let period = 1000
    var track = MemoryTrack([Int16](repeating: 0, count: 0), rate: 8_000)
    track.bytes = [UInt8](repeating: 0, count: 2 * 10 * 3600 * 8_000)
    track.holes = stride(from: 0, to: track.frameCount, by: period).map {
      ($0 + run)..<($0 + period)
    }
    let rig = Rig([track])
    rig.play(0)
    rig.advance(frames: 100_000, rate: 8_000)
    let isOver = rig.news.last?.kind == .failed(reason: "there is a hole")
    #expect(isOver || rig.news.last?.kind == .ended)
    #expect(rig.files.disk.withLock { $0.seekCount } < 1_000)
  }

  @Test("live, the same frames are played as rendered")
  func live() async {
    var track = MemoryTrack(Signal.noise(frames: 60_000))
    track.holes = [0..<700, 20_000..<22_222, 40_960..<41_000]
    let rig = Rig([track])
    rig.play(0)
    rig.advance(frames: 60_000)
    let stage = Stage([track], outputs: TapeOpener(isFixedFormat: false))
    stage.play(0)
    await stage.wait { $0 == .ended }
    let rendered = rig.tape.int16()
    let count = rig.news.last?.elapsed.frameCount(at: 44_100) ?? 0
    let live = stage.tape.int16()
    let start = live.firstIndex { $0 != 0 } ?? 0
    let begin = rendered.firstIndex { $0 != 0 } ?? 0
    #expect(count > 50_000)
    #expect(
      live.dropFirst(start).prefix(count - begin)
        .elementsEqual(rendered.dropFirst(begin).prefix(count - begin)))
    #expect(stage.news.map(\.kind) == rig.news.map(\.kind))
  }
}
