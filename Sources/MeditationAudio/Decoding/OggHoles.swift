import CMeditationSndfile

/// The holes in an Ogg file of Vorbis or Opus: pages that are missing because they are damaged.
///
/// libsndfile 1.2.0 reads on over a hole without an error, and only logs it, in a log of 2 KiB that
/// long tags fill. The positions that it counts are wrong from there on. A seek of Vorbis goes to the
/// true position, or to the end of the hole that it lies in; one of Opus takes the page behind a hole
/// for the missing one. So the pages are read beside it, each once.
///
/// Not found: a damaged header less than 64 KiB before the end of the file, if it claims more than
/// the file has. libogg waits for the rest, and the song ends there.
final class OggHoles {
  /// Two pages of the greatest length, and what libsndfile reads ahead.
  private static let window: Int64 = 256 * 1024
  /// How far libsndfile decodes before the target of a seek of Opus, in positions.
  private static let preroll: Int64 = 660 * 48

  /// True if the stream is Opus, not Vorbis.
  let isOpus: Bool
  private let handle: SndfileHandle
  /// The serial number of the stream.
  private let stream: Int32
  /// Positions per frame: Opus counts at 48 kHz, whatever rate it is decoded at.
  private let scale: Int64
  /// The position of frame 0; 0 where the end of the file is missing. Found where it is needed.
  private lazy var origin: Int64 = {
    guard let frameCount = handle.frameCount,
      let end = pages(before: handle.extent.range.upperBound, length: Self.window).lastPosition
    else { return 0 }
    return end - Int64(frameCount) * scale
  }()
  /// Goes on where the latest read ended; `nil` since the file was opened.
  private var walk: OggHoleWalk?
  /// Where the holes begin that `walk` found in the latest read or seek.
  private var walked: [Int64] = []

  /// - Returns: `nil` where `handle` reads something else.
  init?(_ handle: SndfileHandle) {
    guard handle.container == Int(SF_FORMAT_OGG),
      handle.encoding == Int(SF_FORMAT_VORBIS) || handle.encoding == Int(SF_FORMAT_OPUS)
    else { return nil }
    isOpus = handle.encoding == Int(SF_FORMAT_OPUS)
    scale = isOpus ? max(48_000 / Int64(handle.info.samplerate), 1) : 1
    let first = OggPages(handle.file, from: handle.extent.range.lowerBound)
    stream = first.find() ? first.stream : 0
    self.handle = handle
  }

  /// The holes that the latest read went over, as their lengths in frames; 0 where the length is
  /// unknown.
  ///
  /// - Parameter frames: The place before the read, and the frames that it delivered.
  func passed(over frames: Range<Int>) -> [Int] {
    let walk = self.walk ?? startWalk(at: frames.lowerBound)
    self.walk = walk
    let holes = walk.holes(before: position(of: frames.upperBound))
    walked = holes.map { $0.begin }
    return holes.map { isOpus ? Int($0.length / scale) : 0 }
  }

  /// The holes that a seek of Opus to `frame` went over, like those of a read.
  func passed(seeking frame: Int) -> [Int] {
    passed(over: max(frame - Int(Self.preroll / scale), 0)..<frame)
  }

  /// The file was opened once more.
  func reopened() { walk = nil }

  /// Where the holes begin that libsndfile has just read over, as frames.
  func beginnings(in frames: ClosedRange<Int>) -> [Int] {
    walked.map(frame).filter(frames.contains)
  }

  /// Where the page that libsndfile seeks for `frame` of Opus follows a hole, the frame at which the
  /// hole begins.
  func hole(beforePageOf frame: Int) -> Int? {
    let wanted = max(position(of: frame) - Self.preroll, origin)
    var length = Self.window
    let end = handle.position
    while true {
      switch pages(before: end, length: length).predecessor(at: wanted) {
      case .page: return nil
      case .hole(let begin): return self.frame(begin)
      case nil where length >= end - handle.extent.range.lowerBound: return nil
      case nil: length *= 8
      }
    }
  }

  /// A walk behind all holes that begin before `frame`, which libsndfile has just read, or sought.
  private func startWalk(at frame: Int) -> OggHoleWalk {
    let range = handle.extent.range
    let wanted = position(of: frame)
    var length = Self.window
    while true {
      let start = max(handle.position - length, range.lowerBound)
      let walk = OggHoleWalk(
        of: handle.file, stream: stream, in: min(start, range.upperBound)..<range.upperBound)
      _ = walk.holes(before: wanted)
      // Pages before `wanted` show where a hole begins.
      let isFarEnough = walk.firstPosition.map { $0 < wanted } ?? false
      if isFarEnough || start == range.lowerBound { return walk }
      length *= 8
    }
  }

  private func position(of frame: Int) -> Int64 { origin + min(Int64(frame), 1 << 48) * scale }

  private func frame(_ position: Int64) -> Int { Int((position - origin) / scale) }

  private func pages(before end: Int64, length: Int64) -> OggRecentPages {
    let range = handle.extent.range
    return OggRecentPages(
      of: handle.file, stream: stream, in: range.lowerBound..<max(end, range.lowerBound),
      length: length)
  }
}
