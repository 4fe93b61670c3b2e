import MeditationSystem
import Testing

@testable import MeditationEngine

/// Files of layers: looped without a seam, in bounded memory.
struct LoopReaderTests {
  private static let rate = 8_000

  /// The first `count` frames of the left channel.
  private func read(
    _ track: MemoryTrack, _ count: Int, start: Int = 0, loops: Bool = true
  ) throws -> [Float] {
    let reader = try LoopReader(
      MemoryOpener.path(0), decoders: MemoryOpener([track]), converters: LinearConverters(),
      sampleRate: Self.rate, start: start, loops: loops)
    var samples: [Float] = []
    while samples.count < 2 * count, try reader.read(into: &samples) {}
    return stride(from: 0, to: min(samples.count, 2 * count), by: 2).map { samples[$0] }
  }

  private func track(_ samples: [Float]) -> MemoryTrack { MemoryTrack(samples, rate: Self.rate) }

  @Test("the end passes into the beginning over 2 s, without a step, again and again")
  func crossfade() throws {
    // It rises from -0.5 to 0.5: a loop without a crossfade would step by 1.
    let count = 80_000
    let slope = (0..<count).map { Float($0) / Float(count) - 0.5 }
    let heard = try read(track(slope), 4 * count)
    #expect(heard.count == 4 * count)
    #expect(heard[..<64_000].elementsEqual(slope[..<64_000]) as Bool)
    #expect(Signal.largestStep(heard) < 0.001)
    // Behind the crossfade it goes on 2 s into the file.
    let isSame = heard[count...].prefix(40_000).elementsEqual(slope[16_000...].prefix(40_000))
    #expect(isSame)
  }

  @Test("a file whose ends fit is looped as it is")
  func gapless() throws {
    let period = Signal.sine(200, frames: 40_000, rate: Self.rate).map { Float($0) / 32_768 }
    let heard = try read(track(period), 100_000)
    let isLooped = heard == (0..<100_000).map { period[$0 % 40_000] }
    #expect(isLooped)
  }

  @Test("files that are shorter than the crossfade are looped, too")
  func short() throws {
    for count in [1, 2, 3, 100, 9_000] {
      let heard = try read(track((0..<count).map { Float($0 + 1) / 10_000 }), 20_000)
      #expect(heard.count == 20_000)
      #expect(heard.allSatisfy { (0...1).contains($0) })
    }
  }

  @Test("a file of a few frames is not read again for each pass", arguments: [1, 10, 100])
  func tiny(count: Int) throws {
    let rise = (0..<count).map { Float($0 + 1) / 1_000 }
    let opener = MemoryOpener([track(rise)])
    let reader = try LoopReader(
      MemoryOpener.path(0), decoders: opener, converters: LinearConverters(),
      sampleRate: Self.rate, start: 0, loops: true)
    var samples: [Float] = []
    var readCount = 0
    while samples.count < 160_000, try reader.read(into: &samples) { readCount += 1 }
    #expect(readCount < 40)
    #expect(opener.disk.withLock { $0.seekCount } <= 5)
    let left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
    // Behind its first half, the file passes into its beginning again and again.
    let period = max(count / 2, 1)
    let isLooped = left[period...].dropFirst(period).elementsEqual(left[period...].dropLast(period))
    #expect(isLooped)
    #expect(left.prefix(period) == rise[..<period])
  }

  @Test("an empty file is refused, and does not hang")
  func empty() {
    #expect(throws: SongDecodingError.self) { try read(track([]), 10) }
  }

  @Test("a file of another rate and of many channels is converted")
  func converted() throws {
    let six = MemoryTrack([Float](repeating: 0.25, count: 6 * 4_000), rate: 16_000, channels: 6)
    let heard = try read(six, 2_000, loops: false)
    #expect(heard.count == 2_000 && heard.allSatisfy { $0 > 0.1 && $0 < 0.6 })
  }

  @Test("it begins within the file where that is asked for")
  func start() throws {
    let rise = (0..<40_000).map { Float($0) / 40_000 }
    #expect(
      try read(track(rise), 100, start: 30_000, loops: false) == Array(rise[30_000..<30_100]))
    #expect(try read(track(rise), 100, start: 2_000) == Array(rise[2_000..<2_100]))
  }
}
