import Testing

@testable import MeditationScreens

@Suite("Text in Markdown") struct MarkdownTextTests {
  @Test(
    "what could be markup is escaped, and what controls a terminal or ends a line is left out",
    arguments: [
      ("Rain (1), 4:00 - it's!", "Rain (1), 4:00 - it's!"), ("a|b", "a\\|b"),
      ("a\\|b", "a\\\\\\|b"),
      ("*a* _b_ `c`", "\\*a\\* \\_b\\_ \\`c\\`"), ("# a ##", "\\# a \\#\\#"),
      ("<script>&amp;", "\\<script\\>\\&amp;"), ("![a](b)", "!\\[a\\](b)"),
      ("a\nb\r\n| c\u{2028}", "ab\\| c"), ("\u{1B}[2J\u{202E}a", "\\[2Ja"),
      ("http://a.b WWW.a.b", "http:\\//a.b WWW\\.a.b"), ("~~a~~ $b$", "\\~\\~a\\~\\~ \\$b\\$"),
    ])
  func escaped(text: String, markdown: String) {
    #expect(MarkdownText.escaped(text) == markdown)
  }
}
