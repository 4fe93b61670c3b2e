/// How a process ended, and what it wrote.
struct Outcome: CustomStringConvertible {
  enum Ending: Equatable {
    case exit(Int32)
    /// Killed by a signal: a trap, or ours because it hung.
    case signal(Int32)
  }

  var output: [UInt8]
  var diagnostics: [UInt8]
  var ending: Ending

  /// The text of standard output.
  var said: String { String(decoding: output, as: UTF8.self) }

  /// The text of standard error.
  var warned: String { String(decoding: diagnostics, as: UTF8.self) }

  /// The lines of standard output.
  var lines: [String] { Self.lines(said) }

  /// The lines of standard error.
  var warnings: [String] { Self.lines(warned) }

  /// The control and format characters on either stream, which could control a terminal or reorder
  /// a line.
  var controls: [Unicode.Scalar] {
    (said + warned).unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar != "\n"
      case .format, .lineSeparator, .paragraphSeparator: true
      default: false
      }
    }
  }

  var description: String { "\(ending)\n--- output\n\(said)--- errors\n\(warned)---" }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}
