import MeditationPlan
import SystemPackage

/// A short sound in memory.
struct Recording: Sendable {
  /// Interleaved stereo, within full scale.
  private(set) var samples: [Float]
  /// In hertz.
  let sampleRate: Int
  /// True if the file is longer.
  private(set) var isCut = false

  var frameCount: Int { samples.count / 2 }

  /// The largest magnitude of the samples from `frame` on.
  private func peak(from frame: Int = 0) -> Float {
    samples[(2 * frame)...].reduce(0) { max($0, abs($1)) }
  }

  /// Below this, -80 dBFS, a sound is silence.
  private static let silence: Float = 1e-4

  /// Reads the first minute of the file at `path`. Blocks on the disk.
  ///
  /// - Parameter converters: Convert it to 48 kHz; if they cannot, it keeps its rate.
  init(
    _ path: FilePath, decoders: any DecoderOpener, converters: any RateConverterMaker
  ) throws(SongDecodingError) {
    let decoder = try decoders.openPlayable(path)
    let rate = decoder.format.sampleRate
    // The rate of most sound devices.
    let target = 48_000
    let converter = try? converters.converter(from: rate, to: target, channelCount: 2)
    (samples, sampleRate) = ([], converter == nil ? rate : target)

    let map = ChannelMap(from: decoder.format.channelCount, to: 2)
    var bytes = [UInt8](repeating: 0, count: 4_096 * decoder.format.frameByteCount)
    var (own, frames): ([Float], [Float]) = ([], [])
    /// Replaces `frames` by the next ones in stereo, at most `limit`; empty at the end.
    func read(limit: Int) throws(SongDecodingError) {
      own.removeAll(keepingCapacity: true)
      _ = try decoder.readFloats(into: &own, through: &bytes, limit: limit)
      map.apply(own, into: &frames)
      Self.limit(&frames)
    }
    var rest = Bell.longest.frameCount(at: rate)
    samples.reserveCapacity(2 * min(decoder.frameCount ?? 0, rest) / rate * sampleRate)
    repeat {
      try read(limit: rest)
      rest -= frames.count / 2
      if let converter { converter.convert(frames, into: &samples) } else { samples += frames }
    } while !frames.isEmpty && rest > 0
    if rest == 0 {
      // Damage behind the first minute is not heard.
      try? read(limit: 1)
      isCut = !frames.isEmpty
    }
    converter?.finish(into: &samples)
    Self.limit(&samples)

    if samples.isEmpty { throw .noSound }
    if peak() < Self.silence { throw SongDecodingError("the file is silent") }
    fadeEnd()
  }

  /// Limits the samples, which are finite, to full scale.
  private static func limit(_ samples: inout [Float]) {
    for index in samples.indices { samples[index] = min(max(samples[index], -1), 1) }
  }

  /// Fades an end that would click: over 1 s if the file is cut, otherwise over 20 ms.
  private mutating func fadeEnd() {
    let last = max(0, frameCount - sampleRate / 1_000)
    guard peak(from: last) >= Self.silence else { return }
    let count = min(isCut ? sampleRate : sampleRate / 50, frameCount)
    for index in 0..<count {
      let gain = Float(RaisedCosine.rise(Double(index) / Double(count)))
      let frame = frameCount - 1 - index
      samples[2 * frame] *= gain
      samples[2 * frame + 1] *= gain
    }
  }
}

extension DecoderOpener {
  /// Reads the bell at `path` as a session does. Blocks on the disk. Throws why no session could
  /// ring it; it may be silent.
  package func readBell(
    _ path: FilePath, converters: any RateConverterMaker
  ) throws(SongDecodingError) {
    _ = try Recording(path, decoders: self, converters: converters)
  }
}
