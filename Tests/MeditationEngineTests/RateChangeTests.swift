import MeditationPlan
import MeditationSystem
import Testing

@testable import MeditationEngine

/// Songs of other rates than the output's.
@MainActor struct RateChangeTests {
  @Test("a file keeps its format: another rate is converted, to its exact length")
  func fileChange() throws {
    let second = Signal.sine(1_000, frames: 48_000, rate: 48_000)
    let rig = Rig([
      MemoryTrack(Signal.noise(frames: 10_000)), MemoryTrack(second, rate: 48_000),
      MemoryTrack(Signal.noise(frames: 500)),
    ])
    rig.play(0)
    rig.advance(frames: 10_000 + 44_100 + 500)
    #expect(rig.tape.formats.count == 1)
    let heard = rig.tape.int16()
    try #require(heard.count == 54_600)
    #expect(Signal.firstDifference(Array(heard.suffix(500)), Signal.noise(frames: 500)) == nil)
    let ideal = Signal.sine(1_000, frames: 44_100)
    let errors = (0..<44_100).map { abs(Int(heard[10_000 + $0]) - Int(ideal[$0])) }
    // Of a chord instead of the arc: 35 (amplitude times the square of the angle, by 8).
    #expect((errors.max() ?? 0) <= 40)
  }

  @Test("whatever the rates, a short stretch is converted at once: the memory is bounded")
  func stretches() throws {
    let converters = WatchedConverters()
    let low = MemoryTrack(Signal.noise(frames: 20_000), rate: 1_000)
    let rig = Rig([MemoryTrack([0] as [Int16], rate: 192_000), low], converters: converters)
    rig.play(0)
    rig.engine?.advance(by: .seconds(19))
    let format = StreamFormat(sampleRate: 192_000, channelCount: 1, sample: .float32)
    let decoder = try ConvertedDecoder(
      MemoryOpener([low]).open(MemoryOpener.path(0)), to: format, converters)
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { bytes.deallocate() }
    #expect(try decoder.read(into: bytes) > 0)
    #expect(converters.longest.withLock { $0 } <= OutputBuffer.longestStretch + 192)
  }

  @Test("songs of one rate and other channels are one run: nothing is lost between them")
  func channelChange() {
    let mono = Signal.sine(1_000, frames: 48_000, rate: 48_000)
    let stereo = mono.flatMap { [$0, $0] }
    let rig = Rig([
      MemoryTrack(Signal.noise(frames: 200), channels: 2), MemoryTrack(mono, rate: 48_000),
      MemoryTrack(stereo, rate: 48_000, channels: 2),
    ])
    rig.play(0)
    rig.advance(frames: 100 + 44_100 * 2 + 100)
    let left = rig.tape.int16().enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
    let ideal = Signal.sine(1_000, frames: 44_100 * 2)
    let errors = zip(left.dropFirst(100), ideal).map { abs(Int($0) - Int($1)) }
    #expect((errors.max() ?? 0) <= 40)
    #expect(left.count == 100 + 44_100 * 2 + 100)
    #expect(left.suffix(100).allSatisfy { $0 == 0 })
  }

  @Test("what is held back is heard before a silence, not after it")
  func tail() {
    let constant = [Int16](repeating: 8_000, count: 4_800)
    let rig = Rig([
      MemoryTrack([Int16](repeating: 8_000, count: 100)), MemoryTrack(constant, rate: 48_000),
      MemoryTrack([Int16](repeating: 8_000, count: 100)),
    ])
    rig.play(0)
    rig.followsBoundaries = false
    rig.change { $0.next = rig.segment(1) }
    rig.advance(frames: 5_000)
    let heard = rig.tape.int16()
    #expect(heard.prefix(100 + 4_410).allSatisfy { abs(Int($0) - 8_000) <= 1 })
    #expect(heard.dropFirst(100 + 4_410).allSatisfy { $0 == 0 })
    #expect(heard.count == 5_000)
  }

  @Test("a pause ramps down what is converted, and resumes at the frame where it began")
  func pause() throws {
    let rising = (0..<100_000).map { Int16(4_000 + $0 / 4) }
    let rig = Rig([MemoryTrack([4_000] as [Int16]), MemoryTrack(rising, rate: 48_000)])
    rig.play(0)
    rig.advance(frames: 20_000)
    rig.pause()
    rig.advance(frames: 5_000)
    rig.resume()
    rig.advance(frames: 20_000)
    let heard = rig.tape.int16()
    // A raised cosine of 441 frames, from about 10,000.
    #expect(Signal.largestStep(heard) < 50)
    let start = try #require(heard.firstIndex(of: 0))
    let end = try #require(heard.lastIndex(of: 0))
    // The frames of the ramp down are played again: 450 frames of output, a quarter step each.
    let rise = Int(heard[end + 445]) - Int(heard[start - 445])
    #expect(abs(rise - 450 * 48_000 / 44_100 / 4) <= 8)
  }

  @Test("a pause after a boundary within a run: the song before is heard to its end")
  func pauseAfterBoundary() throws {
    let song = [Int16](repeating: 8_000, count: 4_800)
    let rig = Rig([
      MemoryTrack([8_000] as [Int16]), MemoryTrack(song, rate: 48_000),
      MemoryTrack(song, rate: 48_000),
    ])
    rig.play(0)
    // The converter still holds the end of the second song.
    rig.advance(frames: 1 + 4_410 - 200)
    #expect(rig.news.map(\.kind) == [.crossed, .crossed])
    rig.pause()
    rig.advance(frames: 2_200)
    #expect(rig.events.last?.position == .zero)
    rig.resume()
    rig.advance(frames: 6_000)
    let heard = rig.tape.int16()
    #expect(heard.prefix(1 + 4_410).allSatisfy { abs(Int($0) - 8_000) <= 1 })
    #expect(heard[(1 + 4_410 + 441)..<(1 + 4_410 + 2_000)].allSatisfy { $0 == 0 })
    #expect(heard[(1 + 4_410 + 2_000)..<(1 + 8_820 + 2_000)].allSatisfy { abs(Int($0)) > 7_990 })
    #expect(heard[(1 + 8_820 + 2_000)...].allSatisfy { $0 == 0 })
  }

  @Test("the position is that of what was written, not of what is held back")
  func position() {
    let song = MemoryTrack([Int16](repeating: 8_000, count: 20_000), rate: 8_000)
    let rig = Rig([MemoryTrack([8_000] as [Int16]), song])
    rig.play(0)
    for _ in 1...20 {
      rig.advance(frames: 4_410)
      let late = Duration(frames: rig.tape.frameCount - 1, sampleRate: 44_100)
      let position = rig.events.last?.position ?? .zero
      #expect((late - .milliseconds(1)...late + .milliseconds(1)).contains(position))
    }
  }

  @Test("a low rate comes to its end, however few frames are asked for at once")
  func fewFrames() {
    let song = [Int16](repeating: 8_000, count: 800)
    let rig = Rig([MemoryTrack([8_000] as [Int16]), MemoryTrack(song, rate: 8_000)])
    rig.play(0)
    for index in 0..<1_200 { rig.advance(frames: 1 + index % 7) }
    #expect(rig.news.map(\.kind) == [.crossed, .ended])
    let heard = rig.tape.int16()
    #expect(heard.prefix(1 + 4_410).allSatisfy { abs(Int($0) - 8_000) <= 1 })
    #expect(heard.dropFirst(1 + 4_410).allSatisfy { $0 == 0 })
  }

  @Test("what is converted does not pile up: a change of volume is heard soon")
  func volume() {
    let song = [Int16](repeating: 8_000, count: 4_000)
    let rig = Rig(
      [MemoryTrack([8_000] as [Int16]), MemoryTrack(song, rate: 8_000)],
      converters: LinearConverters(heldCount: 8))
    rig.play(0)
    for _ in 0..<1_000 { rig.advance(frames: 1) }
    rig.change { $0.volume = 0 }
    rig.advance(frames: 2_000)
    // The ramp, and what the converter holds.
    #expect(rig.tape.int16().dropFirst(1_000 + 882 + 100).allSatisfy { $0 == 0 })
    #expect(rig.tape.int16()[1_000 - 1] == 8_000)
  }

  @Test("a song whose rate cannot be converted fails, once; the next one plays")
  func noConverter() {
    let (first, last) = (Signal.noise(frames: 1_000), Signal.noise(frames: 1_000, seed: 2))
    let rig = Rig(
      [
        MemoryTrack(first), MemoryTrack([Int16](repeating: 1, count: 1_000), rate: 48_000),
        MemoryTrack(last),
      ], converters: RefusingConverters())
    rig.play(0)
    rig.advance(frames: 3_000)
    let reason =
      "its 48000 Hz cannot be converted to the output's 44100 Hz: nothing is converted"
    #expect(rig.news.map(\.kind) == [.crossed, .failed(reason: reason)])
    #expect(rig.news.last?.position == .zero)
    rig.play(2)
    rig.advance(frames: 1_000)
    #expect(
      Signal.firstDifference(
        rig.tape.int16(), first + [Int16](repeating: 0, count: 2_000) + last) == nil)
  }

  @Test("a device that refuses a rate which cannot be converted is opened, and the song fails")
  func noConverterLive() {
    let outputs = TapeOpener(isFixedFormat: false, takes: { $0.sampleRate == 48_000 })
    let song = Signal.noise(frames: 1_000)
    let rig = Rig(
      [MemoryTrack(Signal.noise(frames: 1_000)), MemoryTrack(song, rate: 48_000)],
      outputs: outputs, converters: RefusingConverters())
    rig.play(0)
    rig.advance(frames: 1_000)
    #expect(rig.news.map(\.kind.isFailure) == [true])
    rig.play(1)
    rig.advance(frames: 2_000)
    let heard = rig.tape.int16(rig.tape.formats.count - 1)
    #expect(Signal.firstDifference(heard.drop { $0 == 0 }.prefix(1_000), song) == nil)
    #expect(rig.news.last?.kind == .ended)
  }
}

extension EngineEvent.Kind {
  fileprivate var isFailure: Bool {
    if case .failed = self { true } else { false }
  }
}

/// Notes how many frames a conversion gives at most.
private struct WatchedConverters: RateConverterMaker {
  let longest = Locked(0)

  func makeConverter(
    from inputRate: Int, to outputRate: Int, channelCount: Int
  ) throws(SongDecodingError) -> any RateConverter {
    Watched(
      LinearConverters().makeConverter(
        from: inputRate, to: outputRate, channelCount: channelCount), channelCount, longest)
  }

  private final class Watched: RateConverter {
    private let base: any RateConverter
    private let channelCount: Int
    private let longest: Locked<Int>

    init(_ base: any RateConverter, _ channelCount: Int, _ longest: Locked<Int>) {
      (self.base, self.channelCount, self.longest) = (base, channelCount, longest)
    }

    func convert(_ input: [Float], into output: inout [Float]) {
      let before = output.count
      base.convert(input, into: &output)
      let count = (output.count - before) / channelCount
      longest.withLock { $0 = max($0, count) }
    }

    func finish(into output: inout [Float]) { base.finish(into: &output) }
  }
}
