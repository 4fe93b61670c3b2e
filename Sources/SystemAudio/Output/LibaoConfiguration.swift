import FoundationEssentials
import Platform
import SystemPackage

/// The configuration file of libao in the user's home.
enum LibaoConfiguration {
  /// The `default_driver` of `~/.libao`.
  static var ownDefaultDriver: String? {
    guard let home = FilePath(variable: "HOME", of: ProcessInfo.processInfo.environment),
      let file = try? BoundedFile(at: home.appending(".libao"), limit: 1 << 20)
    else { return nil }
    return defaultDriver(in: String(decoding: file.bytes, as: UTF8.self))
  }

  /// The driver that `text` names last.
  ///
  /// libao trims lines, but leaves blanks around `=`: a key with one is not this key.
  /// Source: libao 1.2.2, `ao_read_config_file`.
  static func defaultDriver(in text: String) -> String? {
    let key = "default_driver="
    return text.split(separator: "\n").map { trimmed($0) }
      .last { $0.hasPrefix(key) }.map { String($0.dropFirst(key.count)) }
  }

  private static func trimmed(_ line: Substring) -> Substring {
    let end = line.lastIndex { !$0.isWhitespace }.map(line.index(after:)) ?? line.startIndex
    return line[..<end].drop(while: \.isWhitespace)
  }
}
