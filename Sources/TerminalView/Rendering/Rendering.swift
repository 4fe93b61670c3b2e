/// How a session is shown.
public enum Rendering: Hashable, Sendable {
  /// Labelled lines that are only ever added to: words instead of symbols, no cursor movement.
  /// For pipes, logs, braille displays, screen readers and terminals that can do no more.
  case plain
  /// Rows with markers, and below them a status that is updated in place.
  case live

  /// The rendering for a program in `environment`.
  ///
  /// - Parameters:
  ///   - isTerminal: Whether both standard input and standard output are a terminal.
  ///   - plainOption: Whether the user asked for plain rendering on the command line.
  ///   - isCapable: Whether a terminal of the given `TERM` obeys the few ANSI sequences that the
  ///     live rendering needs; asked only where nothing else decides.
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
  /// Whether the variable is set to something that is neither nothing nor `0`.
  func isOn(_ name: String) -> Bool { self[name].map { !$0.isEmpty && $0 != "0" } ?? false }
}
