import MeditationEngine
import MeditationSystem

/// Decodes a range of a file as if it were a file of its own, exact to the frame.
final class RangeDecoder: SongDecoder {
  private let decoder: any SongDecoder
  /// The frames of the file that are the song's; without an end, up to the end of the file.
  private let frames: Range<Int>
  /// The next frame, counted from the file's first.
  private var next: Int

  /// Seeks in `decoder`, which nobody else uses, to the beginning of `range`.
  init(_ decoder: any SongDecoder, _ range: SongRange) throws(SongDecodingError) {
    self.decoder = decoder
    let rate = decoder.format.sampleRate
    let start = range.start.frameCount(at: rate)
    frames = start..<max(start, range.end?.frameCount(at: rate) ?? .max)
    next = start
    if start > 0 { try decoder.seek(to: start) }
  }

  private var isOpen: Bool { frames.upperBound == .max }

  var format: StreamFormat { decoder.format }
  var tags: Tags { decoder.tags }
  var encoding: String { decoder.encoding }
  var isEstimate: Bool { isOpen && decoder.isEstimate }

  var frameCount: Int? {
    guard let count = decoder.frameCount, isOpen || !decoder.isEstimate else {
      return isOpen ? nil : frames.count
    }
    return frames.clamped(to: 0..<max(count, 0)).count
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SongDecodingError) -> Int {
    let room = min(buffer.count / format.frameByteCount, frames.upperBound - next)
    guard room > 0 else { return 0 }
    let count = try decoder.read(
      into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<(room * format.frameByteCount)]))
    next += count
    return count
  }

  func missingFrameCount(from frame: Int) -> Int? {
    decoder.missingFrameCount(from: place(of: frame)).map {
      min($0, frames.upperBound - place(of: frame))
    }
  }

  func seek(to frame: Int) throws(SongDecodingError) {
    let target = place(of: frame)
    try decoder.seek(to: target)
    next = target
  }

  func resume(after frame: Int, step: Int) throws(SongDecodingError) -> Int {
    let found = try decoder.resume(after: place(of: frame), step: step)
    next = min(found, frames.upperBound)
    return next - frames.lowerBound
  }

  /// The place in the file of a frame that is counted from the song's first.
  private func place(of frame: Int) -> Int {
    frame >= frames.count ? frames.upperBound : frames.lowerBound + max(frame, 0)
  }
}
