import Foundation

/// The characters that a terminal can show.
public enum Glyphs: Hashable, Sendable {
  case unicode, ascii

  /// What the locale in `environment` promises.
  ///
  /// Source: POSIX, Environment Variables: `LC_ALL` overrides `LC_CTYPE`, which overrides `LANG`;
  /// a variable that is set to nothing counts as not set.
  public static func choose(environment: [String: String]) -> Glyphs {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    let name = locale?.lowercased() ?? ""
    return name.contains("utf-8") || name.contains("utf8") ? .unicode : .ascii
  }

  /// `line` in characters that can be shown, all in their steady form, each in as many cells as
  /// before, so that columns stay columns.
  func shown(_ line: String) -> String {
    guard !line.utf8.allSatisfy({ $0 < 0x80 }) else { return line }
    let steady = SteadyForm.of(line)
    guard self == .ascii else { return steady }
    return steady.reduce(into: "") { shown, character in
      shown += character.isASCII ? String(character) : Self.substitute(for: character)
    }
  }

  private static func substitute(for character: Character) -> String {
    if let symbol = symbols[character] { return String(symbol) }
    let width = CellWidth.of(character)
    let base = String(character).folding(options: .diacriticInsensitive, locale: nil)
    if width == 1, base.utf8.count == 1 { return base }
    return String(repeating: "?", count: width)
  }

  /// Stand-ins for the symbols that the program itself uses, and for common punctuation.
  private static let symbols: [Character: Character] = [
    "▶": "*", "‖": "=", "…": "~", "–": "-", "—": "-", "’": "'", "‘": "'", "“": "\"", "”": "\"",
    "━": "=", "─": "-", "┃": "|",
    "▁": ".", "▂": ":", "▃": "-", "▄": "=", "▅": "+", "▆": "*", "▇": "%", "█": "#",
  ]
}
