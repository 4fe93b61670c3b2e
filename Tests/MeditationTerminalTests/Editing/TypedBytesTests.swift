import Testing

@testable import MeditationTerminal

@Suite("Pasted text") struct PasteReaderTests {
  /// Reads `pasted` in pieces of `size` bytes: the lines, what follows the last one, and what is
  /// left after the paste, or `nil` if it did not end.
  private func read(_ pasted: String, size: Int) -> (lines: [String], open: String, left: String?) {
    var (reader, queue, lines, open) = (PasteReader(), ArraySlice<UInt8>(), [String](), "")
    var bytes = Array(pasted.utf8)[...]
    while !bytes.isEmpty {
      queue += bytes.prefix(size)
      bytes = bytes.dropFirst(size)
      while !queue.isEmpty {
        let chunk = reader.read(from: &queue)
        open += chunk.text
        if chunk.endsLine {
          lines.append(open)
          open = ""
        }
        guard chunk.isOver else { continue }
        queue += bytes
        return (lines, open, String(decoding: queue, as: UTF8.self))
      }
    }
    return (lines, open, nil)
  }

  @Test(
    "is cut into lines, in pieces of any size",
    arguments: [
      ("one\rtwo\r\u{1B}[201~x", ["one", "two"], "", "x"),
      ("one\ntwo\u{1B}[201~", ["one"], "two", ""),
      ("one\r\n\r\ntwo\n\u{1B}[201~\r", ["one", "", "two"], "", "\r"),
      ("a\tb\u{3}\u{7F}c\u{1B}[A\u{1B}[201~", [], "a bc[A", ""),
      ("\u{1B}\u{1B}[20\u{1B}[201~q", [], "[20", "q"),
      ("not over\u{1B}[201", [], "not over", nil),
    ] as [(String, [String], String, String?)])
  func lines(pasted: String, lines: [String], open: String, left: String?) {
    for size in [1, 2, 3, 5, 1000] {
      let result = read(pasted, size: size)
      #expect(result.lines == lines)
      #expect(result.open == open)
      #expect(result.left == left)
    }
  }
}

@Suite("Typed bytes") struct UTF8SanitizerTests {
  @Test(
    "become valid UTF-8, in pieces of any size",
    arguments: [
      (Array("aé海🎵\r".utf8), "aé海🎵\r"), ([0xFF, 0x61], "\u{FFFD}a"),
      ([0xC3, 0x28], "\u{FFFD}("), ([0xE2, 0x82, 0x61], "\u{FFFD}a"),
      ([0xED, 0xA0, 0x80, 0x0D], "\u{FFFD}\r"), ([0xF0, 0x9F, 0x1B], "\u{FFFD}\u{1B}"),
      ([0xC3, 0xC3, 0xA9], "\u{FFFD}é"), ([0xE6, 0xB5], ""),
    ] as [([UInt8], String)])
  func sanitize(bytes: [UInt8], text: String) {
    for size in 1...4 {
      var sanitizer = UTF8Sanitizer()
      var sanitized: [UInt8] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        sanitized += sanitizer.sanitize(Array(bytes[start..<min(start + size, bytes.count)]))
      }
      #expect(String(validating: sanitized, as: UTF8.self) == text)
    }
  }
}
