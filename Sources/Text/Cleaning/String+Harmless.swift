extension String {
  /// The text without what is unsafe on a terminal: for messages that hold what was typed.
  package var harmless: String {
    String(UnicodeScalarView(unicodeScalars.filter { TerminalEffect(of: $0).isSafe }))
  }
}
