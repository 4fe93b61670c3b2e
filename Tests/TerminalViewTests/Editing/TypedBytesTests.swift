import Testing

@testable import TerminalView

@Suite("Pasted text") struct PasteReaderTests {
  /// Reads `pasted` in pieces of `size` bytes: the lines, what follows the last one, and what is
  /// left after the paste, or `nil` if it did not end.
  private func read(_ pasted: String, size: Int) -> (lines: [String], open: String, left: String?) {
    var (reader, queue, lines, open) = (PasteReader(), ByteQueue(), [String](), "")
    var bytes = Array(pasted.utf8)[...]
    while !bytes.isEmpty {
      queue.append(Array(bytes.prefix(size)))
      bytes = bytes.dropFirst(size)
      while !queue.isEmpty {
        let chunk = reader.read(from: &queue)
        open += chunk.text
        if chunk.endsLine {
          lines.append(open)
          open = ""
        }
        guard chunk.isOver else { continue }
        queue.append(Array(bytes))
        var left: [UInt8] = []
        while let byte = queue.next() { left.append(byte) }
        return (lines, open, String(decoding: left, as: UTF8.self))
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
