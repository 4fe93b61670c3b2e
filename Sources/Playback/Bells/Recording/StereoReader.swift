/// Reads a decoder's frames as stereo floats.
struct StereoReader {
  private static let capacity = 4096

  private let decoder: any Decoder
  private let map: ChannelMap
  /// Reused from read to read.
  private var bytes: [UInt8]
  private var samples: [Float] = []

  init(_ decoder: any Decoder) {
    let format = decoder.format
    self.decoder = decoder
    map = ChannelMap(from: format.channelCount, to: 2)
    bytes = [UInt8](repeating: 0, count: Self.capacity * format.frameByteCount)
  }

  /// Replaces `frames` by the next ones, at most `limit`; none at the end. Samples beyond full
  /// scale are limited to it.
  mutating func read(into frames: inout [Float], limit: Int) throws(DecodingError) {
    let count = try decode(min(limit, Self.capacity))
    map.apply(samples, frameCount: count, into: &frames)
    Self.limit(&frames)
  }

  /// Limits samples, which are finite, to full scale.
  static func limit(_ samples: inout [Float]) {
    for index in samples.indices { samples[index] = min(max(samples[index], -1), 1) }
  }

  /// Replaces `samples` by those of at most `limit` frames; full scale is ±1.
  ///
  /// - Returns: The number of frames.
  private mutating func decode(_ limit: Int) throws(DecodingError) -> Int {
    let decoder = decoder
    let format = decoder.format
    let read: Result<Int, DecodingError> = bytes.withUnsafeMutableBytes { bytes in
      let room = UnsafeMutableRawBufferPointer(rebasing: bytes[..<(limit * format.frameByteCount)])
      do throws(DecodingError) { return .success(try decoder.readFinite(into: room)) } catch {
        return .failure(error)
      }
    }
    let count = try read.get()
    samples.removeAll(keepingCapacity: true)
    bytes.withUnsafeBytes { bytes in
      let frames = UnsafeRawBufferPointer(rebasing: bytes[..<(count * format.frameByteCount)])
      format.sample.append(frames, to: &samples)
    }
    return count
  }
}
