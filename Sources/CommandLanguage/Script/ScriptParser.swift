/// Parses the text of a script, one statement on each line.
///
/// A line is a command of the prompt, a statement of the script language, a comment, or empty;
/// unlike at the prompt, an empty line does nothing. CRLF, a missing final line break and a byte
/// order mark are accepted. The cost is linear in the length of the text.
public enum ScriptParser {
  /// The lines that contain a statement, in order.
  ///
  /// - Throws: All invalid lines, so that they can be fixed together.
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

  /// The lines of `text` that contain a statement, in order; throws like the method for bytes.
  /// ``parse(_:)-swift.method``.
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
