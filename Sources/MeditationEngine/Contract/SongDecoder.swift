import MeditationPlan
import MeditationSystem
import SystemPackage

/// Why a file cannot be decoded to its end.
package struct SongDecodingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A clause to show after the file's name: "the file is empty".
  package var reason: String
  /// False if the file may be readable another time.
  package var concernsFile: Bool

  package init(_ reason: String, concernsFile: Bool = true) {
    self.reason = reason
    self.concernsFile = concernsFile
  }

  /// The file ends before its container says so.
  package static let cutOff = SongDecodingError("the file is cut off here")
  /// The file contradicts its container.
  package static let damaged = SongDecodingError("the file is damaged")
  /// The file can be decoded, but has no frame.
  package static let noSound = SongDecodingError("the file contains no sound")
  /// A range begins behind the end of its file.
  package static let behindEnd = SongDecodingError("it begins behind the end of the file")
  /// The song at `path` opens, but no frame of it can be read.
  static func nothing(in path: FilePath) -> Self {
    SongRange.split(path) == nil ? noSound : behindEnd
  }

  package var description: String { reason }
}

/// Decodes one audio file, frame by frame.
///
/// Created, used and closed (by release) on one thread, so not `Sendable`. Any call may block.
package protocol SongDecoder: AnyObject {
  /// The format of what `read` delivers.
  var format: StreamFormat { get }
  /// The length in frames according to the file, which may be wrong; `nil` if unknown.
  var frameCount: Int? { get }
  /// True if `frameCount` is a guess; `false` is the default.
  var isEstimate: Bool { get }
  /// The title and so on according to the file.
  var tags: Tags { get }
  /// The container and the codec, for people; empty, the default, if unknown.
  var encoding: String { get }

  /// Decodes whole frames into `buffer`, at most as many as fit.
  ///
  /// - Parameter buffer: Room for interleaved samples in `format`, aligned for them.
  /// - Returns: The number of frames. 0 is the end of the file; a short count is not. A negative
  ///   count, or more than fit, stops the program.
  /// - Throws: At damage, once all frames before it have been delivered.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SongDecodingError) -> Int

  /// How many frames are missing from `frame` on in a file that is cut off; `nil` if unknown.
  func missingFrameCount(from frame: Int) -> Int?

  /// Seeks to `frame`, counted from the song's first; past the end seeks to the end.
  ///
  /// - Throws: If `frame` cannot be reached exactly. A later seek may still succeed.
  func seek(to frame: Int) throws(SongDecodingError)

  /// Seeks to the first frame behind `frame` that decodes, after `read` or `seek` threw there.
  ///
  /// The default finds it by seeking.
  ///
  /// - Parameters:
  ///   - frame: Where decoding failed, counted from the song's first.
  ///   - step: The first distance to try behind `frame`. It is small at first, and grows where
  ///     damage follows damage, so that the effort is bounded.
  /// - Returns: The frame that is read next.
  /// - Throws: If nothing more can be decoded.
  func resume(after frame: Int, step: Int) throws(SongDecodingError) -> Int
}

/// Opens audio files. Called on several threads at once.
package protocol DecoderOpener: Sendable {
  /// Opens the file at `path`, which must be a regular file: a FIFO or a device is refused, unread.
  func open(_ path: FilePath) throws(SongDecodingError) -> any SongDecoder

  /// Opens the file at `path` after `last`, which this opener has opened and the caller still uses.
  /// An opener may share what `last` has open, such as the file of two ranges.
  func open(
    _ path: FilePath, after last: (any SongDecoder)?
  ) throws(SongDecodingError) -> any SongDecoder

  /// The properties of the file at `path`, which an opener may read faster than by opening it.
  /// Throws like `open`, but may miss damage.
  func properties(of path: FilePath) throws(SongDecodingError) -> AudioProperties
}

extension DecoderOpener {
  package func open(
    _ path: FilePath, after last: (any SongDecoder)?
  ) throws(SongDecodingError) -> any SongDecoder {
    try open(path)
  }

  package func properties(of path: FilePath) throws(SongDecodingError) -> AudioProperties {
    AudioProperties(try open(path))
  }

  /// Opens the file at `path`, after `last`, and refuses formats that the engine cannot play.
  func openPlayable(
    _ path: FilePath, after last: (any SongDecoder)? = nil
  ) throws(SongDecodingError) -> any SongDecoder {
    let decoder = try open(path, after: last)
    if let refusal = decoder.format.refusal { throw SongDecodingError(refusal) }
    return decoder
  }

  /// The length of the playable file at `path`, counted if the file does not state it; `nil` if it
  /// cannot be decoded to its end. Blocks on the disk, and while it decodes.
  package func exactLength(of path: FilePath) throws(SongDecodingError) -> Duration? {
    let decoder = try openPlayable(path)
    if let count = decoder.frameCount, !decoder.isEstimate {
      return Duration(frames: count, sampleRate: decoder.format.sampleRate)
    }
    let report = DecodingReport(of: decoder, estimate: nil)
    return report.ending == .whole ? report.length : nil
  }

  /// The same, of a path in a plan.
  package func length(ofFile path: String) throws(SongDecodingError) -> Duration? {
    try exactLength(of: FilePath(path))
  }

  /// Decodes the playable file at `path` to its end. Blocks meanwhile.
  ///
  /// - Parameter last: What decoded the file before it; then what has decoded it.
  /// - Throws: If it cannot be opened, or contains no sound, so that no session plays it.
  package func decode(
    _ path: FilePath, after last: inout (any SongDecoder)?
  ) throws(SongDecodingError) -> DecodingReport {
    let decoder = try openPlayable(path, after: last)
    last = decoder
    // Lists show this length, where a decoder counts; of a range, the decoder's own.
    let claim =
      SongRange.split(path) == nil ? try? properties(of: path) : AudioProperties(decoder)
    let estimate = claim.flatMap { claim in
      claim.isEstimate
        ? claim.frameCount.map { Duration(frames: $0, sampleRate: claim.sampleRate) } : nil
    }
    let report = DecodingReport(of: decoder, estimate: estimate)
    if report.ending == .whole, report.gaps.isEmpty, report.length == .zero {
      throw .nothing(in: path)
    }
    return report
  }
}

extension SongDecoder {
  package var encoding: String { "" }
  package var isEstimate: Bool { false }
  package func missingFrameCount(from frame: Int) -> Int? { nil }

  /// Reads like `read`, with silence for samples that are not finite numbers.
  ///
  /// Only a damaged file has them. They would play at full scale, and spoil everything computed
  /// from them and from the frames around them. Stops the program if the decoder claims more frames
  /// than there is room for: it has written behind the buffer, or has not written what would be
  /// played.
  package func readFinite(into buffer: UnsafeMutableRawBufferPointer) throws(SongDecodingError)
    -> Int
  {
    let count = try read(into: buffer)
    let room = buffer.count / format.frameByteCount
    guard (0...room).contains(count) else {
      stopForBrokenPrecondition(
        "\(type(of: self)).read(into:) returned \(count) frames; there was room for \(room)")
    }
    if format.sample == .float32 {
      let bytes = UnsafeMutableRawBufferPointer(
        rebasing: buffer[..<(count * format.frameByteCount)])
      let samples = bytes.bindMemory(to: Float.self)
      // All at once, in vectors: hardly any sound has one that is not.
      let largest = samples.reduce(0) { max($0, $1.bitPattern & 0x7FFF_FFFF) }
      guard largest >= Float.infinity.bitPattern else { return count }
      for index in samples.indices where !samples[index].isFinite { samples[index] = 0 }
    }
    return count
  }

  /// Reads like `readFinite(into:)` into `bytes`, at most `limit` frames.
  func readFinite(
    into bytes: inout [UInt8], limit: Int = .max
  ) throws(SongDecodingError) -> Int {
    let size = min(bytes.count / format.frameByteCount, limit) * format.frameByteCount
    return try bytes.withUnsafeMutableBufferPointer { bytes throws(SongDecodingError) -> Int in
      let room = UnsafeMutableRawBufferPointer(bytes)
      return try readFinite(into: UnsafeMutableRawBufferPointer(rebasing: room[..<size]))
    }
  }

  /// Reads at most `limit` frames through `bytes`, as many as fit there, and appends their samples
  /// to `samples`; full scale is ±1. Returns the number of frames, like `read(into:)`.
  func readFloats(
    into samples: inout [Float], through bytes: inout [UInt8], limit: Int = .max
  ) throws(SongDecodingError) -> Int {
    let count = try readFinite(into: &bytes, limit: limit)
    bytes.withUnsafeBytes {
      format.sample.append(.init(rebasing: $0[..<(count * format.frameByteCount)]), to: &samples)
    }
    return count
  }
}
