import Foundation
import SystemPackage

/// The folder for what can be had again.
public enum CacheFolder {
  /// The program's folder in `XDG_CACHE_HOME`, else in `~/.cache`; whether it exists is not asked.
  ///
  /// - Returns: `nil` where there is no home folder.
  ///
  /// Source: XDG Base Directory Specification; relative paths are to be ignored.
  public static func find(environment: [String: String]) -> FilePath? {
    if let folder = absolutePath(environment["XDG_CACHE_HOME"]) {
      return folder.appending("meditate")
    }
    return absolutePath(environment["HOME"])?.appending(".cache").appending("meditate")
  }

  private static func absolutePath(_ value: String?) -> FilePath? {
    guard let value, value.utf8.first == UInt8(ascii: "/"), !value.utf8.contains(0) else {
      return nil
    }
    return FilePath(value)
  }

  /// Makes `folder` and those above it, for this user alone.
  static func make(_ folder: FilePath) throws {
    // Foundation looks users and groups up before it sees that there is nothing to do.
    if (try? folder.stat())?.type == .directory { return }
    try FileManager.default.createDirectory(
      atPath: folder.string, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
  }
}
