import Playback
import SystemPackage

/// Decodes one file by a process of ffmpeg, which runs ahead until its pipe is full.
///
/// The process starts with the first read, and again after a seek.
final class FFmpegDecoder: Decoder {
  /// Without a byte for this long, the process is given up.
  private static let patience = Duration.seconds(30)
  /// Where time stamps are inexact, decoding starts from the first frame, unless `start` lies
  /// further in than this. Then it is at most a millisecond off, instead of seconds late.
  private static let longestCount = (seconds: 1800, bytes: 256 << 20)

  let format: StreamFormat
  let frameCount: Int?
  let tags: Tags

  private let file: FileDescriptor
  private let foreign: ForeignFile
  private let sound: ForeignSound
  private let programs: FFmpegPrograms
  private var process: ChildProcess?
  /// The next frame that will be delivered.
  private var frame = 0
  /// Frames that the process delivers before `frame`.
  private var surplus = 0
  /// Bytes of an incomplete frame.
  private var carry: [UInt8] = []
  private var hasEnded = false

  /// Takes ownership of `file`: it is closed on release.
  init(
    _ file: FileDescriptor, _ foreign: ForeignFile, _ sound: ForeignSound,
    _ programs: FFmpegPrograms
  ) {
    self.file = file
    self.foreign = foreign
    self.sound = sound
    self.programs = programs
    format = sound.format
    frameCount = sound.frameCount
    tags = sound.tags
  }

  deinit { try? file.close() }

  private var exactFrameCount: Int? { sound.isExact ? sound.frameCount : nil }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(DecodingError) -> Int {
    let room = buffer.count / format.frameByteCount
    let wanted = min(room, exactFrameCount.map { $0 - frame } ?? room)
    if wanted <= 0, room > 0 { stop() }
    guard wanted > 0, !hasEnded else { return 0 }
    try skipSurplus()
    guard !hasEnded else { return 0 }
    let count = try fill(buffer, wanted)
    frame += count
    return count
  }

  func seek(to frame: Int) throws(DecodingError) {
    let target = min(max(frame, 0), exactFrameCount ?? frame)
    let distance = target - self.frame
    if process != nil, distance >= 0, distance <= reach {
      surplus += distance
    } else {
      stop()
      hasEnded = false
    }
    self.frame = target
  }

  /// How many frames ahead of `frame` the process is left to decode on.
  private var reach: Int { foreign.seeksExactly ? 60 * format.sampleRate : .max }

  private func stop() {
    process = nil
    surplus = 0
    carry = []
  }

  private func skipSurplus() throws(DecodingError) {
    guard surplus > 0, process != nil else { return }
    var bytes = [UInt8](repeating: 0, count: 1024 * format.frameByteCount)
    while surplus > 0, !hasEnded {
      let wanted = min(surplus, 1024)
      let result: Result<Int, DecodingError> = bytes.withUnsafeMutableBytes { buffer in
        do throws(DecodingError) {
          return .success(try fill(buffer, wanted))
        } catch {
          return .failure(error)
        }
      }
      surplus -= try result.get()
    }
  }

  /// Reads up to `count` frames, fewer only at the end.
  private func fill(
    _ buffer: UnsafeMutableRawBufferPointer, _ count: Int
  ) throws(DecodingError) -> Int {
    let process = try running()
    let wanted = count * format.frameByteCount
    buffer.copyBytes(from: carry)
    var filled = carry.count
    carry = []
    while filled < wanted, !hasEnded {
      do {
        let read = try process.read(
          into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<wanted]),
          within: Self.patience)
        filled += read
        hasEnded = read == 0
      } catch {
        stop()
        hasEnded = true
        throw DecodingError("ffmpeg does not respond")
      }
    }
    let frames = filled / format.frameByteCount
    if hasEnded, frames == 0 { try finish() }
    // The process may end with its output; the frames come first, and the next read finds the end.
    if hasEnded, frames > 0 { hasEnded = false }
    return frames
  }

  private func running() throws(DecodingError) -> ChildProcess {
    if let process { return process }
    do {
      let process = try ChildProcess(
        programs.ffmpeg,
        FFmpegArguments.decode(sound, foreign.demuxer, from: frame, preroll: preroll), input: file)
      self.process = process
      return process
    } catch {
      throw DecodingError("ffmpeg cannot be started (\(error))")
    }
  }

  /// How many frames before `frame` decoding begins; `nil` from the first on.
  private var preroll: Int? {
    let rate = format.sampleRate
    guard frame > 2 * rate else { return nil }
    if foreign.seeksExactly { return rate }
    let size = (try? file.stat()).map { Int($0.size) } ?? 0
    let place = Double(size) * Double(frame) / Double(max(frameCount ?? frame, frame))
    let isFar = frame > Self.longestCount.seconds * rate || Int(place) > Self.longestCount.bytes
    return isFar ? rate : nil
  }

  /// Throws if the process did not end well, or too early.
  private func finish() throws(DecodingError) {
    let exit = process?.wait(within: Self.patience)
    stop()
    switch exit {
    case .code(0), .unknown: break
    case .code: throw DecodingError("the file is damaged")
    case .signal(let number): throw DecodingError("ffmpeg crashed (signal \(number))")
    case nil: throw DecodingError("ffmpeg does not respond")
    }
    // A second, because some encoders round.
    if let exactFrameCount, frame + format.sampleRate < exactFrameCount {
      throw DecodingError("the file is damaged or cut off here")
    }
  }
}
