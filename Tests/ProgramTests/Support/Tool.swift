import Glibc
import SystemPackage
import Testing

/// Programs that only the tests use.
enum Tool {
  /// The path of the installed program `name`.
  static func path(_ name: String) throws -> FilePath {
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    for folder in folders.split(separator: ":") {
      let path = FilePath(String(folder)).appending(name)
      if path.withPlatformString({ access($0, X_OK) }) == 0 { return path }
    }
    throw Missing(name: name)
  }

  struct Missing: Error {
    let name: String
  }

  struct Failure: Error {
    let tool: String
    let outcome: Outcome
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test, with a reason, if a tool is not installed.
  static func needs(_ tools: String...) -> Self {
    let missing = tools.filter { (try? Tool.path($0)) == nil }
    return .enabled(
      if: missing.isEmpty, "needs \(missing.joined(separator: ", ")), which is not installed")
  }
}
