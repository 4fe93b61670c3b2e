import Testing

@testable import MeditationPractice

@Suite("Comma-separated text") struct CSVTests {
  private func cells(_ text: String, _ separator: Unicode.Scalar = ",") -> [[String]?] {
    CSVReader(Array(text.utf8), separator: UInt8(ascii: separator)).map { record in
      if case .cells(let cells) = record.content { cells } else { nil }
    }
  }

  @Test(
    "is split into cells",
    arguments: [
      ("", []), ("a", [["a"]]), ("a,b\r\nc,\n", [["a", "b"], ["c", ""]]), (",\n", [["", ""]]),
      ("a\rb\r", [["a"], ["b"]]), ("a\n\nb", [["a"], [""], ["b"]]),
      ("\u{FEFF}a,b", [["a", "b"]]), ("\"a,\"\"b\"\"\r\nc\",d", [["a,\"b\"\r\nc", "d"]]),
      ("\"\",\"\"\n", [["", ""]]), ("a\"b\",c", [["a\"b\"", "c"]]), ("ä,𝄞", [["ä", "𝄞"]]),
    ] as [(String, [[String]])])
  func split(text: String, expected: [[String]]) {
    #expect(cells(text) == expected)
  }

  @Test("is split at other separators")
  func separators() { #expect(cells("a;b,c\n", ";") == [["a", "b,c"]]) }

  @Test("tells the line of what cannot be read, and goes on")
  func problems() {
    let bytes =
      Array("a\n".utf8) + [0x62, 0xFF, 0x0A] + Array("\"x\ny\",z\n\"a\"b,c\nd\n\"e\nf".utf8)
    let records = Array(CSVReader(bytes))
    #expect(records.map(\.line) == [1, 2, 3, 5, 6, 7])
    #expect(records[1].content == .cells(["bÿ"]))
    #expect(records[2].content == .cells(["x\ny", "z"]))
    #expect(records[3].content == .problem("Text follows a closing quote."))
    #expect(records[4].content == .cells(["d"]))
    #expect(records[5].content == .problem("A quoted cell is not closed."))
    let breaks = CSVReader(Array("\"a\r\nb\rc\nd\"\r\ne".utf8)).map(\.line)
    #expect(breaks == [1, 5])
  }

  @Test(
    "is read as it was written",
    arguments: [
      "", "a", "a,b", "\"", "a\"\"", "\r\n", "a\rb", "ä", " a ", "\t", "'", "e\u{301},", "a;b",
      "\n",
    ])
  func roundTrip(cell: String) {
    let text = CSVWriter.record([cell, "x", cell])
    #expect(cells(text) == [[cell, "x", cell]])
    #expect(text.utf8.suffix(2).elementsEqual("\r\n".utf8))
  }

  @Test(
    "is no formula for a spreadsheet",
    arguments: [
      ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@a", "'@a"), ("\t=1", "'\t=1"),
      ("\r=1", "'\r=1"), ("'=1", "''=1"), ("''@", "'''@"), ("'a", "'a"), ("a=1", "a=1"), ("", ""),
      ("'", "'"), ("\r\n=1", "'\r\n=1"), ("\n=1", "'\n=1"), ("＝1", "'＝1"), ("＋1", "'＋1"),
      ("－1", "'－1"), ("＠a", "'＠a"), ("'＝1", "''＝1"),
    ])
  func formulas(cell: String, written: String) {
    #expect(FormulaGuard.guarded(cell) == written)
    #expect(FormulaGuard.unguarded(written) == cell)
  }
}
