import MeditationLines
import MeditationText

/// The character set of a terminal.
package enum Glyphs: Hashable, Sendable {
  case unicode, ascii

  /// Chooses the character set by the locale in `environment`.
  ///
  /// Source: POSIX, Environment Variables: `LC_ALL` overrides `LC_CTYPE`, which overrides `LANG`;
  /// an empty variable counts as unset.
  package static func choose(environment: [String: String]) -> Glyphs {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    let name = locale?.lowercased() ?? ""
    return name.contains("utf-8") || name.contains("utf8") ? .unicode : .ascii
  }

  /// `line` in this character set, in tabular form: each character has the same width on all
  /// terminals, so columns stay aligned.
  package func shown(_ line: String) -> String {
    guard !line.utf8.allSatisfy({ $0 < 0x80 }) else { return line }
    let tabular = TabularForm.of(line)
    guard self == .ascii else { return tabular }
    return tabular.reduce(into: "") { shown, character in
      shown += character.isASCII ? String(character) : Self.substitute(for: character)
    }
  }

  private static func substitute(for character: Character) -> String {
    if let symbol = symbols[character] { return String(symbol) }
    let width = CellWidth.of(character)
    let letter = FoldedText.bytes(of: String(character))
    if width == 1, letter.count == 1 {
      let base = String(decoding: letter, as: UTF8.self)
      return character.isUppercase ? base.uppercased() : base
    }
    return String(repeating: "?", count: width)
  }

  /// ASCII replacements for the program's own symbols and for common punctuation.
  private static let symbols: [Character: Character] = [
    "▶": "*", "‖": "=", "…": "~", "–": "-", "—": "-", "’": "'", "‘": "'", "“": "\"", "”": "\"",
    "·": ".", "━": "=", "─": "-", "┃": "|",
    "▁": ".", "▂": ":", "▃": "-", "▄": "=", "▅": "+", "▆": "*", "▇": "%", "█": "#",
  ]
}
