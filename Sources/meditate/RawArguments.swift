import Foundation
import SystemPackage

/// The command line as bytes: a path need not be UTF-8, but a `String` is.
enum RawArguments {
  /// The path that was typed as `argument`.
  static func path(_ argument: String) -> FilePath {
    typed[argument] ?? FilePath(argument)
  }

  /// Those arguments that are no UTF-8, by what they became when they were made strings.
  private static let typed: [String: FilePath] = {
    var paths: [String: FilePath] = [:]
    for index in 0..<Int(CommandLine.argc) {
      guard let bytes = CommandLine.unsafeArgv[index] else { continue }
      let text = String(cString: bytes)
      if strcmp(text, bytes) != 0 { paths[text] = FilePath(platformString: bytes) }
    }
    return paths
  }()
}
