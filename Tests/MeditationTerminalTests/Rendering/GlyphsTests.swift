import MeditationLines
import Testing

@testable import MeditationTerminal

@Suite("Glyphs") struct GlyphsTests {
  @Test(
    "are what the locale promises",
    arguments: [
      ([:], .ascii), (["LANG": "C"], .ascii), (["LANG": "en_GB.UTF-8"], .unicode),
      (["LANG": "en_GB.utf8"], .unicode), (["LANG": "de_DE.ISO-8859-1"], .ascii),
      (["LANG": "en_GB.UTF-8", "LC_ALL": "C"], .ascii),
      (["LANG": "C", "LC_CTYPE": "C.UTF-8"], .unicode),
      (["LANG": "C.UTF-8", "LC_ALL": ""], .unicode),
    ] as [([String: String], Glyphs)])
  func choose(environment: [String: String], glyphs: Glyphs) {
    #expect(Glyphs.choose(environment: environment) == glyphs)
  }

  @Test(
    "without Unicode each has a stand-in as wide as itself",
    arguments: [
      ("plain", "plain"), (" ▶  Ö… –:––", " *  O~ -:--"), ("日本", "????"), ("e\u{301}É", "eE"),
      ("🇩🇪", "DE"), ("👨‍👩‍👧‍👦", "??"), ("━┃─▁█·", "=|-.#."), ("Σ", "?"),
      ("· 0  ▂ 1+  ▄ 10+  ▆ 20+  █ 40+ min", ". 0  : 1+  = 10+  * 20+  # 40+ min"),
    ])
  func ascii(line: String, shown: String) {
    #expect(Glyphs.ascii.shown(line) == shown)
    #expect(CellWidth.of(line) == shown.count)
    #expect(Glyphs.unicode.shown(line) == TabularForm.of(line))
  }
}
