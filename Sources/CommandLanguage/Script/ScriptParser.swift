/// Turns the text of a script into statements, one a line.
///
/// A line is a command of the prompt, one of the script's own statements, a comment, or empty,
/// which here says nothing. CRLF, a missing last line end and a byte order mark are fine. The cost
/// is linear in the length of the text.
public enum ScriptParser {
  /// The lines that say something, in order.
  ///
  /// - Throws: every line that was not understood, so that all can be mended at once.
  public static func parse(_ bytes: some Sequence<UInt8>) throws(ScriptErrors) -> [ScriptLine] {
    let bytes = Array(bytes)
    var lines: [ScriptLine] = []
    var errors: [ScriptError] = []
    var number = 0
    var start = bytes.startIndex
    while start < bytes.endIndex {
      number += 1
      var end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
      let next = min(end + 1, bytes.endIndex)
      if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
      do throws(ScriptMistake) {
        if let line = try line(number, bytes[start..<end]) { lines.append(line) }
      } catch {
        errors.append(ScriptError(line: number, message: error.message))
      }
      start = next
    }
    guard errors.isEmpty else { throw ScriptErrors(lines: errors) }
    return lines
  }

  /// The lines of a text that say something, in order; throws as the parser of bytes does.
  public static func parse(_ text: String) throws(ScriptErrors) -> [ScriptLine] {
    try parse(text.utf8)
  }

  private static func line(
    _ number: Int, _ bytes: ArraySlice<UInt8>
  ) throws(ScriptMistake) -> ScriptLine? {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
    guard let statement = try StatementParser.parse(text[...]) else { return nil }
    return ScriptLine(number: number, text: text, statement: statement)
  }
}
