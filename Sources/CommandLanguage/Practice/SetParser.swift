import Text

/// Parses the arguments of `set`: `volume 60`, `volume default`.
enum SetParser {
  private static let example = "set volume 60"

  static func parse(_ arguments: inout Arguments) throws(CommandError) -> PracticeCommand {
    guard let word = arguments.takeFirst(), word.utf8.allSatisfy(isOfName) else {
      throw .missing(command: "set", needs: "a setting and a value, such as '\(example)'")
    }
    let name = word.lowercased()
    guard let value = arguments.takeText() else {
      throw .missing(
        command: "set \(Echo(name).text)", needs: "a value, such as '\(example)', or 'default'")
    }
    return .set(name: name, value: try FreeText.name(value, of: "set"))
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(ASCII.lowercased(byte)) || ASCII.isDigit(byte)
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }
}
