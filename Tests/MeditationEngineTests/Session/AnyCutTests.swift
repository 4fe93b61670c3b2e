import MeditationPlan
import MeditationTestSupport
import SystemPackage
import Testing

@testable import MeditationEngine

/// A rendering is the same to the last bit, whatever slices it is cut into, and however many frames the
/// decoders deliver at once: what a lane adds to a frame depends on its session time alone.
@MainActor struct AnyCutTests {
  struct Score: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var songs: [MemoryTrack]
    var plan: Plan
    var seconds = 6
    var level = Level.off
    var repeats = false
    var outputRate: Int?
  }

  /// How many frames are rendered at once, in turn; 0 is at random.
  private static let cuts = [[4_096], [1], [7], [64], [0], [3, 0, 1, 64]]
  nonisolated private static let rate = 8_000

  nonisolated private static func noise(
    _ seconds: Double, rate: Int = rate, channels: Int = 2, seed: Int
  ) -> MemoryTrack {
    let count = Int(seconds * Double(rate)) * channels
    return MemoryTrack(
      Signal.noise(frames: count, seed: UInt64(seed)).map { Int32($0) << 13 }, rate: rate,
      channels: channels)
  }

  /// All that lies beside the music, with a voice out of track 8 and a layer and a bell out of track 9.
  nonisolated private static let plans: [(String, Plan)] = [
    (
      "strokes, a roll and a fade",
      .of {
        $0.length = .time(.milliseconds(4_321))
        $0.settling = .milliseconds(700)
        $0.opening = 2
        $0.bells = [.every(.milliseconds(1_300))]
        $0.closing = Strokes(1)
        $0.fade = Fade(in: .milliseconds(900), out: .milliseconds(1_100))
      }
    ),
    (
      "a breath, layers and a voice",
      .of {
        $0.length = .time(.milliseconds(5_003))
        $0.breath = Breath(inhale: .milliseconds(700), exhale: .milliseconds(900))
        $0.under = [
          Layer(.rain, volume: 60), Layer(.fan, volume: 50),
          Layer(.file("track-9"), volume: 70),
        ]
        $0.parts[0].voices = [Voice("track-8", at: .milliseconds(1_234))]
        $0.opening = 1
        $0.fade = Fade(in: .zero, out: .milliseconds(500))
      }
    ),
    (
      "parts, music that waits, and a bell out of a file",
      .of {
        $0.parts = [
          Part("A", .time(.milliseconds(1_501))), Part("B", .time(.milliseconds(1_250))),
          Part("C", .time(.milliseconds(1_777))),
        ]
        $0.parts[1].hasMusic = false
        $0.parts[0].under = [Layer(.wind, volume: 60)]
        $0.parts[1].under = [Layer(.waves, volume: 60)]
        $0.parts[2].opening = 2
        $0.bell = Bell(.file("track-9"))
        $0.fade = Fade(in: .milliseconds(300), out: .milliseconds(400))
      }
    ),
  ]

  nonisolated private static let scores: [Score] =
    plans.flatMap { name, plan in
      [
        Score(
          testDescription: name,
          songs: [noise(2.5, seed: 1), noise(1.7, channels: 1, seed: 2), noise(4, seed: 3)],
          plan: plan, level: .on),
        Score(
          testDescription: name + ", at another rate",
          songs: [noise(2.5, rate: 12_000, seed: 4), noise(4, rate: 11_025, seed: 5)], plan: plan,
          outputRate: rate),
        Score(
          testDescription: name + ", songs of 16 bits",
          songs: [MemoryTrack(Signal.noise(frames: 60_000), rate: rate, channels: 2)],
          plan: plan),
        Score(
          testDescription: name + ", a crossfade, again and again",
          songs: [noise(2, rate: 44_100, seed: 6), noise(1.5, rate: 22_050, channels: 1, seed: 7)],
          plan: {
            var plan = plan
            (plan.crossfade, plan.repeats) = (.milliseconds(700), .on)
            return plan
          }(), repeats: true, outputRate: rate),
      ]
    }

  @Test("any slices and any reads give the same bits, and the same events", arguments: scores)
  func cuts(of score: Score) {
    let whole = render(score, cut: Self.cuts[0], counts: nil)
    #expect(whole.bytes.contains { $0 != 0 })
    for (number, cut) in Self.cuts.enumerated() {
      let other = render(score, cut: cut, counts: UInt64(number))
      #expect(whole.bytes.count == other.bytes.count, "\(cut)")
      let difference = zip(whole.bytes, other.bytes).enumerated().first { $1.0 != $1.1 }?.offset
      #expect(difference == nil, "\(cut)")
      #expect(whole.news == other.news, "\(cut)")
    }
  }

  private func render(
    _ score: Score, cut: [Int], counts: UInt64?
  ) -> (bytes: [UInt8], news: [String]) {
    func drawing(_ track: MemoryTrack, _ number: Int) -> MemoryTrack {
      var track = track
      track.counts = counts.map { SplitMix64(seed: $0 &* 100 &+ UInt64(number)) }
      return track
    }
    var files = MemoryOpener([])
    files.tracks["track-8"] = drawing(Self.noise(1.5, rate: 11_025, channels: 1, seed: 8), 8)
    files.tracks["track-9"] = drawing(Self.noise(1.1, rate: 12_000, seed: 9), 9)
    let bells = BellSounds(decoders: files, converters: LinearConverters())
    #expect(throws: Never.self) { try bells.load("track-9") }
    var outputs = TapeOpener()
    outputs.fixedSampleRate = score.outputRate
    let rig = Rig(
      score.songs.enumerated().map { drawing($1, $0) }, outputs: outputs,
      sounds: LaneSounds(bells, waits: true), gains: FixedGains([-6, -3, 2.5]))
    (rig.endsItself, rig.repeats) = (true, score.repeats)
    rig.change { $0.level = score.level }
    rig.sit(score.plan)
    var random = SplitMix64(seed: counts ?? 0)
    var (done, turn) = (0, 0)
    let count = score.seconds * Self.rate
    while done < count {
      let wanted = cut[turn % cut.count]
      let frames = min(
        wanted == 0 ? Int.random(in: 1...3_000, using: &random) : wanted, count - done)
      rig.advance(frames: frames, rate: Self.rate)
      (done, turn) = (done + frames, turn + 1)
    }
    let news = rig.news.map { "\($0.generation) \($0.elapsed) \($0.kind)" }
    return (rig.tape.bytes(), news)
  }
}
