import SystemPackage

/// Where the program keeps a user's files. Whether these directories exist is not asked.
///
/// Each is `nil` where the environment names neither it nor a home directory. Relative paths in the
/// environment are ignored.
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

  /// Settings of all programs.
  package var configHome: FilePath? { base("XDG_CONFIG_HOME", else: ".config") }

  /// Settings, which the user writes.
  package var config: FilePath? { own(configHome) }

  /// What the user made and would miss.
  package var data: FilePath? { own(base("XDG_DATA_HOME", else: ".local/share")) }

  /// What outlives a start and is not worth a backup, such as typed lines.
  package var state: FilePath? { own(base("XDG_STATE_HOME", else: ".local/state")) }

  /// What can be made again.
  package var cache: FilePath? { own(base("XDG_CACHE_HOME", else: ".cache")) }

  /// Sockets and the like; gone with the login. It has no place below the home directory.
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
