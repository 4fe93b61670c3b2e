import Foundation

/// Turns a message into the line that carries it.
enum JSONLine {
  /// Keys are sorted: without that, `JSONEncoder` writes them in another order in every process.
  private static let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  /// The object on one line, without a line break at its end.
  static func text(of message: JSONMessage) -> String {
    do {
      return withoutLineBreaks(String(decoding: try encoder.encode(message), as: UTF8.self))
    } catch {
      preconditionFailure("Texts and finite numbers can be encoded, but: \(error)")
    }
  }

  /// Escapes what JSON allows inside a string, although some readers end a line there: Python's
  /// `splitlines` is one.
  private static func withoutLineBreaks(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { escape(of: $0) != nil }) else { return text }
    return text.unicodeScalars.reduce(into: "") { line, scalar in
      if let escape = escape(of: scalar) {
        line += escape
      } else {
        line.unicodeScalars.append(scalar)
      }
    }
  }

  private static func escape(of scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\u{85}": #"\u0085"#
    case "\u{2028}": #"\u2028"#
    case "\u{2029}": #"\u2029"#
    default: nil
    }
  }
}
