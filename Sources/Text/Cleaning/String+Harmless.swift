extension String {
  /// The text without characters that are unsafe on a terminal; for messages that quote typed text.
  package var harmless: String {
    String(UnicodeScalarView(unicodeScalars.filter { TerminalEffect(of: $0).isSafe }))
  }
}
