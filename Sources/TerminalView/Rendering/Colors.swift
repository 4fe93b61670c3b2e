/// The colour option of the command line.
public enum ColorOption: String, CaseIterable, Sendable {
  case auto, always, never
}

/// Whether lines are coloured.
public enum ColorPolicy {
  /// Whether to colour lines, by the option first, then by the environment.
  ///
  /// - Parameter isTerminal: Whether the lines are rendered live, on a terminal. Plain lines are
  ///   coloured only if the option or `CLICOLOR_FORCE` requires it.
  ///
  /// Sources: no-color.org ("when present and not an empty string (regardless of its value),
  /// prevents the addition of ANSI color"); bixense.com/clicolors.
  public static func usesColor(
    option: ColorOption, environment: [String: String], isTerminal: Bool
  ) -> Bool {
    switch option {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if environment["NO_COLOR"].map({ !$0.isEmpty }) ?? false { return false }
    if environment.isOn("CLICOLOR_FORCE") { return true }
    if environment["CLICOLOR"] == "0" || environment["TERM"] == "dumb" { return false }
    return isTerminal
  }
}

extension [String: String] {
  /// Whether the variable is set to anything but nothing or `0`.
  fileprivate func isOn(_ name: String) -> Bool {
    self[name].map { !$0.isEmpty && $0 != "0" } ?? false
  }
}
