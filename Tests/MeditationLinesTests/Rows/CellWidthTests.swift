import Testing

@testable import MeditationLines

@Suite("Widths in cells") struct CellWidthTests {
  @Test(
    "each kind of character",
    arguments: [
      ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("e\u{301}\u{302}\u{303}", 1),
      ("日本", 4), ("ｱ", 1), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("🎵", 2),
      ("👩‍👩‍👧", 2), ("👍🏽", 2), ("🇩🇪", 2), ("🇩🇪🇫🇷", 4), ("🇩", 1), ("❤️", 1), ("1️⃣", 1),
      ("👨‍👩‍👧‍👦", 2), ("🏴\u{E0067}\u{E0062}\u{E007F}", 2), ("का", 2), ("\u{200B}", 0),
      ("a\u{7}b", 2), ("–:––", 4), ("▶", 1), ("▁▂▃▄▅▆▇█", 8), ("\u{FFFD}", 1),
    ])
  func width(text: String, cells: Int) {
    #expect(CellWidth.of(text) == cells)
  }

  @Test(
    "what does not fit is cut at a character, and says so",
    arguments: [
      ("Waves", 5, "Waves"), ("Waves", 4, "Wav…"), ("Waves", 1, "…"), ("Waves", 0, ""),
      ("Waves", -1, ""), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
      ("👩‍👩‍👧👩‍👩‍👧", 3, "👩‍👩‍👧…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ])
  func fit(text: String, cells: Int, fitted: String) {
    #expect(CellWidth.fit(text, in: cells) == fitted)
  }

  @Test("padding fills exactly, whatever the text", arguments: ["", "a", "日本語", "🇩🇪🇫🇷🇩🇪", "e\u{301}"])
  func pad(text: String) {
    for cells in 1...12 { #expect(CellWidth.of(CellWidth.pad(text, to: cells)) == cells) }
  }
}
