/// Spells the colours of a captured screen as words, so that a reviewer can read them.
enum ColourWords {
  private static let styles = ["1": "bold", "2": "faint"]
  private static let colours = [
    "30": "black", "31": "red", "32": "green", "33": "yellow", "34": "blue", "35": "magenta",
    "36": "cyan", "37": "white", "39": "",
  ]

  /// `screen` with each coloured run of a line as `{bold green}▶{}`, independent of the sequences
  /// used.
  static func spelled(_ screen: String) -> String {
    var look: [String] = []
    return screen.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: "\u{1B}[", omittingEmptySubsequences: false).enumerated()
        .map { place, piece in
          guard place > 0 else { return run(piece, look) }
          let codes = piece.prefix { $0 != "m" }
          change(&look, by: codes.split(separator: ";").map(String.init))
          return run(piece.dropFirst(codes.count + 1), look)
        }
        .joined()
    }
    .joined(separator: "\n")
  }

  /// Source: ECMA-48, "select graphic rendition". No code and 0 reset everything; 39 resets the
  /// colour.
  private static func change(_ look: inout [String], by codes: [String]) {
    for code in codes.isEmpty ? ["0"] : codes {
      if let style = styles[code] { look.insert(style, at: 0) }
      if let colour = colours[code] { look = look.filter(styles.values.contains) + [colour] }
      if code == "0" { look = [] }
    }
    look.removeAll(where: \.isEmpty)
  }

  private static func run(_ text: Substring, _ look: [String]) -> String {
    let isSeen = !look.isEmpty && !text.allSatisfy(\.isWhitespace)
    return isSeen ? "{\(look.joined(separator: " "))}\(text){}" : String(text)
  }
}
