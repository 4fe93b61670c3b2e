import MeditationPlan
import SystemPackage

/// A short sound in memory.
struct Recording: Sendable {
  /// Interleaved stereo, within full scale.
  var samples: [Float]
  /// In hertz.
  var sampleRate: Int
  /// True if the file that it was read of is longer.
  var isCut = false

  var frameCount: Int { samples.count / 2 }

  /// The largest magnitude of a sample from `frame` on.
  func peak(from frame: Int = 0) -> Float {
    samples[(2 * frame)...].reduce(0) { max($0, abs($1)) }
  }

  /// Fades the last `count` frames to exactly 0.
  mutating func fadeOut(last count: Int) {
    let count = min(count, frameCount)
    for index in 0..<count {
      let gain = Float(RaisedCosine.rise(Double(index) / Double(count)))
      let frame = frameCount - 1 - index
      samples[2 * frame] *= gain
      samples[2 * frame + 1] *= gain
    }
  }
}

extension Recording {
  /// The rate to which files are converted, in hertz: that of most sound devices.
  static let convertedRate = 48_000
  /// Below this, -80 dBFS, a sound is silence.
  static let silence: Float = 1e-4

  /// Reads the first minute of the file at `path`. Blocks on the disk.
  ///
  /// - Parameter converters: Convert it to 48 kHz; where they cannot, it keeps its rate.
  init(
    _ path: FilePath, decoders: any DecoderOpener, converters: any RateConverterMaker
  ) throws(SongDecodingError) {
    let decoder = try decoders.openPlayable(path)
    let rate = decoder.format.sampleRate
    let target = Self.convertedRate
    let converter = try? converters.converter(from: rate, to: target, channelCount: 2)
    self.init(samples: [], sampleRate: converter == nil ? rate : target)

    var reader = StereoReader(decoder)
    var frames: [Float] = []
    var rest = Bell.longest.frameCount(at: rate)
    samples.reserveCapacity(2 * min(decoder.frameCount ?? 0, rest) / rate * sampleRate)
    repeat {
      try reader.read(into: &frames, limit: rest)
      rest -= frames.count / 2
      if let converter { converter.convert(frames, into: &samples) } else { samples += frames }
    } while !frames.isEmpty && rest > 0
    if rest == 0 {
      // Damage there is damage of nothing that is heard.
      try? reader.read(into: &frames, limit: 1)
      isCut = !frames.isEmpty
    }
    converter?.finish(into: &samples)
    StereoReader.limit(&samples)

    if samples.isEmpty { throw .noSound }
    if peak() < Self.silence { throw SongDecodingError("the file is silent") }
    fadeEnd()
  }

  /// Fades an end that would click: over 1 s where the file is cut, else over 20 ms.
  private mutating func fadeEnd() {
    let last = max(0, frameCount - sampleRate / 1_000)
    guard peak(from: last) >= Self.silence else { return }
    fadeOut(last: isCut ? sampleRate : sampleRate / 50)
  }
}

/// Reads a decoder's frames as stereo floats.
private struct StereoReader {
  private static let capacity = 4096

  private let decoder: any SongDecoder
  private let map: ChannelMap
  /// Reused from read to read.
  private var bytes: [UInt8]
  private var samples: [Float] = []

  init(_ decoder: any SongDecoder) {
    let format = decoder.format
    self.decoder = decoder
    map = ChannelMap(from: format.channelCount, to: 2)
    bytes = [UInt8](repeating: 0, count: Self.capacity * format.frameByteCount)
  }

  /// Replaces `frames` by the next ones, at most `limit`; none at the end. Samples beyond full
  /// scale are limited to it.
  mutating func read(into frames: inout [Float], limit: Int) throws(SongDecodingError) {
    samples.removeAll(keepingCapacity: true)
    _ = try decoder.readFloats(into: &samples, through: &bytes, limit: limit)
    map.apply(samples, into: &frames)
    Self.limit(&frames)
  }

  /// Limits samples, which are finite, to full scale.
  static func limit(_ samples: inout [Float]) {
    for index in samples.indices { samples[index] = min(max(samples[index], -1), 1) }
  }
}
