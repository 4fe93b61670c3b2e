import CReadline

extension LiveTerminal {
  /// Whether a line can be edited where the program runs in `environment`.
  ///
  /// - Parameters:
  ///   - isTerminal: Whether both standard input and standard output are a terminal.
  ///   - isCapable: Whether a terminal of the given `TERM` obeys the ANSI sequences that are used;
  ///     asked only where nothing else decides.
  public static func isUsable(
    environment: [String: String], isTerminal: Bool,
    isCapable: @MainActor (_ term: String) -> Bool = isCapable(term:)
  ) -> Bool {
    guard isTerminal, let term = environment["TERM"], !term.isEmpty, term != "dumb" else {
      return false
    }
    return isCapable(term)
  }

  /// Whether a terminal of the type `term` obeys the ANSI sequences that are used.
  ///
  /// Asks the terminal database, by way of readline, whether it clears to the end of a line, and
  /// moves the cursor up, as ANSI says.
  public static func isCapable(term: String) -> Bool {
    rl_reset_terminal(term)
    guard let clear = rl_get_termcap("ce"), rl_get_termcap("up") != nil else { return false }
    return String(cString: clear).hasPrefix("\u{1B}[K")
  }
}
