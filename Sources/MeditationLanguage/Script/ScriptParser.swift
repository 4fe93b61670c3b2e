import MeditationCore
import MeditationText

/// Parses the text of a script, one statement on each line.
///
/// A line is a command of the prompt, a statement of the script language, a comment, or empty;
/// unlike at the prompt, an empty line does nothing. CRLF, a missing final line break and a byte
/// order mark are accepted. The cost is linear in the length of the text.
package enum ScriptParser {
  /// The lines that contain a statement, in order. Throws all invalid ones, to be fixed together.
  ///
  /// - Parameter refusals: The words of the refusals that can be expected; those of the session, unless
  ///   other lines can be refused, too.
  package static func parse(
    _ bytes: some Sequence<UInt8>, refusals: [String] = Refusal.words + [LineError.word]
  ) throws(ScriptErrors) -> [ScriptLine] {
    let statements = StatementParser(refusals: Vocabulary(refusals))
    let texts = Array(bytes).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var lines: [ScriptLine] = []
    var errors: [ScriptError] = []
    for (index, text) in texts.enumerated() {
      let text = text.last == UInt8(ascii: "\r") ? text.dropLast() : text
      do throws(LineError) {
        guard let text = String(validating: text, as: UTF8.self) else {
          throw LineError.mistake("This line is not UTF-8 text.")
        }
        if let statement = try statements.parse(text[...]) {
          lines.append(ScriptLine(number: index + 1, text: text, statement: statement))
        }
      } catch {
        errors.append(ScriptError(line: index + 1, message: "\(error)"))
      }
    }
    guard errors.isEmpty else { throw ScriptErrors(lines: errors) }
    return lines
  }
}

package struct ScriptLine: Equatable, Sendable {
  package let number: Int
  package let text: String
  package let statement: ScriptStatement
}

// MARK: - Errors

/// All invalid lines of a script, in order; at least one.
package struct ScriptErrors: Error, Equatable, Sendable {
  package let lines: [ScriptError]
}

package struct ScriptError: Error, Equatable, Sendable {
  /// The line's number in the file, from 1.
  package let line: Int
  /// The error, with a suggestion: one line, safe to print on a terminal.
  package let message: String
}

extension ScriptError: CustomStringConvertible {
  /// The line number and the message, such as `7: No command 'strat'. Did you mean 'start'?`
  package var description: String { "\(line): \(message)" }
}
