/// Typed text, made safe to be shown in a message.
///
/// Characters that could control a terminal or reorder a line (controls, escapes, bidi overrides,
/// line breaks) become `�`. Text beyond ``limit`` Unicode scalars becomes an ellipsis.
package struct QuotedInput: Equatable, Hashable, Sendable {
  /// In Unicode scalars rather than characters, which can have any number of combining marks.
  package static let limit = 40

  /// The safe, shortened text.
  package let text: String

  /// Makes `typed` safe and short; the cost does not depend on its length.
  package init(_ typed: some StringProtocol) {
    let head = typed.unicodeScalars.prefix(Self.limit + 1)
    guard head.count > Self.limit else {
      text = Self.cleaned(head)
      return
    }
    text = Self.cleaned(head.prefix(Self.limit - 1)) + "…"
  }

  /// All of `scalars`, with each one that is unsafe on a terminal replaced by `�`.
  package static func cleaned(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var clean = String.UnicodeScalarView()
    for scalar in scalars {
      clean.append(TerminalEffect(of: scalar).isSafe ? scalar : "\u{FFFD}")
    }
    return String(clean)
  }
}

extension QuotedInput: CustomStringConvertible {
  /// The text in single quotes, as messages show it.
  package var description: String { "'\(text)'" }
}
