import Foundation

/// Turns a message into the line that carries it.
enum JSONLine {
  /// Keys are sorted: without that, `JSONEncoder` writes them in another order in every process.
  private static let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  /// What JSON allows inside a string, although some readers end a line there: Python's
  /// `splitlines` is one.
  private static let lineBreaks: [(scalar: String, escaped: String)] = [
    ("\u{85}", #"\u0085"#), ("\u{2028}", #"\u2028"#), ("\u{2029}", #"\u2029"#),
  ]

  /// The object on one line, without a line break at its end.
  static func text(of message: JSONMessage) -> String {
    do {
      let text = String(decoding: try encoder.encode(message), as: UTF8.self)
      return lineBreaks.reduce(text) { $0.replacingOccurrences(of: $1.scalar, with: $1.escaped) }
    } catch {
      preconditionFailure("Texts and finite numbers can be encoded, but: \(error)")
    }
  }
}
