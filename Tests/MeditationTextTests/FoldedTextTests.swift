import MeditationText
import Testing

@Suite("Folded text") struct FoldedTextTests {
  @Test(
    "case and accents do not count",
    arguments: [
      ("Waves 12\"", "waves 12\""), ("Ärger", "arger"), ("A\u{308}rger", "arger"),
      ("Dvořák", "dvorak"), ("Łódź", "lodz"), ("SØREN", "soren"), ("Straße", "strasse"),
      ("Œuvre Æon", "oeuvre aeon"), ("Thế Sơn", "the son"), ("İstanbul ısı", "istanbul isi"),
      ("ÀÉÎÕÜÝÿŁđŒßÞŽſ÷×", "aeiouyyldoessthzs÷×"),
      ("Ήχος", "ηχοσ"), ("ὄμμα", "ομμα"), ("Ёлка Йод", "елка иод"),
      ("Йод", "иод"), ("ＷＡＶＥ", "wave"), ("海の音", "海の音"), ("שלום", "שלום"),
    ])
  func fold(text: String, folded: String) {
    #expect(String(decoding: FoldedText.bytes(of: text), as: UTF8.self) == folded)
  }
}
