import Testing

@testable import MeditationTerminal

@Suite("Large digits") struct LargeClockTests {
  private func rows(_ time: String, width: Int, rows: Int = 24) -> [String]? {
    LargeClock(time, width: width, on: TerminalSize(columns: width + 1, rows: rows))?.rows
  }

  @Test("each digit has a shape of its own, in cells of two or, where it is narrow, of one")
  func shapes() throws {
    #expect(
      rows("-0:12", width: 23) == [
        "    ███    █  ███", "    █ █ █ ██    █", "███ █ █    █  ███", "    █ █ █  █  █",
        "    ███   ███ ███",
      ])
    #expect(
      rows("3:45", width: 79) == [
        "██████      ██  ██  ██████", "    ██  ██  ██  ██  ██", "██████      ██████  ██████",
        "    ██  ██      ██      ██", "██████          ██  ██████",
      ])
    let digits = try (0...9).map { try #require(rows("\($0)", width: 9)) }
    #expect(Set(digits).count == 10)
  }

  @Test("it needs all of its cells, and leaves rows for lines, status and prompt")
  func room() {
    // Seven characters, five of three cells and two of one, with blanks between them.
    #expect(rows("1:02:03", width: 22) == nil)
    #expect(rows("1:02:03", width: 23)?.contains { $0.contains("██ ") } == true)
    #expect(rows("1:02:03", width: 46)?[0].hasPrefix("  ██") == true)
    #expect(rows("0:00", width: 79, rows: 10) == nil)
    #expect(rows("0:00", width: 79, rows: 11) != nil)
    for width in 0...80 {
      #expect((rows("12:34:56", width: width) ?? []).allSatisfy { $0.count <= width })
    }
  }
}
