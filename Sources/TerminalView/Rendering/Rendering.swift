/// The rendering of a session.
public enum Rendering: Hashable, Sendable {
  /// Append-only lines with words instead of symbols, and without cursor movement. For pipes, logs,
  /// braille displays, screen readers and limited terminals.
  case plain
  /// Rows with markers, and a status below them that is updated in place.
  case live

  /// The rendering for a program in `environment`.
  ///
  /// - Parameters:
  ///   - isTerminal: Whether both standard input and standard output are a terminal.
  ///   - plainOption: Whether the user asked for plain rendering on the command line.
  ///   - isCapable: Whether a terminal of the given `TERM` supports the ANSI sequences of the live
  ///     rendering; called only if nothing else decides.
  public static func choose(
    environment: [String: String], isTerminal: Bool, plainOption: Bool,
    isCapable: (_ term: String) -> Bool
  ) -> Rendering {
    guard isTerminal, !plainOption else { return .plain }
    guard !environment.isOn("MEDITATE_PLAIN") else { return .plain }
    guard let term = environment["TERM"], !term.isEmpty, term != "dumb", isCapable(term) else {
      return .plain
    }
    return .live
  }
}

extension [String: String] {
  /// Whether the variable is set and neither empty nor `0`.
  func isOn(_ name: String) -> Bool { self[name].map { !$0.isEmpty && $0 != "0" } ?? false }
}
