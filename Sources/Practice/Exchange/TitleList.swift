/// Titles in one cell, as `First; Second`. A semicolon or a backslash in a title follows a
/// backslash.
enum TitleList {
  static func text(_ titles: [String]) -> String {
    titles.map(escaped).joined(separator: "; ")
  }

  static func parse(_ text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    var titles = [""]
    var scalars = text.unicodeScalars.makeIterator()
    var isAtStart = false
    while let scalar = scalars.next() {
      defer { isAtStart = scalar == ";" }
      switch scalar {
      case "\\": titles[titles.count - 1].unicodeScalars.append(scalars.next() ?? "\\")
      case ";": titles.append("")
      case " " where isAtStart: continue
      default: titles[titles.count - 1].unicodeScalars.append(scalar)
      }
    }
    return titles
  }

  private static func escaped(_ title: String) -> String {
    var text = ""
    for scalar in title.unicodeScalars {
      if scalar == ";" || scalar == "\\" { text.unicodeScalars.append("\\") }
      text.unicodeScalars.append(scalar)
    }
    return text
  }
}
