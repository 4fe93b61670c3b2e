import SessionControl

/// Colours lines by what they mean.
///
/// Only the sixteen colours whose shades belong to the user's theme, and of these only such as
/// read on light and on dark backgrounds: no yellow, white, black or blue.
struct Paint {
  let isOn: Bool

  /// `text` in the colour of `style`.
  func callAsFunction(_ text: String, as style: RowStyle) -> String {
    guard isOn, !text.isEmpty, let code = style.code else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}

extension RowStyle {
  /// The parameters of the ANSI sequence "select graphic rendition"; `nil` for none.
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
