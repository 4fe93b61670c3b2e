import MeditationEngine
import MeditationSystem
import SystemPackage

/// Decodes a range of a file like a file of its own, exact to the frame.
final class RangeDecoder: SongDecoder {
  /// The decoder of a whole file, used by its ranges one at a time.
  private final class WholeFile {
    let decoder: any SongDecoder
    /// The next frame that it delivers; `nil` if unknown.
    var next: Int? = 0

    init(_ decoder: any SongDecoder) { self.decoder = decoder }
  }

  let path: FilePath
  private let file: WholeFile
  /// The song's frames in the file; up to the end of the file if the range has no end.
  private let frames: Range<Int>
  /// The next frame, counted from the file's first.
  private var next: Int

  /// Decodes `range` of the file at `path` with `decoder`, which has no other users.
  convenience init(_ decoder: any SongDecoder, _ range: SongRange, at path: FilePath) {
    self.init(WholeFile(decoder), range, path)
  }

  /// Decodes `range` of the file that `other` has open.
  convenience init(_ range: SongRange, of other: RangeDecoder) {
    self.init(other.file, range, other.path)
  }

  private init(_ file: WholeFile, _ range: SongRange, _ path: FilePath) {
    self.file = file
    self.path = path
    let rate = file.decoder.format.sampleRate
    let start = range.start.frameCount(at: rate)
    frames = start..<max(start, range.end?.frameCount(at: rate) ?? .max)
    next = start
  }

  private var decoder: any SongDecoder { file.decoder }
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
    if file.next != next { try go(to: next) }
    file.next = nil
    let count = try decoder.read(
      into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<(room * format.frameByteCount)]))
    next += count
    file.next = next
    return count
  }

  func missingFrameCount(from frame: Int) -> Int? {
    decoder.missingFrameCount(from: place(of: frame)).map {
      min($0, frames.upperBound - place(of: frame))
    }
  }

  func seek(to frame: Int) throws(SongDecodingError) { try go(to: place(of: frame)) }

  func resume(after frame: Int, step: Int) throws(SongDecodingError) -> Int {
    file.next = nil
    let found = try decoder.resume(after: place(of: frame), step: step)
    file.next = found
    next = min(found, frames.upperBound)
    return next - frames.lowerBound
  }

  /// Goes to a frame that is counted from the file's first.
  private func go(to frame: Int) throws(SongDecodingError) {
    next = frame
    file.next = nil
    try decoder.seek(to: frame)
    file.next = frame
  }

  /// The place in the file of a frame that is counted from the song's first.
  private func place(of frame: Int) -> Int {
    frame >= frames.count ? frames.upperBound : frames.lowerBound + max(frame, 0)
  }
}
