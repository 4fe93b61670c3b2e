import Testing

@testable import MeditationTerminal

@Suite("The row of the typed line") struct InputRowTests {
  private func row(_ before: String, _ after: String = "", _ width: Int) -> InputRow {
    InputRow(prompt: "> ", before: before, after: after, width: width)
  }

  @Test("shows all where there is room")
  func whole() {
    #expect(row("volume", " 80", 20) == InputRow(text: "> volume 80", cursor: 8))
    #expect(row("", "", 2) == InputRow(text: "> ", cursor: 2))
    #expect(row("海", "", 4) == InputRow(text: "> 海", cursor: 4))
  }

  @Test("shows what is around the cursor where there is not")
  func part() {
    #expect(row("0123456789", "", 6) == InputRow(text: "456789", cursor: 6))
    #expect(row("0123456789", "abcdef", 6) == InputRow(text: "6789ab", cursor: 4))
    #expect(row("", "0123456789", 6) == InputRow(text: "> 0123", cursor: 2))
    #expect(row("海の波", "", 3) == InputRow(text: "波", cursor: 2))
    #expect(row("abc", "", 0) == InputRow(text: "", cursor: 0))
  }

  @Test(
    "what is no text is shown as a terminal echoes it",
    arguments: [
      ("a\u{1}b", "a^Ab"), ("\u{1B}[2J", "^[[2J"), ("one\ntwo", "one^Jtwo"), ("\u{7F}", "\u{FFFD}"),
      ("\u{9B}31m", "\u{FFFD}31m"), ("a\u{202E}b", "a\u{FFFD}b"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("é", "é"),
      ("می\u{200C}خواهم", "می\u{200C}خواهم"),
    ])
  func displayed(typed: String, shown: String) {
    #expect(InputRow.displayed(typed) == shown)
  }
}
