import MeditationText

/// Texts from tags and names in Markdown, where none of their characters is markup.
enum MarkdownText {
  /// The characters that begin markup inside a line or end a cell of a table.
  private static let markup = Set("\\`*_[]<>&|~#$".unicodeScalars)

  /// `text` as it is shown, without markup, links or line breaks.
  static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    var before = ""
    for scalar in text.harmless.unicodeScalars {
      // GitHub and others make a link of an address that stands alone.
      let isOfAddress =
        scalar == "/" && before.hasSuffix(":") || scalar == "." && before.hasSuffix("www")
      if markup.contains(scalar) || isOfAddress { escaped.append("\\") }
      escaped.append(scalar)
      before = String((before + String(scalar).lowercased()).suffix(3))
    }
    return String(escaped)
  }

  /// The lines of a table; its texts are escaped, and `boldRows` are in bold.
  static func table(
    _ heading: [String], _ rows: [[String]], boldRows: Set<Int> = []
  ) -> [String] {
    func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
    return [line(heading), line(heading.map { _ in "---" })]
      + rows.enumerated().map { index, cells in
        let mark = boldRows.contains(index) ? "**" : ""
        return line(cells.map { $0.isEmpty ? "" : mark + escaped($0) + mark })
      }
  }
}
