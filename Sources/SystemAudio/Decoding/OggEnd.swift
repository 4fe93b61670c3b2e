import Foundation
import SystemPackage

/// The last page of an Ogg file, which tells whether the file is whole.
enum OggEnd {
  /// No page is longer than this. Source: RFC 3533, section 6.
  private static let pageLimit = 65_307

  /// Whether the last page of `file` is marked as the last of its stream. Moves no position.
  static func isWhole(_ file: FileDescriptor) -> Bool {
    var status = stat()
    guard fstat(file.rawValue, &status) == 0 else { return true }
    let start = max(Int64(status.st_size) - Int64(pageLimit), 0)
    let tail = [UInt8](unsafeUninitializedCapacity: pageLimit) { buffer, count in
      count =
        (try? file.read(
          fromAbsoluteOffset: start, into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
    }
    let mark = Array("OggS".utf8)
    for index in tail.indices.reversed() where tail[index] == mark[0] {
      // RFC 3533, section 6: the flags are the sixth byte, and 4 is the end of the stream.
      guard tail[index...].starts(with: mark), index + 5 < tail.count else { continue }
      return tail[index + 5] & 4 != 0
    }
    return false
  }
}
