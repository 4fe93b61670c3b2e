import Foundation
import MeditationEngine
import MeditationPlan
import MeditationSystem
import Testing

/// Songs that pass into each other.
@MainActor struct CrossfadeTests {
  private static let second = 8_000

  /// A sine of `seconds` at the tests' rate of 44.1 kHz.
  private func sine(_ frequency: Double, _ amplitude: Double = 0.3, frames: Int, rate: Int = 44_100)
    -> [Int16]
  {
    Signal.sine(frequency, amplitude, frames: frames, rate: rate)
  }

  private func rig(
    _ tracks: [MemoryTrack], crossfade: Duration = .seconds(1), repeats: Bool = false,
    lengths: [Duration?] = [], gains: (any GainSource)? = nil
  ) -> Rig {
    let rig = Rig(tracks, gains: gains, lengths: lengths)
    rig.repeats = repeats
    rig.change { $0.plan.crossfade = crossfade }
    return rig
  }

  /// Plays all, and returns the left channel.
  private func left(_ rig: Rig, frames: Int) -> [Float] {
    rig.play(0)
    rig.advance(frames: frames)
    return left(rig)
  }

  /// The left channel of what was heard.
  private func left(_ rig: Rig) -> [Float] {
    let bits = rig.tape.formats.first?.bits
    let samples =
      bits == 24
      ? rig.tape.int24().map { Float($0) * 0x1p-23 } : rig.tape.int16().map { Float($0) * 0x1p-15 }
    return stride(from: 0, to: samples.count - 1, by: 2).map { samples[$0] }
  }

  /// The amplitude of `frequency` in `samples`.
  private func amplitude(_ frequency: Double, in samples: some Collection<Float>) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (index, sample) in samples.enumerated() {
      let phase = 2 * .pi * frequency * Double(index) / 44_100
      real += Double(sample) * cos(phase)
      imaginary += Double(sample) * sin(phase)
    }
    return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(samples.count)
  }

  private let frames = 3 * 44_100

  @Test("the end of one song sounds with the beginning of the next, without a click")
  func overlap() {
    let rig = rig([
      MemoryTrack(sine(300, frames: frames)), MemoryTrack(sine(900, frames: frames)),
    ])
    let heard = left(rig, frames: 6 * 44_100)
    // The second song begins where the first one begins to go.
    #expect(rig.news.map(\.kind) == [.crossed, .ended])
    #expect(rig.news.map(\.position) == [.seconds(2), .seconds(3)])
    #expect(heard[(5 * 44_100)...].allSatisfy { $0 == 0 })
    func levels(at second: Double) -> [Double] {
      let frame = Int(second * 44_100)
      return [300.0, 900].map { amplitude($0, in: heard[(frame - 2_205)..<(frame + 2_205)]) }
    }
    for (second, expected) in [
      (1.0, [0.3, 0]), (2.25, [0.256, 0.044]), (2.5, [0.15, 0.15]), (2.75, [0.044, 0.256]),
      (3.5, [0, 0.3]),
    ] {
      for (level, wanted) in zip(levels(at: second), expected) {
        #expect(abs(level - wanted) < 0.005, "at \(second) s")
      }
    }
    // That of both sines together.
    #expect(Signal.largestStep(heard) < 0.3 * 2 * .pi * 1_200 / 44_100)
  }

  @Test("a song that repeats passes into itself, again and again; full scale never clips")
  func repeated() {
    let rig = rig([MemoryTrack(sine(300, 1, frames: frames))], repeats: true)
    let heard = left(rig, frames: 7 * 44_100)
    #expect(rig.news.map(\.kind) == [.crossed, .crossed, .crossed])
    #expect(rig.news.map(\.position) == Array(repeating: .seconds(2), count: 3))
    // Whole periods lie on each other: the sine goes on as if it had no end.
    let whole = sine(300, 1, frames: 7 * 44_100).map { Float($0) * 0x1p-15 }
    #expect(zip(heard, whole).allSatisfy { abs($0 - $1) < 0.001 })
  }

  @Test("off, songs are their concatenation; a change is heard from the next song on")
  func changes() {
    let song = Signal.noise(frames: 400_000)
    let rig = rig([song, song, song].map { MemoryTrack($0) }, crossfade: .zero)
    rig.play(0)
    rig.advance(frames: 100_000)
    rig.change { $0.plan.crossfade = .seconds(1) }
    rig.advance(frames: 320_000)
    rig.change { $0.plan.crossfade = .zero }
    rig.advance(frames: 900_000)
    #expect(Signal.firstDifference(rig.tape.int16().prefix(400_000), song) == nil)
    // A song that is crossfaded has two channels, of which this device, opened for a mono song, has one.
    let news = rig.news.filter { $0.kind != .mixedDown(from: 2, to: 1) }
    #expect(news.map(\.kind) == [.crossed, .crossed, .ended])
    #expect(
      news.map(\.position)
        == Array(
          repeating: Duration(frames: 400_000, sampleRate: 44_100), count: 3))
    #expect(rig.news.last?.kind == .ended)
  }

  @Test(
    "a change while the next song is decoded already is heard from the next boundary that can have it",
    arguments: [(1, 0, [3, 3, 3]), (0, 1, [3, 2, 3])])
  func changedAhead(before: Int, after: Int, positions: [Int]) {
    let rig = rig(
      [300.0, 900, 1_500].map { MemoryTrack(sine($0, frames: frames)) },
      crossfade: .seconds(before))
    rig.play(0)
    // In slices, so that decoding is far ahead.
    for _ in 0..<100 { rig.advance(frames: 441) }
    rig.change { $0.plan.crossfade = .seconds(after) }
    rig.advance(frames: 9 * 44_100)
    let news = rig.news.filter { $0.kind == .crossed || $0.kind == .ended }
    #expect(news.map(\.position) == positions.map { .seconds($0) })
    #expect(news.last?.kind == .ended)
  }

  @Test("what follows may change in the last moment before a song passes into it")
  func changedInLastMoment() {
    for successor in [2, nil] {
      let rig = rig([300.0, 900, 1_500].map { MemoryTrack(sine($0, frames: frames)) })
      rig.play(0)
      // In slices, so that decoding is far ahead.
      for _ in 0..<200 { rig.advance(frames: 431) }
      rig.change { $0.next = successor.flatMap { rig.segment($0) } }
      rig.advance(frames: 5 * 44_100)
      let heard = left(rig)
      #expect(rig.news.first?.position == .seconds(successor == nil ? 3 : 2))
      #expect(amplitude(900, in: heard[(2 * 44_100)..<(3 * 44_100)]) < 0.001)
      #expect(
        Signal.largestStep(Array(heard[..<(3 * 44_100 - 1)])) < 0.3 * 2 * .pi * 1_800 / 44_100)
    }
  }

  @Test("the session changes its mind about what follows, also once that was mixed in")
  func changedSuccessor() {
    for successor in [2, nil] {
      let rig = rig(
        [300.0, 900, 1_500].map { MemoryTrack(sine($0, frames: frames)) })
      rig.play(0)
      rig.advance(frames: 44_100)
      rig.change { $0.next = successor.flatMap { rig.segment($0) } }
      rig.advance(frames: 44_100)
      rig.advance(frames: 5 * 44_100)
      let heard = left(rig)
      #expect(amplitude(900, in: heard[..<(5 * 44_100)]) < 0.001)
      let kinds: [EngineEvent.Kind] = successor == nil ? [.ended] : [.crossed, .ended]
      #expect(rig.news.map(\.kind) == kinds)
      #expect(rig.news.first?.position == .seconds(successor == nil ? 3 : 2))
      let end = successor == nil ? 3 : 5
      #expect(
        amplitude(successor == nil ? 300 : 1_500, in: heard[((end - 1) * 44_100)..<(end * 44_100)])
          > 0.29)
      #expect(heard[(end * 44_100)...].allSatisfy { $0 == 0 })
      #expect(
        Signal.largestStep(Array(heard[..<(end * 44_100 - 1)])) < 0.3 * 2 * .pi * 1_800 / 44_100)
    }
  }

  @Test("songs of other rates, channels and gains, and short ones, pass into each other, too")
  func formats() {
    let tracks = [
      MemoryTrack(sine(300, frames: frames)),
      MemoryTrack(
        sine(900, frames: 3 * 22_050, rate: 22_050).flatMap { [$0, $0] }, rate: 22_050, channels: 2),
      // No song fades in or out over more than half of it.
      MemoryTrack(sine(300, frames: 22_050)),
      MemoryTrack(sine(900, frames: frames)),
    ]
    let rig = rig(tracks)
    let heard = left(rig, frames: 10 * 44_100)
    #expect(rig.tape.formats.count == 1)
    #expect(rig.news.map(\.kind) == [.crossed, .crossed, .crossed, .ended])
    #expect(rig.news.map(\.position) == [.seconds(2), .seconds(2.75), .seconds(0.25), .seconds(3)])
    #expect(Signal.largestStep(heard) < 0.3 * 2 * .pi * 1_200 / 44_100)
    #expect(abs(amplitude(900, in: heard[(3 * 44_100)..<(4 * 44_100)]) - 0.3) < 0.01)
  }

  @Test("no more than half of a short song fades out, also where its length is not known")
  func unknownLength() {
    var short = MemoryTrack(sine(900, frames: 22_050))
    short.hasLength = false
    let rig = rig([short, MemoryTrack(sine(300, frames: frames))])
    let heard = left(rig, frames: 4 * 44_100)
    #expect(rig.news.first?.position == .seconds(0.25))
    #expect(abs(amplitude(900, in: heard[..<8_820]) - 0.3) < 0.01)
  }

  @Test("a seek, a jump, a pause and damage find each song as it is")
  func steering() {
    var damaged = MemoryTrack(sine(900, frames: frames))
    damaged.holes = [60_000..<61_000]
    let rig = rig([MemoryTrack(sine(300, frames: frames)), damaged], repeats: false)
    rig.play(0, from: .seconds(2.5))
    rig.advance(frames: 44_100)
    // Half of what is left of it is faded.
    #expect(rig.news.first?.position == .seconds(2.75))
    rig.pause()
    rig.advance(frames: 10_000)
    rig.resume()
    rig.advance(frames: 4 * 44_100)
    #expect(rig.news.count == 3)
    #expect(rig.news.last?.position == .seconds(3))
    #expect(rig.news.last?.kind == .ended)
    rig.play(1, from: .seconds(2))
    rig.advance(frames: 2 * 44_100)
    #expect(rig.news.last?.position == .seconds(3))
  }

  @Test("a song that cannot be opened lets the one before it play to its end")
  func missing() {
    let rig = rig([MemoryTrack(sine(300, frames: frames)), MemoryTrack([Int16]())])
    rig.files.disk.withLock { _ = $0.deleted.insert(MemoryOpener.path(1)) }
    let heard = left(rig, frames: 4 * 44_100)
    #expect(rig.news.map(\.kind) == [.crossed, .failed(reason: "there is no such file")])
    #expect(rig.news.first?.position == .seconds(3))
    #expect(abs(amplitude(300, in: heard[(2 * 44_100)..<(3 * 44_100)]) - 0.3) < 0.001)
  }
}
