import MeditationSystem
import MeditationText
import SystemPackage

/// A list of paths as other programs print it.
package enum PathList {
  /// The paths in `bytes`, separated by NUL if there is one (`find -print0`), otherwise by line
  /// breaks, LF or CR LF, after a byte order mark; `nil` if they are in UTF-16. They need not be
  /// valid UTF-8. Empty ones are left out.
  package static func parse(_ bytes: [UInt8]) -> [FilePath]? {
    let isSeparatedByNUL = bytes.contains(0)
    // Without a NUL, the mark of UTF-16 could only be the beginning of a name.
    if isSeparatedByNUL, ByteOrderMark.isUTF16(bytes) { return nil }
    let separator = isSeparatedByNUL ? 0 : UInt8(ascii: "\n")
    var paths: [FilePath] = []
    // Not split: an array of millions of lines would be larger than the list.
    var rest = isSeparatedByNUL ? bytes[...] : ByteOrderMark.dropped(from: bytes)
    while !rest.isEmpty {
      var line = rest.prefix { $0 != separator }
      rest = rest[line.endIndex...].dropFirst()
      if !isSeparatedByNUL, line.last == UInt8(ascii: "\r") { line = line.dropLast() }
      if !line.isEmpty { paths.append(PathName.path(line)) }
    }
    return paths
  }
}
