import MeditationScreens

package enum ColorOption: String, CaseIterable, Sendable {
  case auto, always, never

  /// True if lines are coloured: decided by the option first, then by the environment.
  ///
  /// - Parameter isTerminal: True if the lines are rendered live, on a terminal. Plain lines are
  ///   coloured only if the option or `CLICOLOR_FORCE` demands it.
  ///
  /// Sources: no-color.org ("when present and not an empty string (regardless of its value),
  /// prevents the addition of ANSI color"); bixense.com/clicolors.
  package func usesColor(environment: [String: String], isTerminal: Bool) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if !(environment["NO_COLOR"] ?? "").isEmpty { return false }
    if !["", "0"].contains(environment["CLICOLOR_FORCE"] ?? "") { return true }
    if environment["CLICOLOR"] == "0" || environment["TERM"] == "dumb" { return false }
    return isTerminal
  }
}

/// Colours lines by their style.
///
/// Uses only those of the sixteen colours of the user's theme that are readable on light and dark
/// backgrounds: no yellow, white, black or blue.
struct Paint {
  let isOn: Bool

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
    case .picked, .finished: "32"
    case .muted, .cancelled: "2"
    case .warning: "31"
    }
  }
}
