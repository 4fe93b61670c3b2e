import Foundation
import MeditationAudio
import MeditationEngine
import MeditationPlan
import Testing

/// Pauses in songs whose sample rate is converted for the file that they are rendered into.
@MainActor struct ConvertedPauseTests {
  private static let rate = 44_100
  private static let pauseCount = 20
  /// Output frames between two pauses, and of each.
  private static let (played, paused) = (7_001, 3_000)
  /// Output frames of the ramps, and of the ringing that they cause.
  private static let margin = 1_323
  private static let frequency = 441.0

  @Test("pauses come in time, and nothing is lost or played twice", arguments: [48_000, 8_000])
  func pauses(songRate: Int) throws {
    let (rate, played, paused) = (Self.rate, Self.played, Self.paused)
    let shop = try Workshop()
    try makeSong("first", rate: rate, frameCount: 1_000, in: shop)
    try makeSong("second", rate: songRate, frameCount: songRate * 4, in: shop)
    let (starts, end) = try play(in: shop)
    #expect(starts.count == Self.pauseCount + 1)

    // Half a frame of the song, and two roundings to frames of the output.
    let largestMove = 0.5 / Double(songRate) + 1 / Double(rate)
    let samples = try Decoded(shop.path("out.wav")).samples(Int32.self).map {
      Double($0) / 2_147_483_648
    }
    try #require(samples.count >= 1_000 + Self.pauseCount * (played + paused))
    for (index, start) in starts.enumerated() {
      // Each pause takes effect at the nearest frame of the song.
      let song = Double(index * played) / Double(rate)
      #expect(abs(start - song) <= min(Double(index) * largestMove, 0.001) + 1e-9)
      // From there on, the song itself.
      let first = 1_000 + index * (played + paused)
      let isLast = index == Self.pauseCount
      let count = isLast ? Int((end - start) * Double(rate)) : played
      let body = Self.margin..<(count - (isLast ? Self.margin : 0))
      let errors = body.map {
        abs(samples[first + $0] - sine(start + Double($0) / Double(rate)))
      }
      #expect((errors.max() ?? 1) < 1e-4)
      if !isLast {
        #expect(
          samples[(first + played + 441 + 4)..<(first + played + paused)].allSatisfy { $0 == 0 })
      }
    }
    let length = 1_000 + 4 * rate + Self.pauseCount * paused
    let last = try #require(samples.lastIndex { $0 != 0 }) + 1
    #expect(abs(last - length) <= Int(largestMove * Double(Self.pauseCount * rate)))
    // Without the ringing at the ends of the song.
    let body = samples[(1_000 + Self.margin)..<(last - Self.margin)]
    let step = zip(body, body.dropFirst()).map { abs($0 - $1) }.max() ?? 1
    // That of the sine, and of a ramp of 10 ms.
    #expect(step < 0.5 * (2 * .pi * Self.frequency / Double(rate) + .pi / 2 / 441))
  }

  private func sine(_ seconds: Double) -> Double {
    0.5 * sin(2 * .pi * Self.frequency * seconds)
  }

  /// A sine of half of full scale, in 24 bits.
  private func makeSong(_ name: String, rate: Int, frameCount: Int, in shop: Workshop) throws {
    let samples = (0..<frameCount).map { frame in
      Int32(0x1p31 * sine(Double(frame) / Double(rate))).littleEndian
    }
    let raw = shop.folder.appendingPathComponent("\(name).raw")
    try samples.withUnsafeBytes { Data($0) }.write(to: raw)
    try shop.run("sox -D -t raw -r \(rate) -c 1 -b 32 -e signed -L \(name).raw -b 24 \(name).wav")
  }

  /// - Returns: From which positions the second song sounds, and its end, in seconds.
  private func play(in shop: Workshop) throws -> (starts: [Double], end: Double) {
    var score = Score(
      generation: Generation(jump: 1), segment: .song(id: 0), next: .song(id: 1))
    var engine: RenderingEngine?
    var position = 0.0
    engine = RenderingEngine(
      decoders: SystemDecoders(programs: nil),
      outputs: try AoFileOpener(path: shop.path("out.wav")),
      converters: SoxrConverters()
    ) { event in
      position = event.position / .seconds(1)
      guard event.kind == .crossed else { return }
      score = Score(generation: event.generation.following, segment: .song(id: 1))
      MainActor.assumeIsolated { engine?.follow(score) }
    }
    func advance(_ count: Int) {
      engine?.advance(by: Duration(frames: count, sampleRate: Self.rate))
    }
    engine?.append(["first", "second"].map { Track(path: shop.path("\($0).wav")) })
    engine?.follow(score)
    advance(1_000)
    var starts = [0.0]
    for _ in 0..<Self.pauseCount {
      advance(Self.played)
      score.transport = .paused
      engine?.follow(score)
      advance(Self.paused)
      starts.append(position)
      score.transport = .playing
      engine?.follow(score)
    }
    advance(4 * Self.rate)
    engine?.shutDown()
    // Its handler holds it.
    engine = nil
    return (starts, position)
  }
}
