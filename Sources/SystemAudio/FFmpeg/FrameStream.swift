import Playback
import SystemPackage

/// The frames that a process of ffmpeg writes, until it ends. It is killed on release.
final class FrameStream {
  /// Without a byte for this long, the process is given up.
  private static let patience = Duration.seconds(30)
  /// Frames that are skipped at once.
  private static let skippedCount = 8192

  private let process: ChildProcess
  private let frameByteCount: Int

  /// Reads from `process`, which writes frames of `frameByteCount` bytes.
  init(_ process: ChildProcess, frameByteCount: Int) {
    self.process = process
    self.frameByteCount = frameByteCount
  }

  /// Reads up to `count` frames, fewer only at the end. Blocks, but not for ever.
  ///
  /// - Parameter buffer: Room for as many.
  /// - Throws: If the process hangs, or did not end well, once all of its frames were read.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, upTo count: Int
  ) throws(DecodingError) -> Int {
    let wanted = count * frameByteCount
    var filled = 0
    while filled < wanted {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<wanted])
      let read: Int
      do throws(ChildProcess.Stalled) {
        read = try process.read(into: rest, within: Self.patience)
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
  func skip(_ count: Int) throws(DecodingError) {
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

  private func finish() throws(DecodingError) {
    switch process.wait(within: Self.patience) {
    case .code(0), .unknown: return
    case .code: throw DecodingError("the file is damaged")
    case .signal(let number): throw DecodingError("ffmpeg crashed (signal \(number))")
    case nil: throw Self.stall
    }
  }

  private static let stall = DecodingError("ffmpeg does not respond")
}
