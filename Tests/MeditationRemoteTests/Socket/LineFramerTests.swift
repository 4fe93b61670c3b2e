import Testing

@testable import MeditationRemote

@Suite("Lines of a connection")
struct LineFramerTests {
  private func lines(_ pieces: [[UInt8]], limit: Int = 8) throws -> [String] {
    var framer = LineFramer(limit: limit)
    var lines: [String] = []
    for piece in pieces { try framer.feed(piece, into: &lines) }
    return lines
  }

  @Test(
    "lines end with LF or CR LF, wherever the bytes are cut",
    arguments: [
      (["a\nbc\n"], ["a", "bc"]), (["a", "b", "\n"], ["ab"]), (["a\r\nb\r", "\n"], ["a", "b"]),
      (["\n\n"], ["", ""]), (["half"], []), (["\u{E9}\n"], ["\u{E9}"]),
    ])
  func cuts(pieces: [String], expected: [String]) throws {
    #expect(try lines(pieces.map { Array($0.utf8) }) == expected)
  }

  @Test(
    "the last line needs no end",
    arguments: [("a\nbc", "bc"), ("a\n", nil), ("", nil), ("a\r", "a")] as [(String, String?)])
  func lastLine(text: String, expected: String?) throws {
    var framer = LineFramer(limit: 8)
    var lines: [String] = []
    try framer.feed(Array(text.utf8), into: &lines)
    #expect(framer.finish() == expected)
    #expect(framer.finish() == nil)
  }

  @Test("bytes that are not UTF-8 are replaced")
  func notUTF8() throws {
    #expect(try lines([[0xFF, 0x61, 0x0A]]) == ["\u{FFFD}a"])
  }

  @Test("a line of the limit passes, in one piece or several")
  func limit() throws {
    #expect(try lines([Array("12345678\n12345678\n".utf8)]) == ["12345678", "12345678"])
    #expect(try lines([Array("1234".utf8), Array("5678\n".utf8)]) == ["12345678"])
  }

  @Test(
    "a longer line throws, with or without its end",
    arguments: [["123456789"], ["123456789\n"], ["12345678", "9"], ["1\n123456789"]])
  func tooLong(pieces: [String]) {
    #expect(throws: LineFramer.TooLong.self) {
      try lines(pieces.map { Array($0.utf8) })
    }
  }

  @Test("the lines before one that is too long are kept")
  func keepsLinesBefore() {
    var framer = LineFramer(limit: 3)
    var lines: [String] = []
    #expect(throws: LineFramer.TooLong.self) {
      try framer.feed(Array("a\nlong".utf8), into: &lines)
    }
    #expect(lines == ["a"])
  }
}
