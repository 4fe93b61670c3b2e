import Testing

@testable import MeditationTerminal

@Suite("Completions in columns") struct CompletionListTests {
  @Test(
    "as many in a row as fit",
    arguments: [
      (17, ["one", "three", "fourteen"]),
      (18, ["one       three", "fourteen"]), (5, ["one", "three", "four…"]),
      (28, ["one       three     fourteen"]),
    ])
  func table(width: Int, lines: [String]) {
    #expect(CompletionList.lines(of: ["one", "three", "fourteen"], width: width) == lines)
  }

  @Test("without a width, each is a line")
  func plain() {
    #expect(CompletionList.lines(of: ["one", "three"], width: nil) == ["one", "three"])
    let lines = CompletionList.lines(of: (0..<23).map { "w\($0)" }, width: nil)
    #expect(lines.suffix(2) == ["w19", "… and 3 more"])
  }

  @Test("of very many, the first rows, and how many are left out")
  func many() {
    let lines = CompletionList.lines(of: (0..<1000).map { "w\($0)" }, width: 40)
    #expect(lines.count == 21)
    #expect(lines.last == "… and 860 more")
    #expect(CompletionList.lines(of: ["a"], width: 0) == [""])
  }
}
