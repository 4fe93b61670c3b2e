import Testing

@testable import MeditationLines

@Suite("Wrapped text") struct WrappedTextTests {
  @Test(
    "breaks between words, and hangs by its own indent",
    arguments: [
      ("one two three", nil, ["one two three"]), ("one two three", 13, ["one two three"]),
      ("one two three", 12, ["one two", "three"]), ("one two three", 7, ["one two", "three"]),
      ("one two three", 6, ["one", "two", "three"]), ("", 10, [""]),
      ("one  two", 5, ["one ", "two"]), ("incomprehensible", 6, ["incomp", "rehens", "ible"]),
      ("to incomprehensible", 6, ["to", "incomp", "rehens", "ible"]),
      ("  one two three", 8, ["  one", "  two", "  three"]), ("海の波 海", 6, ["海の波", "海"]),
      ("海の波", 1, ["海", "の", "波"]), ("ab", 0, ["a", "b"]), ("    ab cd", 6, ["    ab", " cd"]),
    ] as [(String, Int?, [String])])
  func table(text: String, width: Int?, rows: [String]) {
    #expect(WrappedText.rows(of: text, width: width) == rows)
  }
}
