import FileSystem
import SystemPackage

/// A list of paths as other programs print it.
public enum PathList {
  /// The paths in `bytes`: separated by NUL where there is one (`find -print0`), else by the ends of
  /// lines, LF or CR LF.
  ///
  /// Each path stays as it is, valid UTF-8 or not; empty ones are left out.
  public static func parse(_ bytes: [UInt8]) -> [FilePath] {
    if bytes.contains(0) { return bytes.split(separator: 0).map { PathName.path($0) } }
    return bytes.split(separator: UInt8(ascii: "\n"))
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
      .filter { !$0.isEmpty }
      .map { PathName.path($0) }
  }
}
