import FileSystem
import SystemPackage

/// A list of paths as other programs print it.
public enum PathList {
  /// The paths in `bytes`, separated by NUL if there is one (`find -print0`), otherwise by line
  /// breaks, LF or CR LF.
  ///
  /// Paths need not be valid UTF-8. Empty ones are left out.
  public static func parse(_ bytes: [UInt8]) -> [FilePath] {
    if bytes.contains(0) { return bytes.split(separator: 0).map { PathName.path($0) } }
    return bytes.split(separator: UInt8(ascii: "\n"))
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
      .filter { !$0.isEmpty }
      .map { PathName.path($0) }
  }
}
