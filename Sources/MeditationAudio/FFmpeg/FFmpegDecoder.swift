import MeditationEngine
import MeditationSystem
import SystemPackage

/// Decodes one file by a process of ffmpeg, which starts with the first read, and again after a
/// seek, and runs ahead until its pipe is full.
final class FFmpegDecoder: SongDecoder {
  /// A bound on frames, so that no sum overflows: years at any rate.
  private static let farthest = 1 << 42
  /// Where time stamps are inexact, decoding starts from the first frame, unless the wanted one lies
  /// further in than this. Then it is at most a millisecond off, instead of seconds late.
  private static let longestCount = (seconds: 1800, bytes: 256 << 20)

  var format: StreamFormat { sound.format }
  var frameCount: Int? { sound.frameCount }
  var isEstimate: Bool { !sound.isExact && frameCount != nil }
  var tags: Tags { sound.tags }
  var encoding: String { sound.encoding }

  private let file: SongFile
  private let foreign: ForeignFile
  private let sound: ForeignSound
  private let programs: FFmpegPrograms
  /// The running process, whose next frame comes `surplus` frames before `frame`.
  private var stream: FrameStream?
  private var surplus = 0
  /// The next frame that will be delivered.
  private var frame = 0
  private var hasEnded = false

  init(
    _ file: SongFile, _ foreign: ForeignFile, _ sound: ForeignSound,
    _ programs: FFmpegPrograms
  ) {
    self.file = file
    self.foreign = foreign
    self.sound = sound
    self.programs = programs
  }

  private var exactFrameCount: Int? { sound.isExact ? sound.frameCount : nil }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SongDecodingError) -> Int {
    let room = buffer.count / format.frameByteCount
    let wanted = min(room, exactFrameCount.map { $0 - frame } ?? room)
    guard wanted > 0, !hasEnded else {
      if room > 0, !hasEnded { try end() }
      return 0
    }
    do throws(SongDecodingError) {
      let stream = try running()
      try stream.skip(surplus)
      surplus = 0
      let count = try stream.read(into: buffer, upTo: wanted)
      frame += count
      if count == 0 { try end() }
      return count
    } catch {
      stream = nil
      hasEnded = true
      throw error
    }
  }

  func seek(to frame: Int) throws(SongDecodingError) {
    let target = min(max(frame, 0), exactFrameCount ?? Self.farthest)
    let distance = target - self.frame
    if stream != nil, distance >= 0, distance <= reach {
      surplus += distance
    } else {
      stream = nil
      surplus = 0
    }
    hasEnded = false
    self.frame = target
  }

  /// Always throws: ffmpeg skips damage by itself, and what makes it fail would do so again.
  func resume(after frame: Int, step: Int) throws(SongDecodingError) -> Int { throw .damaged }

  /// How many frames ahead of `frame` the process is left to decode on.
  private var reach: Int {
    (foreign.seeksExactly ? 60 : Self.longestCount.seconds) * format.sampleRate
  }

  private func end() throws(SongDecodingError) {
    hasEnded = true
    stream = nil
    // ffmpeg takes a disk that cannot be read for the end of the file.
    _ = file.bytes(at: file.size - 1, count: 1)
    if let failure = file.failure { throw failure }
    if foreign.demuxer == "ogg", !OggEnd.isWhole(file, in: foreign.range ?? 0..<file.size) {
      throw .cutOff
    }
    // A second, because some encoders round.
    guard let exactFrameCount, frame + format.sampleRate < exactFrameCount else { return }
    guard foreign.demuxer != "mov" || MP4Header.isCutOff(file) else { throw .damaged }
    throw .cutOff
  }

  func missingFrameCount(from frame: Int) -> Int? {
    // The length of Ogg is that of the last page.
    foreign.demuxer == "ogg" ? nil : exactFrameCount.map { max($0 - frame, 0) }
  }

  private func running() throws(SongDecodingError) -> FrameStream {
    if let stream { return stream }
    do {
      let preroll = preroll
      let process = try PipedProcess(
        programs.ffmpeg,
        FFmpegArguments.decode(sound, foreign, from: frame, preroll: preroll),
        input: file.descriptor)
      let stream = FrameStream(process, frameByteCount: format.frameByteCount)
      self.stream = stream
      if preroll == nil { surplus = sound.leadIn + frame }
      return stream
    } catch {
      throw SongDecodingError("ffmpeg cannot be started (\(error))")
    }
  }

  /// How many frames before `frame` decoding begins; `nil` from the first on, where the process has
  /// to show that it is alive, so that all are read and dropped here.
  private var preroll: Int? {
    let rate = format.sampleRate
    guard frame > 2 * rate else { return nil }
    if foreign.seeksExactly { return rate }
    let place = Double(file.size) * Double(frame) / Double(max(frameCount ?? frame, frame))
    let isFar = frame > Self.longestCount.seconds * rate || Int(place) > Self.longestCount.bytes
    return isFar ? rate : nil
  }
}

/// The frames that a process of ffmpeg writes, until it ends. It is killed on release.
private final class FrameStream {
  /// Without a byte for this long, the process is given up.
  private static let timeout = Duration.seconds(30)
  private static let skippedCount = 8192

  private let process: PipedProcess
  private let frameByteCount: Int

  init(_ process: PipedProcess, frameByteCount: Int) {
    self.process = process
    self.frameByteCount = frameByteCount
  }

  /// Reads up to `count` frames, fewer only at the end. Blocks, but not for ever: throws if the
  /// process hangs, or did not end well, once all of its frames were read.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, upTo count: Int
  ) throws(SongDecodingError) -> Int {
    let wanted = count * frameByteCount
    var filled = 0
    while filled < wanted {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<wanted])
      let read: Int
      do throws(PipedProcess.Stalled) {
        read = try process.read(into: rest, within: Self.timeout)
      } catch {
        throw Self.stall
      }
      guard read > 0 else { break }
      filled += read
    }
    let frames = filled / frameByteCount
    if frames == 0 { try finish() }
    return frames
  }

  /// Reads `count` frames and drops them.
  func skip(_ count: Int) throws(SongDecodingError) {
    let bytes = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Self.skippedCount * frameByteCount, alignment: 16)
    defer { bytes.deallocate() }
    var rest = count
    while rest > 0 {
      let read = try read(into: bytes, upTo: min(rest, Self.skippedCount))
      guard read > 0 else { return }
      rest -= read
    }
  }

  private func finish() throws(SongDecodingError) {
    switch process.wait(within: Self.timeout) {
    case .code(0), .unknown: return
    case .code: throw .damaged
    case .signal(let number): throw SongDecodingError("ffmpeg crashed (signal \(number))")
    case nil: throw Self.stall
    }
  }

  private static let stall = SongDecodingError("ffmpeg does not respond")
}
