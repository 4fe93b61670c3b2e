import Foundation
import Testing

@testable import MeditationEngine

/// A bell out of a file.
struct RecordedBellTests {
  private func bell(
    _ track: MemoryTrack, converters: any RateConverterMaker = RefusingConverters()
  ) throws -> RecordedBell {
    try RecordedBell(MemoryOpener.path(0), decoders: MemoryOpener([track]), converters: converters)
  }

  /// A decaying sine on every channel.
  private func tone(
    _ frequency: Double, seconds: Double, rate: Int, channels: Int = 1, amplitude: Double = 0.5
  ) -> MemoryTrack {
    let samples = (0..<Int(seconds * Double(rate))).flatMap { frame in
      let time = Double(frame) / Double(rate)
      let sample = Float(amplitude * sin(2 * .pi * frequency * time) * exp(-9 * time / seconds))
      return [Float](repeating: sample, count: channels)
    }
    return MemoryTrack(samples, rate: rate, channels: channels)
  }

  @Test("at its own rate, it is copied bit for bit, from any frame and in any chunks")
  func exact() throws {
    let samples = (0..<20_000).map { Float(sin(Double($0) / 9)) * (1 - Float($0) / 20_000) }
    let stereo = zip(samples, samples.reversed().map { -$0 * 0 }).flatMap { [$0, $1] }
    let bell = try bell(MemoryTrack(stereo, rate: 44_100, channels: 2))
    #expect(bell.length == Duration(frames: 10_000 * 2, sampleRate: 44_100))
    let sound = bell.render(0.4, rate: 44_100, chunks: [1, 480, 999])
    #expect(sound.left == Array(samples[..<17_640]))
    let late = bell.render(0.1, from: 3_333.0 / 44_100, rate: 44_100)
    #expect(late.left == Array(samples[3_333..<7_743]))
    let early = bell.render(0.1, from: -100.0 / 44_100, rate: 44_100)
    #expect(early.left == [Float](repeating: 0, count: 100) + samples[..<4_310])
  }

  @Test("formats become floats at full scale")
  func formats() throws {
    let ints = try bell(MemoryTrack([Int16](repeating: 16_384, count: 4_800), rate: 48_000))
    let wide = try bell(MemoryTrack([Int32](repeating: 1 << 30, count: 4_800), rate: 48_000))
    for bell in [ints, wide] {
      let sound = bell.render(0.05)
      #expect(sound.left.allSatisfy { $0 == 0.5 })
      #expect(sound.right == sound.left)
    }
  }

  @Test("8 channels at 192 kHz are mixed to stereo and converted to 48 kHz")
  func surround() throws {
    let track = tone(1_000, seconds: 1, rate: 192_000, channels: 8)
    let bell = try bell(track, converters: LinearConverters())
    #expect(bell.length == .seconds(1))
    let sound = bell.render(1)
    #expect(sound.left == sound.right)
    let expected = (0..<48_000).map { frame in
      let time = Double(frame) / 48_000
      return Float(0.5 * sin(2 * .pi * 1_000 * time) * exp(-9 * time))
    }
    // Linear interpolation falls on frames of the file.
    #expect(zip(sound.left, expected).allSatisfy { abs($0 - $1) < 1e-4 })
  }

  @Test(
    "rendered at another rate, it is interpolated", arguments: [44_100, 48_000, 96_000, 192_000])
  func interpolation(rate: Int) throws {
    let bell = try bell(tone(3_000, seconds: 0.5, rate: 88_200))
    let sound = bell.render(0.4, rate: rate)
    for frame in stride(from: 100, to: sound.left.count, by: 7) {
      let time = Double(frame) / Double(rate)
      let expected = 0.5 * sin(2 * .pi * 3_000 * time) * exp(-18 * time)
      #expect(abs(Double(sound.left[frame]) - expected) < 0.001)
    }
    let pieces = bell.render(0.4, rate: rate, chunks: [1, 480, 77])
    #expect(pieces.distance(to: sound) == 0)
  }

  @Test("interpolated to a lower rate, what cannot be heard there is filtered out")
  func aliases() throws {
    let bell = try bell(tone(30_000, seconds: 0.5, rate: 96_000))
    let sound = bell.render(0.4, rate: 44_100)
    #expect((sound.magnitudes[200...].max() ?? 1) < 0.001)
  }

  @Test("the bound holds at every rate", arguments: [44_100, 48_000, 96_000])
  func bound(rate: Int) throws {
    let noise = Signal.noise(frames: 24_000).enumerated().map {
      Float($1) / 32_768 * ($0 / 4_000 % 2 == 0 ? 1 : 0.05)
    }
    let bell = try bell(MemoryTrack(noise, rate: 48_000))
    let magnitudes = bell.render(0.6, rate: rate).magnitudes
    let levels = magnitudes.indices.map { bell.level(at: Double($0) / Double(rate)) }
    #expect(zip(magnitudes, levels).allSatisfy { $0 <= $1 })
    #expect(levels.allSatisfy { $0 <= 1.25 })
    #expect(Signal.largestStep(levels) < 0.02)
    // Soft parts have low bounds.
    #expect(bell.level(at: 6_000.0 / 48_000) < 0.07)
  }

  @Test("samples beyond full scale are limited, and what is not finite is silent")
  func limits() throws {
    var samples = [Float](repeating: 0.1, count: 4_800)
    (samples[100], samples[200]) = (3, -7)
    (samples[300], samples[400], samples[500]) = (.nan, .infinity, -.infinity)
    let sound = try bell(MemoryTrack(samples, rate: 48_000)).render(0.05)
    #expect([100, 200, 300, 400, 500].map { sound.left[$0] } == [1, -1, 0, 0, 0])
  }

  @Test("only the first minute is read, and fades over its last second")
  func minute() throws {
    let rate = 8_000
    let track = MemoryTrack([Int16](repeating: 8_192, count: rate * 70), rate: rate)
    let bell = try bell(track)
    #expect(bell.length == .seconds(60))
    let end = bell.render(2, from: 58.5, rate: rate).left
    #expect(end[..<4_000].allSatisfy { $0 == 0.25 })
    #expect(zip(end[4_000...], end[4_001...]).allSatisfy { $0 >= $1 && $0 - $1 < 0.001 })
    #expect(end[11_999] == 0)
  }

  @Test("it is known whether more than a minute was there, and how long it is heard")
  func lengths() throws {
    let rate = 8_000
    for (count, isCut) in [(rate * 60 - 1, false), (rate * 60, false), (rate * 60 + 1, true)] {
      let bell = try bell(MemoryTrack([Int16](repeating: 8_192, count: count), rate: rate))
      #expect(bell.isCut == isCut)
      #expect(abs((bell.hold - bell.length).inSeconds) < 0.1)
    }
    let quiet =
      [Int16](repeating: 8_192, count: rate * 10) + [Int16](repeating: 9, count: rate * 10)
    let bell = try bell(MemoryTrack(quiet, rate: rate))
    #expect(abs(bell.hold.inSeconds - 10) < 0.1)
  }

  @Test("an end that is not silent fades over 20 ms; a silent one is left as it is")
  func ending() throws {
    let loud = try bell(MemoryTrack([Int16](repeating: 8_192, count: 4_800), rate: 48_000))
    let end = loud.render(0.1).left
    #expect(end[3_839] == 0.25)
    #expect(end[4_320] < 0.2)
    #expect(end[4_799] == 0)
    let quiet = [Int16](repeating: 8_192, count: 4_700) + [Int16](repeating: 0, count: 100)
    let kept = try bell(MemoryTrack(quiet, rate: 48_000)).render(0.1).left
    #expect(kept[4_699] == 0.25)
  }

  @Test("a file that is empty, silent, missing or damaged is refused")
  func refusals() {
    func reason(_ track: MemoryTrack?) -> String? {
      do throws(SongDecodingError) {
        let opener = MemoryOpener(track.map { [$0] } ?? [])
        _ = try RecordedBell(
          MemoryOpener.path(0), decoders: opener, converters: LinearConverters())
        return nil
      } catch {
        return error.reason
      }
    }
    #expect(reason(MemoryTrack([Int16]())) == "the file contains no sound")
    #expect(reason(MemoryTrack([Int16](repeating: 1, count: 9_000))) == "the file is silent")
    #expect(reason(nil) == "there is no such file")
    var damaged = MemoryTrack([Int16](repeating: 9_000, count: 9_000))
    damaged.damage = (5_000, "the file is damaged")
    #expect(reason(damaged) == "the file is damaged")
    let many = MemoryTrack([Int16](repeating: 9_000, count: 9_000), channels: 9)
    #expect(reason(many) == "it has 9 channels; 1 to 8 are supported")
  }
}
