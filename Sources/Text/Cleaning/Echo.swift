/// A piece of what was typed, made safe to be shown again.
///
/// Whatever could steer a terminal or reorder a line (controls, escapes, bidi overrides, line
/// breaks) becomes `�`, and all beyond ``limit`` Unicode scalars becomes an ellipsis.
public struct Echo: Equatable, Hashable, Sendable {
  /// The longest echo, in Unicode scalars: scalars and not characters, because one character can
  /// carry any number of combining marks.
  public static let limit = 40

  /// The text, clean and short.
  public let text: String

  /// The echo of `typed`; the cost does not depend on its length.
  public init(_ typed: some StringProtocol) {
    let head = typed.unicodeScalars.prefix(Self.limit + 1)
    guard head.count > Self.limit else {
      text = Self.cleaned(head)
      return
    }
    text = Self.cleaned(head.prefix(Self.limit - 1)) + "…"
  }

  /// All of `text`, with each scalar that is unsafe on a terminal replaced by `�`.
  package static func cleaned(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var clean = String.UnicodeScalarView()
    for scalar in scalars {
      clean.append(TerminalEffect(of: scalar).isSafe ? scalar : "\u{FFFD}")
    }
    return String(clean)
  }
}

extension Echo: CustomStringConvertible {
  /// The text in quotation marks, as messages show it.
  public var description: String { "'\(text)'" }
}
