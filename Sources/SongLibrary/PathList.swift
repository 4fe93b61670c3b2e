import SystemPackage

/// A list of paths as other programs print it.
public enum PathList {
  /// The paths in `bytes`: separated by NUL where there is one (`find -print0`), else by newlines.
  ///
  /// Each path stays as it is, valid UTF-8 or not; empty ones are left out.
  public static func parse(_ bytes: [UInt8]) -> [FilePath] {
    let separator: UInt8 = bytes.contains(0) ? 0 : UInt8(ascii: "\n")
    return bytes.split(separator: separator).map { PathName.path($0) }
  }
}
