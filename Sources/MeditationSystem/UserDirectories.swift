import Glibc
import SystemPackage

/// The program's directories for a user's files. They may not exist.
///
/// A directory is `nil` if the environment defines neither it nor a home directory. Relative paths
/// in the environment are ignored.
///
/// Source: XDG Base Directory Specification, version 0.8.
package struct UserDirectories: Sendable {
  private static let programName: FilePath.Component = "meditate"

  private let environment: [String: String]

  package init(environment: [String: String]) { self.environment = environment }

  package var home: FilePath? { absolutePath("HOME") }

  /// The settings of all programs.
  package var configHome: FilePath? { base("XDG_CONFIG_HOME", else: ".config") }

  /// The program's settings, which the user edits.
  package var config: FilePath? { own(configHome) }

  /// Data that the user created.
  package var data: FilePath? { own(base("XDG_DATA_HOME", else: ".local/share")) }

  /// Data that persists between runs but needs no backup, such as the input history.
  package var state: FilePath? { own(base("XDG_STATE_HOME", else: ".local/state")) }

  /// Data that can be regenerated.
  package var cache: FilePath? { own(base("XDG_CACHE_HOME", else: ".cache")) }

  /// Sockets and other runtime files, deleted at logout. There is no fallback in the home folder.
  package var runtime: FilePath? { own(absolutePath("XDG_RUNTIME_DIR")) }

  private func own(_ base: FilePath?) -> FilePath? { base?.appending(Self.programName) }

  private func base(_ variable: String, else fallback: FilePath) -> FilePath? {
    absolutePath(variable) ?? home?.pushing(fallback)
  }

  private func absolutePath(_ variable: String) -> FilePath? {
    FilePath(variable: variable, of: environment).flatMap { $0.isAbsolute ? $0 : nil }
  }
}

extension FilePath {
  /// The path in the variable `name` of `environment`; `nil` if it is not set, or contains a NUL.
  /// In `environment`, bytes that are not UTF-8 are replaced; if it is that of this process, the
  /// path has the variable's own bytes.
  package init?(variable name: String, of environment: [String: String]) {
    guard let value = environment[name], !value.utf8.contains(0) else { return nil }
    if let bytes = getenv(name), strcmp(bytes, value) != 0, String(cString: bytes) == value {
      self.init(platformString: bytes)
    } else {
      self.init(value)
    }
  }
}
