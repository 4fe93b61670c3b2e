import Testing

@testable import MeditationLines

@Suite("Tabular forms") struct TabularFormTests {
  @Test(
    "what terminals draw in different widths becomes what they agree on",
    arguments: [
      ("plain", "plain"), ("日本 🎵", "日本 🎵"), ("e\u{301}", "e\u{301}"),
      ("👨‍👩‍👧‍👦 Family", "👨 Family"), ("👍🏽", "👍"), ("👩🏽‍🚀", "👩"), ("🏽", "🏽"),
      ("🇩🇪🇫🇷", "DEFR"), ("🇩", "D"), ("🏴\u{E0067}\u{E0062}\u{E007F}", "🏴"),
      ("❤\u{FE0F}", "❤"), ("⌚\u{FE0E}", "⌚"), ("1\u{FE0F}\u{20E3}", "1\u{20E3}"),
      ("❤\u{FE0F}\u{200D}🔥", "❤"), ("🏳\u{FE0F}\u{200D}🌈", "🏳"),
      ("क\u{94D}\u{200D}ष", "क\u{94D}ष"), ("a\u{200D}b", "ab"), ("\u{200D}", ""),
    ])
  func table(text: String, tabular: String) {
    #expect(Array(TabularForm.of(text).unicodeScalars) == Array(tabular.unicodeScalars))
  }

  @Test("is as wide as the text is said to be, and its own tabular form")
  func stable() {
    for text in ["👨‍👩‍👧‍👦 Family", "🇩🇪🇫🇷", "1️⃣ 2️⃣", "👩🏽‍🚀", "क\u{94D}\u{200D}ष"] {
      let tabular = TabularForm.of(text)
      #expect(TabularForm.of(tabular) == tabular)
      #expect(CellWidth.of(text) == tabular.unicodeScalars.reduce(0) { $0 + CellWidth.of("\($1)") })
    }
  }
}
