import CTerminal

extension LiveTerminal {
  /// Restores the terminal's modes when the program exits immediately. Callable from any thread.
  nonisolated public static func giveBackAtOnce() { end_typing() }
}
