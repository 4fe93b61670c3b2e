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

  package init(environment: [String: String]) {
    self.environment = environment
  }

  /// The home directory.
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

  /// Sockets and other runtime files, deleted at logout. There is no fallback in the home
  /// directory.
  package var runtime: FilePath? { own(absolutePath("XDG_RUNTIME_DIR")) }

  private func own(_ base: FilePath?) -> FilePath? { base?.appending(Self.programName) }

  private func base(_ variable: String, else fallback: FilePath) -> FilePath? {
    absolutePath(variable) ?? home?.pushing(fallback)
  }

  private func absolutePath(_ variable: String) -> FilePath? {
    guard let value = environment[variable], value.utf8.first == UInt8(ascii: "/"),
      !value.utf8.contains(0)
    else { return nil }
    return FilePath(value)
  }
}
