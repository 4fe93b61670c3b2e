import Dispatch

/// A time limit that counts only while this process is running.
///
/// A program that was stopped has not waited, and a driver within it could not answer.
struct Patience: Sendable {
  /// The longest wait at once: what a stop counts for.
  private static let piece = Duration.milliseconds(100)

  private var rest: Duration

  init(_ limit: Duration) { rest = limit }

  var isOver: Bool { rest <= .zero }

  /// Waits by `wait` until it is signalled, at most for a piece of the time.
  mutating func wait(_ wait: (DispatchTime) -> DispatchTimeoutResult) {
    let piece = min(Self.piece, rest)
    let start = ContinuousClock.now
    let nanoseconds = Int(clamping: piece.attoseconds / 1_000_000_000)
    _ = wait(.now() + .nanoseconds(nanoseconds))
    rest -= min(start.duration(to: .now), piece)
  }

  /// Does `work` with at most `limit` of the time.
  mutating func lend<Result>(_ limit: Duration, to work: (inout Patience) -> Result) -> Result {
    let share = min(limit, rest)
    var lent = Patience(share)
    defer { rest -= share - lent.rest }
    return work(&lent)
  }
}
