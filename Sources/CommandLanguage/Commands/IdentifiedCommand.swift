import Text

/// A line with an optional id, which its answer repeats: `#42 next`.
public struct IdentifiedCommand: Equatable, Sendable {
  /// The longest id, in characters.
  public static let longestID = 64

  /// The id without its `#`; `nil` if the line has none.
  public let id: String?
  /// The line without the id.
  public let rest: Substring

  /// Splits the id off `line`: up to ``longestID`` ASCII letters, digits, `-` and `_`.
  public static func split(_ line: some StringProtocol) throws(CommandError) -> IdentifiedCommand {
    let line = Substring(line)
    let scalars = line.unicodeScalars.drop(while: Words.isBlank)
    guard scalars.first == "#" else { return IdentifiedCommand(id: nil, rest: line) }
    let id = scalars.dropFirst().prefix { !Words.isBlank($0) }
    guard !id.isEmpty, id.prefix(longestID + 1).count <= longestID, id.allSatisfy(isAllowed) else {
      throw .badIdentifier(Echo(Substring(id)))
    }
    return IdentifiedCommand(id: String(id), rest: Substring(scalars[id.endIndex...]))
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", "A"..."Z", "a"..."z", "-", "_": true
    default: false
    }
  }
}
