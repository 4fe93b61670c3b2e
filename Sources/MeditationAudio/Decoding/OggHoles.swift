import CMeditationSndfile

/// The holes in an Ogg file of Vorbis or Opus: pages that are missing because they are damaged.
///
/// libsndfile 1.2.0 reads on over a hole without an error, and only logs it, in a log of 2 KiB that
/// long tags fill. The positions that it counts are wrong from there on. A seek of Vorbis goes to the
/// true position, or to the end of the hole that it lies in; one of Opus takes the page behind a hole
/// for the missing one. So the pages are read beside it.
///
/// Not found: a damaged header less than 64 KiB before the end of the file, if it claims more than
/// the file has. libogg waits for the rest, and the song ends there.
final class OggHoles {
  /// Two pages of the greatest length, and what libsndfile reads ahead.
  private static let window: Int64 = 256 * 1024
  /// Half of the longest block of Vorbis, in frames.
  private static let longestPacket: Int64 = 4096
  /// How far libsndfile decodes before the target of a seek of Opus, in positions.
  private static let preroll: Int64 = 660 * 48

  /// True if the stream is Opus, not Vorbis.
  let isOpus: Bool
  private let handle: SndfileHandle
  /// The serial number of the stream.
  private let stream: Int32
  /// The position of frame 0. Found where it is needed.
  private lazy var origin: Int64 = {
    // The end of the file is missing.
    guard let frameCount = handle.frameCount else { return firstPosition }
    let walk = walk(from: handle.extent.range.upperBound - Self.window)
    _ = walk.holes(before: .max)
    return walk.position.map { $0 - Int64(frameCount) } ?? 0
  }()
  /// Goes on where the latest read ended; `nil` since the file was opened.
  private var latestWalk: OggHoleWalk?
  /// Where the holes begin that it found in the latest read or seek.
  private var walked: [Int64] = []

  /// - Returns: `nil` where `handle` reads something else.
  init?(_ handle: SndfileHandle) {
    guard handle.container == Int(SF_FORMAT_OGG),
      handle.encoding == Int(SF_FORMAT_VORBIS) || handle.encoding == Int(SF_FORMAT_OPUS)
    else { return nil }
    isOpus = handle.encoding == Int(SF_FORMAT_OPUS)
    let first = OggPages(handle.file, from: handle.extent.range.lowerBound)
    stream = first.find() ? first.stream : 0
    self.handle = handle
  }

  /// The holes that the latest read went over, as their lengths in frames; 0 where the length is
  /// unknown.
  ///
  /// - Parameter frames: The place before the read, and the frames that it delivered.
  func passed(over frames: Range<Int>) -> [Int] {
    let walk = latestWalk ?? walk(to: position(of: frames.lowerBound))
    latestWalk = walk
    let holes = walk.holes(before: position(of: frames.upperBound))
    walked = holes.map { $0.begin }
    return holes.map { isOpus ? Int($0.length) : 0 }
  }

  /// The holes that a seek of Opus to `frame` went over, like those of a read.
  func passed(seeking frame: Int) -> [Int] {
    passed(over: max(frame - Int(Self.preroll), 0)..<frame)
  }

  /// The file was opened once more.
  func reopened() { latestWalk = nil }

  /// Where the holes begin that libsndfile has just read over, as frames.
  func beginnings(in frames: ClosedRange<Int>) -> [Int] {
    walked.map(frame).filter(frames.contains)
  }

  /// Where the page that libsndfile seeks for `frame` of Opus follows a hole, the frame at which the
  /// hole begins.
  func hole(beforePageOf frame: Int) -> Int? {
    let wanted = max(position(of: frame) - Self.preroll, origin)
    let walk = walk(to: wanted)
    guard let end = walk.position, end >= wanted else { return nil }
    return walk.latestHole.map(self.frame)
  }

  /// The position at which the first page with sound begins, which may be the middle of a broadcast. Packets
  /// of Vorbis do not tell their lengths: it is 0 if that can be, or else up to a page too late.
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

  /// A walk through the pages before the one that libsndfile has just read, or sought, to the first that
  /// ends at `wanted` or behind it.
  private func walk(to wanted: Int64) -> OggHoleWalk {
    var length = Self.window
    while true {
      let start = handle.position - length
      let walk = walk(from: start)
      _ = walk.holes(before: wanted)
      // Pages before `wanted` show where a hole begins.
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
