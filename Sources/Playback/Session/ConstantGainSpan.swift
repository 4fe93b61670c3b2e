import Score

/// Finds for how long nothing begins or ends from the clock's next frame on, and whether the music
/// needs no mixing meanwhile.
struct ConstantGainSpan {
  private let clock: SessionClock
  private(set) var isPlain = true
  /// The first frame at which something changes.
  private(set) var end = Int.max

  init(_ clock: SessionClock) { self.clock = clock }

  /// Something changes or adds to the music from `start` until `end`; `nil` is for ever.
  mutating func changes(from start: Duration, until end: Duration?) {
    let last = end.map(clock.frame(at:)) ?? .max
    guard last > clock.frame else { return }
    let first = clock.frame(at: start)
    if first <= clock.frame {
      isPlain = false
      self.end = min(self.end, last)
    } else {
      self.end = min(self.end, first)
    }
  }

  /// Something happens at `time`.
  mutating func ends(at time: Duration) {
    end = min(end, max(clock.frame(at: time), clock.frame + 1))
  }
}
