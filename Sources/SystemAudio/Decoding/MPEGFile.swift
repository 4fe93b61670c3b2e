import CSndfile
import Glibc
import SystemPackage

/// An MP3 file as libsndfile is to see it: longer than it is, or without false headers.
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
