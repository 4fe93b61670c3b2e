import Glibc
import SystemPackage

/// The last page of an Ogg file, which gives its length and shows whether it is complete.
enum OggEnd {
  /// No page is longer than this. Source: RFC 3533, section 6.
  private static let pageLimit = 65_307

  /// Whether the last page of `file` is marked as the last of its stream, even if something such as
  /// tags of another format was appended. Does not move the file position.
  static func isWhole(_ file: FileDescriptor) -> Bool { page(of: file)?.endsStream == true }

  /// The last page of `file`; `nil` where it is incomplete. Does not move the file position.
  static func page(of file: FileDescriptor) -> OggPages? {
    var status = stat()
    guard fstat(file.rawValue, &status) == 0 else { return nil }
    let start = max(Int64(status.st_size) - Int64(pageLimit), 0)
    let tail = [UInt8](unsafeUninitializedCapacity: pageLimit) { buffer, count in
      count =
        (try? file.read(
          fromAbsoluteOffset: start, into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
    }
    let mark = Array("OggS".utf8)
    let last = tail.indices.reversed().first { index in
      tail[index] == mark[0] && tail[index...].starts(with: mark)
    }
    guard let last else { return nil }
    let pages = OggPages(file, from: start + Int64(last))
    return pages.advance() ? pages : nil
  }
}
