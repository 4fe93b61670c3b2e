import MeditationTestSupport
import Testing

@testable import MeditationText

struct CleanTextTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let dirty: String
    let clean: String
    var testDescription: String { name }

    init(_ name: String, _ dirty: String, _ clean: String) {
      (self.name, self.dirty, self.clean) = (name, dirty, clean)
    }
  }

  /// Text of scalars that a literal cannot contain.
  private static func text(_ values: UInt32...) -> String {
    String(String.UnicodeScalarView(values.compactMap { Unicode.Scalar($0) }))
  }

  static let rows = [
    Row("plain text stays", "Rain on Leaves (2nd take)", "Rain on Leaves (2nd take)"),
    Row("nothing stays nothing", "", ""),
    Row("only blanks", " \t\n ", ""),
    Row("white space is collapsed and trimmed", "  a \t\n b\u{A0}\u{3000}c ", "a b c"),
    Row("C0 controls", "a\u{0}b\u{7}c\u{8}d", "abcd"),
    Row("DEL", "a\u{7F}b", "ab"),
    Row("C1 controls", "a\u{84}b\u{8E}c", "abc"),
    Row("next line is white space", "a\u{85}b", "a b"),
    Row("colour", "a\u{1B}[31;1mred\u{1B}[0mb", "aredb"),
    Row("8-bit CSI", "a\u{9B}2Jb", "ab"),
    Row("CSI with intermediates", "a\u{1B}[1 qb", "ab"),
    Row("CSI broken off by a letter beyond ASCII", "a\u{1B}[1éb", "aéb"),
    Row("CSI broken off by another", "a\u{1B}[1\u{1B}[2Jb", "ab"),
    Row("window title ended by BEL", "a\u{1B}]0;owned\u{7}b", "ab"),
    Row("window title ended by ST", "a\u{1B}]0;owned\u{1B}\\b", "ab"),
    Row("window title ended by 8-bit ST", "a\u{9D}0;owned\u{9C}b", "ab"),
    Row("window title that never ends", "a\u{1B}]0;owned", "a"),
    Row("a line break ends a string", "a\u{1B}]0;owned\nb", "a b"),
    Row("hyperlink", "\u{1B}]8;;http://x\u{1B}\\song\u{1B}]8;;\u{1B}\\", "song"),
    Row("DCS, PM, APC", "a\u{1B}Pq\u{1B}\\b\u{1B}^x\u{1B}\\c\u{1B}_y\u{1B}\\d", "abcd"),
    Row("a sequence in place of a terminator", "a\u{1B}]0;x\u{1B}[31mb", "ab"),
    Row("character set", "a\u{1B}(0b", "ab"),
    Row("reset", "a\u{1B}cb", "ab"),
    Row("ESC at the end", "a\u{1B}", "a"),
    Row("ESC before a control", "a\u{1B}\u{7}b", "ab"),
    Row("bidi override", "a\u{202E}gpj.\u{202C}b", "agpj.b"),
    Row("bidi isolates and marks", "a\u{2066}b\u{2069}\u{200E}\u{200F}\u{61C}c", "abc"),
    Row("line and paragraph separators", "a\u{2028}b\u{2029}c", "a b c"),
    Row("zero width", "a\u{200B}b\u{FEFF}c\u{2060}d\u{AD}e", "abcde"),
    Row("tag characters", "a\u{E0041}\u{E007F}b", "ab"),
    Row("blank letters", "a\u{3164}\u{115F}\u{FFA0}b", "ab"),
    Row("interlinear annotation", "a\u{FFF9}b\u{FFFB}c", "abc"),
    Row("noncharacters", text(0x61, 0xFFFE, 0xFDD0, 0x10FFFF, 0x62), "ab"),
    Row("a joiner inside an emoji", "👩\u{200D}🚀", "👩\u{200D}🚀"),
    Row("emoji presentation", "❤\u{FE0F}", "❤\u{FE0F}"),
    Row("a non-joiner inside Persian", "می\u{200C}خواهم", "می\u{200C}خواهم"),
    Row("joiners at the edges", "\u{200D}a\u{200D} \u{200C}b\u{200C}\u{200D}", "a b"),
    Row("Hindi", "ध्यान संगीत", "ध्यान संगीत"),
    Row("decomposed accents", "Cafe\u{301}", "Cafe\u{301}"),
    Row("an accent without a letter", "\u{301}a \u{301}b", "a b"),
    Row("Arabic number sign", "\u{600}٣", "\u{600}٣"),
    Row("CJK", "瞑想 の 音楽", "瞑想 の 音楽"),
  ]

  @Test("text from outside", arguments: rows)
  func cleaning(row: Row) {
    #expect(Array(CleanText.clean(row.dirty).unicodeScalars) == Array(row.clean.unicodeScalars))
  }

  @Test("clean text is unchanged", arguments: rows)
  func idempotence(row: Row) {
    #expect(CleanText.clean(row.clean) == row.clean)
  }

  @Test("length is bounded, and the cut is shown")
  func length() {
    let limit = CleanText.maximumLength
    let exact = String(repeating: "x", count: limit)
    #expect(CleanText.clean(exact) == exact)
    #expect(CleanText.clean(exact + " \t") == exact)
    #expect(CleanText.clean(exact + "x") == exact.dropLast() + "…")
    #expect(CleanText.clean(exact + " x") == exact.dropLast() + "…")
    #expect(CleanText.clean(String(repeating: "é ", count: 1_000_000)).count <= limit)
  }

  @Test("marks on one letter are bounded")
  func marks() {
    let tower = "a" + String(repeating: "\u{336}", count: 10_000) + "b"
    let kept = CleanText.clean(tower).unicodeScalars.count
    #expect(kept == 2 + CleanText.maximumMarkCount)
  }

  @Test("no input leaves control characters in the output")
  func randomText() {
    var random = SeededGenerator(seed: 7)
    let pieces: [Unicode.Scalar] = [
      "\u{1B}", "[", "]", "\u{9B}", "\u{9D}", "\u{7}", "\\", "m", ";", "a", " ", "\n", "\u{202E}",
      "\u{200D}", "\u{301}", "é", "\u{2028}", "\u{9C}", "\u{FEFF}", "P", "k", "\u{0}", "👩",
    ]
    for _ in 0..<20_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0..<24, using: &random) {
        text.append(pieces.randomElement(using: &random) ?? " ")
      }
      let clean = CleanText.clean(String(text))
      let isHarmless = clean.unicodeScalars.allSatisfy { scalar in
        scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
          && !["\u{202E}", "\u{2028}", "\u{FEFF}"].contains(scalar)
      }
      #expect(isHarmless && !clean.hasPrefix(" ") && !clean.hasSuffix(" "), "\(Array(text))")
    }
  }
}

@Suite("What a terminal does with a character") struct TerminalEffectTests {
  @Test(
    "is decided once, for all who show text",
    arguments: [
      ("a", .letter), ("é", .letter), ("海", .letter), ("\u{0600}", .letter), ("\u{E0A0}", .letter),
      (" ", .space), ("\u{A0}", .space), ("\u{3000}", .space),
      ("\u{301}", .mark), ("\u{FE0F}", .mark), ("\u{200C}", .mark), ("\u{200D}", .mark),
      ("\t", .move), ("\n", .move), ("\u{85}", .move), ("\u{2028}", .move), ("\u{2029}", .move),
      ("\u{0}", .unsafe), ("\u{1B}", .unsafe), ("\u{7F}", .unsafe), ("\u{9B}", .unsafe),
      ("\u{202E}", .unsafe), ("\u{200B}", .unsafe), ("\u{FEFF}", .unsafe), ("\u{3164}", .unsafe),
      ("\u{E0041}", .unsafe), ("\u{FFFE}", .unsafe),
    ] as [(Unicode.Scalar, TerminalEffect)])
  func effect(scalar: Unicode.Scalar, effect: TerminalEffect) {
    #expect(TerminalEffect(of: scalar) == effect)
    let isShown = effect != .move && effect != .unsafe
    #expect(QuotedInput(String(scalar)).text == (isShown ? String(scalar) : "\u{FFFD}"))
    #expect("a\(scalar)b".harmless == (isShown ? "a\(scalar)b" : "ab"))
  }
}
