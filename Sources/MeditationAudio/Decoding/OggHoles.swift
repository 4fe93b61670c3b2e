import CMeditationSndfile

/// The holes in an Ogg file of Vorbis or Opus: pages missing because they are damaged.
///
/// libsndfile 1.2.0 reads over a hole without an error, and only logs it, in a log of 2 KiB that
/// long tags fill. From there on its positions are wrong. A seek in Vorbis goes to the true
/// position, or to the end of the hole around it; a seek in Opus takes the page after a hole for
/// the missing one. So the pages are read separately.
///
/// Not found: a damaged header less than 64 KiB before the end of the file that claims more than is
/// left. libogg waits for the rest, and the song ends there.
final class OggHoles {
  /// Two pages of the greatest length, and libsndfile's read-ahead.
  private static let window: Int64 = 256 * 1024
  /// Half of the longest block of Vorbis, in frames.
  private static let longestPacket: Int64 = 4096
  /// How far before its target libsndfile starts to decode after a seek in Opus, in positions.
  private static let preroll: Int64 = 660 * 48

  /// True if the stream is Opus, not Vorbis.
  let isOpus: Bool
  private let handle: SndfileHandle
  /// The serial number of the stream.
  private let stream: Int32
  /// The position of frame 0. Computed on demand.
  private lazy var origin: Int64 = {
    // The end of the file is missing.
    guard let frameCount = handle.frameCount else { return firstPosition }
    let walk = walk(from: handle.extent.range.upperBound - Self.window)
    _ = walk.holes(before: .max)
    return walk.position.map { $0 - Int64(frameCount) } ?? 0
  }()
  /// Continues where the latest read ended; `nil` after the file was opened.
  private var latestWalk: OggHoleWalk?
  /// The beginnings of the holes that it found in the latest read or seek.
  private var walked: [Int64] = []

  /// - Returns: `nil` for other formats.
  init?(_ handle: SndfileHandle) {
    guard handle.container == Int(SF_FORMAT_OGG),
      handle.encoding == Int(SF_FORMAT_VORBIS) || handle.encoding == Int(SF_FORMAT_OPUS)
    else { return nil }
    isOpus = handle.encoding == Int(SF_FORMAT_OPUS)
    let first = OggPages(handle.file, from: handle.extent.range.lowerBound)
    stream = first.find() ? first.stream : 0
    self.handle = handle
  }

  /// The lengths in frames of the holes from before the latest read to after it; 0 if unknown.
  func passed(over frames: Range<Int>) -> [Int] {
    let walk = latestWalk ?? walk(to: position(of: frames.lowerBound))
    latestWalk = walk
    let holes = walk.holes(before: position(of: frames.upperBound))
    walked = holes.map { $0.begin }
    return holes.map { isOpus ? Int($0.length) : 0 }
  }

  /// The holes over which a seek of Opus to `frame` went, like those of a read.
  func passed(seeking frame: Int) -> [Int] {
    passed(over: max(frame - Int(Self.preroll), 0)..<frame)
  }

  /// Call this after the file was opened again.
  func reopened() { latestWalk = nil }

  /// The beginnings of the holes that libsndfile has just read over, as frames.
  func beginnings(in frames: ClosedRange<Int>) -> [Int] {
    walked.map(frame).filter(frames.contains)
  }

  /// Where a hole begins before the page to which libsndfile seeks for `frame` of Opus, if any.
  func hole(beforePageOf frame: Int) -> Int? {
    let wanted = max(position(of: frame) - Self.preroll, origin)
    let walk = walk(to: wanted)
    guard let end = walk.position, end >= wanted else { return nil }
    return walk.latestHole.map(self.frame)
  }

  /// The position at which the first page with sound begins, which is not 0 in a broadcast. Vorbis
  /// packets state no lengths: then it is 0 if possible, or up to a page too late.
  private var firstPosition: Int64 {
    let range = handle.extent.range
    let pages = OggPages(handle.file, from: range.lowerBound, to: range.upperBound)
    while pages.find() {
      let end = pages.position
      guard pages.stream == stream, (1..<1 << 52).contains(end) else { continue }
      if isOpus { return max(end - pages.opusDuration, 0) }
      return end > Int64(pages.packetCount) * Self.longestPacket ? end : 0
    }
    return 0
  }

  /// A walk through the pages before the one that libsndfile has just read or sought, to the first
  /// that ends at `wanted` or later.
  private func walk(to wanted: Int64) -> OggHoleWalk {
    var length = Self.window
    while true {
      let start = handle.position - length
      let walk = walk(from: start)
      _ = walk.holes(before: wanted)
      // The beginning of a hole is known from the pages before it.
      let isFarEnough = walk.firstPosition.map { $0 < wanted } ?? false
      if isFarEnough || start <= handle.extent.range.lowerBound { return walk }
      length *= 8
    }
  }

  private func walk(from start: Int64) -> OggHoleWalk {
    let range = handle.extent.range
    return OggHoleWalk(
      of: handle.file, stream: stream,
      in: min(max(start, range.lowerBound), range.upperBound)..<range.upperBound)
  }

  private func position(of frame: Int) -> Int64 { origin + min(Int64(frame), 1 << 48) }

  private func frame(_ position: Int64) -> Int { Int(position - origin) }
}
