import Foundation
import SystemPackage

/// The command line as bytes, because paths need not be UTF-8.
enum RawArguments {
  /// The path whose string is `argument`.
  static func path(_ argument: String) -> FilePath {
    typed[argument] ?? FilePath(argument)
  }

  /// The contents of the file at `argument`; `-` is standard input. Blocks.
  static func contents(of argument: String) throws -> [UInt8] {
    guard argument != "-" else { return try FileDescriptor.standardInput.readToEnd() }
    let file = try FileDescriptor.open(path(argument), .readOnly)
    return try file.closeAfter { try file.readToEnd() }
  }

  /// The arguments that are not UTF-8, by their strings.
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

extension FileDescriptor {
  /// Reads up to the end of the file. Blocks.
  fileprivate func readToEnd() throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = try buffer.withUnsafeMutableBytes { try read(into: $0) }
      if count == 0 { return bytes }
      bytes += buffer.prefix(count)
    }
  }
}
