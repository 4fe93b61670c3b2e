import Glibc

/// The player's name on the bus: that of the process or, if another has it, with a suffix. Processes
/// in different containers can have the same number.
struct BusNaming {
  private static let mostAttempts = 9

  private var attempt = 1
  /// Whether the bus has given the name.
  var isDone = false

  var name: String {
    "org.mpris.MediaPlayer2.meditate.instance\(getpid())\(attempt == 1 ? "" : "_\(attempt)")"
  }

  var canTryAnother: Bool { attempt < Self.mostAttempts }

  mutating func tryAnother() { attempt += 1 }
}
