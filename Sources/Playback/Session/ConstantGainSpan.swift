import Score

/// Finds for how long nothing begins or ends from the clock's next frame on, and whether the music
/// needs no mixing meanwhile.
struct ConstantGainSpan {
  private let clock: SessionClock
  private(set) var isPlain = true
  /// Whether the music waits, so that silence takes its place.
  private(set) var holdsMusic = false
  /// The first frame at which something changes.
  private(set) var end = Int.max

  init(_ clock: SessionClock) { self.clock = clock }

  /// The session time of the clock's next frame.
  var now: Duration { clock.now }

  /// Something changes or adds to the music from `start` until `end`; `nil` is for ever.
  mutating func changes(from start: Duration, until end: Duration?) {
    if isWithin(start, end) { isPlain = false }
  }

  /// The music waits from `start` until `end`.
  mutating func holdsMusic(from start: Duration, until end: Duration) {
    if isWithin(start, end) { holdsMusic = true }
  }

  /// Whether the next frame is between `start` and `end`; the span ends where that changes.
  private mutating func isWithin(_ start: Duration, _ end: Duration?) -> Bool {
    let last = end.map(clock.frame(at:)) ?? .max
    guard last > clock.frame else { return false }
    let first = clock.frame(at: start)
    self.end = min(self.end, first <= clock.frame ? last : first)
    return first <= clock.frame
  }

  /// Something happens at `time`.
  mutating func ends(at time: Duration) {
    end = min(end, max(clock.frame(at: time), clock.frame + 1))
  }
}
