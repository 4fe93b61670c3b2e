import CTerminal

extension LiveTerminal {
  /// Gives the terminal its own modes back, from any thread, where the program ends on the spot.
  nonisolated public static func giveBackAtOnce() { end_typing() }
}
