/// Finds how long nothing begins or ends from now on, and if the music needs mixing meanwhile.
struct ConstantGainSpan {
  private let clock: FrameClock
  private(set) var isPlain = true
  /// True if silence replaces the music, which waits.
  private(set) var holdsMusic = false
  /// The first frame at which something changes.
  private(set) var end = Int.max

  init(_ clock: FrameClock) { self.clock = clock }

  /// The session time of the clock's next frame.
  var now: Duration { clock.now }

  /// Notes that something affects the music from `start` until `end`; `nil` is for ever.
  mutating func changes(from start: Duration, until end: Duration?) {
    if isWithin(clock.frame(at: start), end.map(clock.frame(at:)) ?? .max) { isPlain = false }
  }

  /// Notes that the music's gain is a ramp between `start` and `end`. The curve consists of whole
  /// intervals: half of one would begin or end with a step.
  mutating func ramps(from start: Duration, until end: Duration) {
    let first = ControlCurve.frame(atOrBefore: clock.frame(at: start))
    if isWithin(first, ControlCurve.frame(atOrAfter: clock.frame(at: end))) { isPlain = false }
  }

  /// Notes that the music waits from `start` until `end`.
  mutating func holdsMusic(from start: Duration, until end: Duration) {
    if isWithin(clock.frame(at: start), clock.frame(at: end)) { holdsMusic = true }
  }

  /// True if the next frame is between `first` and `last`; the span ends where that changes.
  private mutating func isWithin(_ first: Int, _ last: Int) -> Bool {
    guard last > clock.frame else { return false }
    end = min(end, first <= clock.frame ? last : first)
    return first <= clock.frame
  }

  /// Notes that something happens at `time`.
  mutating func ends(at time: Duration) {
    end = min(end, max(clock.frame(at: time), clock.frame + 1))
  }
}
