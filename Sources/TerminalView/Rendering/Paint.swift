import SessionControl

/// Colours lines by their style.
///
/// Uses only the sixteen colours that the user's theme defines, and of these only those that are
/// readable on light and dark backgrounds: no yellow, white, black or blue.
struct Paint {
  let isOn: Bool

  /// `text` in the colour of `style`.
  func callAsFunction(_ text: String, as style: RowStyle) -> String {
    guard isOn, !text.isEmpty, let code = style.code else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}

extension RowStyle {
  /// The parameters of the ANSI sequence "select graphic rendition"; `nil` for no style.
  fileprivate var code: String? {
    switch self {
    case .plain: nil
    case .heading: "1"
    case .current: "1;32"
    case .picked: "32"
    case .muted: "2"
    case .finished: "32"
    case .cancelled: "2"
    case .warning: "31"
    }
  }
}
