import Glibc
import SystemPackage

/// Finds programs in the folders of `PATH`.
package enum InstalledProgram {
  /// The file of the program `name` in the folders of `searchPath`, of which `nil` is `PATH`; `nil`
  /// if there is none. Relative folders are ignored: they would depend on the current one.
  package static func file(of name: String, in searchPath: String? = nil) -> FilePath? {
    let folders = searchPath ?? getenv("PATH").map { String(cString: $0) } ?? ""
    return folders.split(separator: ":").lazy.filter { $0.hasPrefix("/") }
      .map { FilePath(String($0)).appending(name) }
      .first { isExecutable($0) }
  }

  private static func isExecutable(_ path: FilePath) -> Bool {
    guard (try? path.stat())?.type == .regular else { return false }
    return path.withPlatformString { access($0, X_OK) } == 0
  }
}
