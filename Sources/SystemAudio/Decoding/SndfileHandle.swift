import CSndfile
import Glibc
import Playback
import SystemPackage

/// A file that libsndfile has open for reading.
final class SndfileHandle {
  /// `SF_ERR_SYSTEM`: the disk cannot be read. All other errors are faults of the file.
  static let systemError: Int32 = 2

  /// What libsndfile found in the file.
  let info: SF_INFO
  /// The file that is read. Its position is where libsndfile reads next, unless it reads `presented`.
  private(set) var file: FileDescriptor

  /// Open from `init` to `deinit`; never leaves this class.
  private var handle: OpaquePointer
  /// What `handle` reads in place of `file`.
  private var presented: MPEGFile?
  /// A buffer for libsndfile's log.
  private var log = [UInt8](repeating: 0, count: 4096)

  /// Takes ownership of `handle`, which reads `file` and closes it.
  ///
  /// - Parameter presented: What it reads in place of `file`.
  init(
    _ handle: OpaquePointer, _ info: SF_INFO, _ file: FileDescriptor,
    presented: MPEGFile? = nil
  ) {
    self.handle = handle
    self.info = info
    self.file = file
    self.presented = presented
  }

  deinit { sf_close(handle) }

  /// The length in frames; `nil` where libsndfile does not know it, or claims what cannot be.
  var frameCount: Int? { (0..<1 << 48).contains(info.frames) ? Int(info.frames) : nil }
  /// Whether the length is an estimate.
  var isUnbounded: Bool { lengthFactor > 1 }
  /// The estimate, as a multiple of what the real size of the file gives; 1 where it is no estimate.
  var lengthFactor: Int { presented.map { Int($0.factor) } ?? 1 }
  /// The kind of file, `SF_FORMAT_WAV` and so on.
  var container: Int { Int(info.format) & Int(SF_FORMAT_TYPEMASK) }
  /// How samples are stored, `SF_FORMAT_PCM_16` and so on.
  var encoding: Int { Int(info.format) & Int(SF_FORMAT_SUBMASK) }
  /// The container and the codec, for people: "WAV, 16 bit PCM", "Ogg Vorbis", "MP3".
  var encodingText: String {
    switch (container, encoding) {
    case (Int(SF_FORMAT_MPEG), Int(SF_FORMAT_MPEG_LAYER_I)): return "MP1"
    case (Int(SF_FORMAT_MPEG), Int(SF_FORMAT_MPEG_LAYER_II)): return "MP2"
    case (Int(SF_FORMAT_MPEG), _): return "MP3"
    case (Int(SF_FORMAT_OGG), Int(SF_FORMAT_VORBIS)): return VorbisHeaders.encoding
    case (Int(SF_FORMAT_OGG), Int(SF_FORMAT_OPUS)): return "Ogg Opus"
    default:
      return [container, encoding].map(Self.name).filter { !$0.isEmpty }.joined(separator: ", ")
    }
  }
  /// The error of the latest call; 0 is none.
  var error: Int32 { presented?.hasFailed == true ? Self.systemError : sf_error(handle) }

  /// libsndfile's name of a container or a codec, without its explanations; empty if it has none.
  private static func name(of format: Int) -> String {
    var info = SF_FORMAT_INFO()
    info.format = Int32(format)
    let size = Int32(MemoryLayout<SF_FORMAT_INFO>.size)
    guard sf_command(nil, Int32(SFC_GET_FORMAT_INFO), &info, size) == 0, let text = info.name
    else { return "" }
    // "WAV (Microsoft)", "Signed 16 bit PCM".
    let words = String(cString: text).prefix { $0 != "(" }.split(separator: " ")
    return words.drop { $0 == "Signed" }.joined(separator: " ")
  }

  /// libsndfile's log of the file so far, of which it keeps the first 2 KiB.
  func readLog() -> ArraySlice<UInt8> {
    let count = log.withUnsafeMutableBytes {
      sf_command(handle, Int32(SFC_GET_LOG_INFO), $0.baseAddress, Int32($0.count))
    }
    return log.prefix(max(Int(count), 0))
  }

  /// The text field `kind`, `SF_STR_TITLE` and so on.
  func text(_ kind: Int) -> String? {
    sf_get_string(handle, Int32(kind)).map { String(cString: $0) }
  }

  /// Decodes at most `count` frames, and returns how many.
  func read(_ count: Int, as format: SampleFormat, into buffer: UnsafeMutableRawBufferPointer)
    -> Int
  {
    let frames = Int64(count)
    let read =
      switch format {
      case .int16:
        sf_readf_short(handle, buffer.bindMemory(to: Int16.self).baseAddress, frames)
      case .int24in32:
        sf_readf_int(handle, buffer.bindMemory(to: Int32.self).baseAddress, frames)
      case .float32:
        sf_readf_float(handle, buffer.bindMemory(to: Float.self).baseAddress, frames)
      }
    return max(Int(read), 0)
  }

  /// Seeks to `frame`.
  ///
  /// - Returns: The frame that was reached; `nil` where the seek failed.
  func seek(to frame: Int) -> Int? {
    // libsndfile counts from the first frame; SEEK_SET is 0 by POSIX.
    let reached = sf_seek(handle, Int64(frame), 0)
    return reached < 0 ? nil : Int(reached)
  }

  /// Opens the file once more, to continue after an error, and with an empty log.
  ///
  /// libFLAC neither reads nor seeks after a seek that failed until it is flushed, which libsndfile
  /// does not do.
  func reopen() {
    var info = info
    if let presented {
      if let new = presented.open(&info) { replace(with: new, file) }
      return
    }
    guard let copy = copyFile() else { return }
    _ = try? copy.seek(offset: 0, from: .start)
    // libsndfile closes the descriptor from here on, even when it fails.
    if let new = sf_open_fd(copy.rawValue, Int32(SFM_READ), &info, 1) { replace(with: new, copy) }
  }

  /// Hides the header that was read last, which is false, from the next opening of an MP3 file on.
  func hideLastHeader() {
    guard container == Int(SF_FORMAT_MPEG),
      let end = presented?.position ?? (try? file.seek(offset: 0, from: .current))
    else { return }
    if presented == nil, let copy = copyFile() {
      // The handle closes the other one when it is replaced.
      file = copy
      presented = MPEGFile(copy, factor: 1)
    }
    presented?.hideHeader(endingAt: end)
  }

  private func copyFile() -> FileDescriptor? {
    let copy = FileDescriptor(rawValue: fcntl(file.rawValue, F_DUPFD_CLOEXEC, 0))
    return copy.rawValue < 0 ? nil : copy
  }

  private func replace(with new: OpaquePointer, _ file: FileDescriptor) {
    sf_close(handle)
    handle = new
    self.file = file
  }
}

/// Presents an MP3 file to libsndfile as longer than it is, or without false headers.
///
/// libsndfile estimates a length that the file does not state from the first frame's bit rate and the
/// size of the file, and reads no further: a file with a variable bit rate would end too early. With
/// a size that is far larger, the real end always comes first.
///
/// libmpg123 ends where damage looks like the header of a frame in another format, and no seek gets
/// past it. Where it finds zeros instead, it searches for the next header.
/// Source: libsndfile 1.2.0, `MPG123_NO_FRANKENSTEIN`; each header is read on its own.
final class MPEGFile {
  /// The factor for a file that does not state its length. Bit rates go from 8 to 320 kbit/s, so that
  /// no estimate is off by more.
  static let unstatedFactor: Int64 = 64
  private static let headerLength: Int64 = 4
  /// Bytes of a tag at the very end, where mpg123 looks for it. Source: ID3v1.
  private static let tagLength: Int64 = 128

  private let file: FileDescriptor
  private let length: Int64
  /// The claimed size, as a multiple of the real one.
  let factor: Int64
  /// Where false headers begin.
  private var falseHeaders: [Int64] = []
  /// Where libsndfile reads next.
  private(set) var position: Int64 = 0
  /// Whether the disk could not be read since the file was opened. mpg123 sees an end instead.
  private(set) var hasFailed = false

  /// Takes ownership of `file`: it is closed on release.
  init(_ file: FileDescriptor, factor: Int64) {
    self.file = file
    self.factor = factor
    var status = stat()
    // A file with holes can claim more than the product with `factor` can hold.
    length = fstat(file.rawValue, &status) == 0 ? min(Int64(status.st_size), 1 << 48) : 0
  }

  deinit { try? file.close() }

  private var claim: Int64 { length * factor }

  /// Hides the header that ends at `end`, from the next opening on.
  func hideHeader(endingAt end: Int64) { falseHeaders.append(end - Self.headerLength) }

  /// Opens the file by libsndfile. This object must outlive the handle.
  func open(_ info: inout SF_INFO) -> OpaquePointer? {
    (position, hasFailed) = (0, false)
    var calls = SF_VIRTUAL_IO(
      get_filelen: { MPEGFile.from($0)?.claim ?? 0 },
      seek: { MPEGFile.from($2)?.seek($0, $1) ?? -1 },
      read: { MPEGFile.from($2)?.read(into: $0, $1) ?? 0 },
      write: { _, _, _ in 0 },
      tell: { MPEGFile.from($0)?.position ?? 0 })
    return sf_open_virtual(
      &calls, Int32(SFM_READ), &info, Unmanaged.passUnretained(self).toOpaque())
  }

  private static func from(_ pointer: UnsafeMutableRawPointer?) -> MPEGFile? {
    pointer.map { Unmanaged<MPEGFile>.fromOpaque($0).takeUnretainedValue() }
  }

  private func seek(_ offset: Int64, _ origin: Int32) -> Int64 {
    switch origin {
    case SEEK_CUR: position += offset
    case SEEK_END: position = claim + offset
    default: position = offset
    }
    return position
  }

  private func read(into memory: UnsafeMutableRawPointer?, _ count: Int64) -> Int64 {
    // The tag appears at the claimed end; before it there is nothing.
    let isInTag = position >= claim - Self.tagLength
    let offset = isInTag ? length - (claim - position) : position
    guard offset >= 0 else { return 0 }
    let buffer = UnsafeMutableRawBufferPointer(start: memory, count: Int(count))
    do {
      let read = try file.read(fromAbsoluteOffset: offset, into: buffer)
      for header in falseHeaders {
        let hidden = (header..<header + Self.headerLength).clamped(
          to: offset..<offset + Int64(read))
        for place in hidden { buffer[Int(place - offset)] = 0 }
      }
      position += Int64(read)
      return Int64(read)
    } catch {
      hasFailed = true
      return 0
    }
  }
}
