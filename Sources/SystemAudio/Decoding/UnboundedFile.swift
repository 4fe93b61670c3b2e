import CSndfile
import Glibc
import SystemPackage

/// An MP3 file that does not state its length, presented to libsndfile as far longer than it is.
///
/// libsndfile estimates the length from the first frame's bit rate and the size of the file, and
/// reads no further: a file with a variable bit rate would end too early. With a size this much
/// larger, the real end always comes first.
final class UnboundedFile {
  /// Bit rates go from 8 to 320 kbit/s, so that no estimate is off by more.
  static let factor: Int64 = 64
  /// Bytes of a tag at the very end, where mpg123 looks for it. Source: ID3v1.
  private static let tagLength: Int64 = 128

  private let file: FileDescriptor
  private let length: Int64
  private var position: Int64 = 0
  /// Whether the disk could not be read since the file was opened. mpg123 sees an end instead.
  private(set) var hasFailed = false

  /// Takes ownership of `file`: it is closed on release.
  init(_ file: FileDescriptor) {
    self.file = file
    var status = stat()
    // A file with holes can claim more than the product with `factor` can hold.
    length = fstat(file.rawValue, &status) == 0 ? min(Int64(status.st_size), 1 << 48) : 0
  }

  deinit { try? file.close() }

  private var claim: Int64 { length * Self.factor }

  /// Opens the file by libsndfile. This object must outlive the handle.
  func open(_ info: inout SF_INFO) -> OpaquePointer? {
    (position, hasFailed) = (0, false)
    var calls = SF_VIRTUAL_IO(
      get_filelen: { UnboundedFile.from($0)?.claim ?? 0 },
      seek: { UnboundedFile.from($2)?.seek($0, $1) ?? -1 },
      read: { UnboundedFile.from($2)?.read(into: $0, $1) ?? 0 },
      write: { _, _, _ in 0 },
      tell: { UnboundedFile.from($0)?.position ?? 0 })
    return sf_open_virtual(
      &calls, Int32(SFM_READ), &info, Unmanaged.passUnretained(self).toOpaque())
  }

  private static func from(_ pointer: UnsafeMutableRawPointer?) -> UnboundedFile? {
    pointer.map { Unmanaged<UnboundedFile>.fromOpaque($0).takeUnretainedValue() }
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
      position += Int64(read)
      return Int64(read)
    } catch {
      hasFailed = true
      return 0
    }
  }
}
