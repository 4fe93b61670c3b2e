/// How long until the next frame that is written is heard. Nobody else knows.
///
/// No driver of libao says it. What is seen is how much a device accepts, and when. It makes the writer
/// wait when it is full; until it first does so, nothing is known. Its *lead*, what it has accepted less
/// the time of the clock, is the same whenever it is full, and falls by what it did not play: by a hole. A
/// sound server asks for sound in bursts, so that only the highest lead of a while counts.
///
/// What lay in a sink before the first frame came, and cannot be taken back, is not seen.
struct DeviceDelay {
  struct Estimate: Equatable, Sendable {
    var delay: Duration
    var uncertainty: Duration
  }

  private enum State {
    /// It is filled for the first time, and has not made the writer wait.
    case filling
    /// It is full. `before` is its lead before a break in the writing; `nil` at first. `later` is the
    /// highest lead of the second window since then.
    case measuring(before: Duration?, since: Duration, later: HighestLead?)
    /// It is full after each write.
    case steady
    /// It is filled again after a break in the writing.
    case refilling(before: Duration)
  }

  /// The shortest time without a write that may make a hole.
  private static let shortestBreak = Duration.milliseconds(20)
  /// Anything shorter is no hole.
  private static let shortestHole = Duration.milliseconds(10)
  /// The precision of a lead.
  private static let precision = Duration.milliseconds(10)
  /// A server may take back so much of what it holds in the first half second.
  private static let adaptation = Duration.milliseconds(70)

  /// How fast the highest lead may fall, as the device's clock is slower than ours: 500 ppm.
  private let drift: Double
  /// A step is written this long before there is room for it, which shows how far ahead a full device
  /// is. A silent one has the program's own clock: its room is known, and nothing blocks.
  private let earliness: Duration
  /// The most by which a stop of the program may be longer than it was seen to be.
  private let tolerance: Duration
  /// The least time in which a server asks for sound twice.
  private let window: Duration

  private var state = State.filling
  /// How much it holds when it is full: at least what it was seen to hold. Zero before it accepts anything.
  private(set) var capacity = Duration.zero
  /// How long it took to fill it: it may have played meanwhile, or not. How much it held is as uncertain.
  private var fillTime = Duration.zero
  private var accepted = Duration.zero
  /// When the first write began; `nil` before.
  private var start: Duration?
  /// When sound was accepted last; `nil` before.
  private var time: Duration?
  /// When it is to be written next, if that is later.
  private var due: Duration?
  private var highest: HighestLead
  /// The highest lead of the slices by which it was measured, and by how much that of steps, which end where
  /// the device is full, is above it; both leads of a hole are compared without that.
  private var measured: HighestLead
  private var surplus = Duration.zero
  /// When a lead near the highest was seen last.
  private var seen = Duration.zero

  /// For how long the program did not write since the device was full.
  private var idle = Duration.zero
  /// How much of the present hole was noticed.
  private var noticed = Duration.zero
  /// The underrun that is still to be taken.
  private var found: Underrun?

  /// - Parameters:
  ///   - latency: How much sound it was asked to hold.
  ///   - isHeard: False for a silent device, which has the clock of the program.
  init(latency: Duration, isHeard: Bool = true) {
    earliness = isHeard ? .milliseconds(5) : .zero
    drift = isHeard ? 0.000_5 : 0
    window = max(.milliseconds(600), latency * 5 / 4)
    tolerance = DeviceBuffer.longestWait(for: latency)
    highest = HighestLead(.zero, at: .zero, drift: drift)
    measured = highest
  }

  // MARK: - What is known

  /// How long until a frame that is written at `now` is heard; `nil` until the device was full.
  func next(at now: Duration) -> Estimate? {
    let unsure: Duration
    switch state {
    case .filling: return nil
    case .steady, .measuring(_?, _, _): unsure = .zero
    case .measuring(nil, _, _): unsure = Self.adaptation
    case .refilling: unsure = idle
    }
    return Estimate(
      delay: max(left(at: now), .zero), uncertainty: fillTime + Self.precision + unsure)
  }

  /// The most that it may hold; `nil` until it was full.
  func mostHeld(at now: Duration) -> Duration? {
    next(at: now).map { capacity + $0.uncertainty + Self.shortestBreak * 2 }
  }

  /// As `next`, but negative for as long as it has had nothing to play.
  private func left(at now: Duration) -> Duration {
    capacity - highest.lead(at: now) + accepted - now
  }

  /// True while it is filled for the first time.
  var isFilling: Bool { if case .filling = state { true } else { false } }

  private var isMeasuringFirst: Bool {
    if case .measuring(nil, _, _) = state { true } else { false }
  }

  /// True while it is full after each write.
  var isSteady: Bool { if case .steady = state { true } else { false } }

  /// True if the program wrote so late that it nearly ran out, or did.
  private(set) var wasLow = false

  /// True if it will run out soon, or has.
  private func isLow(at now: Duration) -> Bool {
    switch state {
    case .steady, .measuring: left(at: now) < capacity / 4
    case .filling, .refilling: false
    }
  }

  /// For how long it has no room for `step` in the steady state; `nil` if it is to be written now.
  ///
  /// The write comes a little early, and blocks until there is room, so that a drift of the device's
  /// clock does not add up.
  mutating func wait(for step: Duration, at now: Duration) -> Duration? {
    guard isSteady else { return nil }
    let room = highest.lead(at: now) - (accepted - now)
    let wait = step - room - earliness
    guard wait > .zero else { return nil }
    due = now + wait
    return wait
  }

  // MARK: - What happens

  /// It has accepted `duration` of sound in `writing`.
  ///
  /// - Parameter stopped: For how long the program surely did not run meanwhile.
  mutating func accept(_ duration: Duration, in writing: Range<Duration>, stopped: Duration) {
    let (begin, now) = (writing.lowerBound, writing.upperBound)
    let pause = pause(at: begin)
    let stopped = stopped >= Self.shortestBreak ? stopped + tolerance : .zero
    let mayHaveRunOut = (pause > .zero && isLow(at: begin)) || (stopped > .zero && isLow(at: now))
    if mayHaveRunOut || !isSteady { idle += pause + stopped }
    accepted += duration
    (time, due, start) = (now, nil, start ?? begin)
    guard !mayHaveRunOut else {
      wasLow = true
      return interrupt(at: now)
    }
    guard stopped == .zero else { return }
    let isFull = now - begin >= min(duration / 2, .milliseconds(20))
    if isMeasuringFirst, now - begin > duration + capacity / 2 {
      // It begins to play only now: what made the writer wait before was a busy machine.
      state = .filling
    }
    if isFilling, isFull {
      // It was full before this write, or became so during it.
      capacity = max(capacity, accepted - duration)
      fillTime = begin - (start ?? begin) + max(duration - Self.precision, .zero)
    }
    follow(accepted - now, at: now, isFull: isFull)
  }

  private mutating func follow(_ lead: Duration, at now: Duration, isFull: Bool) {
    switch state {
    case .filling:
      fill(to: lead)
      if isFull { measure(lead, before: nil, at: now) }
    case .refilling(let before):
      if isFull { measure(lead, before: before, at: now) }
    case .measuring(let before, let since, nil):
      highest.add(lead, at: now)
      if before == nil { fill(to: lead) }
      // Only the second window counts: at first a server accepts some more.
      guard now - since >= window else { return }
      state = .measuring(
        before: before, since: now, later: HighestLead(lead, at: now, drift: drift))
    case .measuring(let before, let since, var later?):
      later.add(lead, at: now)
      state = .measuring(before: before, since: since, later: later)
      guard now - since >= window else { return }
      if before == nil { capacity -= max(highest.lead(at: now) - later.lead(at: now), .zero) }
      (state, highest, seen) = (.steady, later, now)
      (measured, surplus) = (later, .zero)
      endHole(of: before.map { min($0 - later.lead(at: now), idle) } ?? noticed)
    case .steady:
      highest.add(lead, at: now)
      if now - measured.time < window * 2 {
        surplus = highest.lead(at: now) - measured.lead(at: now)
      }
      if lead >= highest.lead(at: now) - Self.precision { seen = now }
      // It stood still, or holds less than before. As the program went on writing, that is no hole.
      if now - seen > window * 2 { interrupt(at: now) }
    }
  }

  /// It has never held more than at the highest lead since the first write.
  private mutating func fill(to lead: Duration) {
    guard let start, lead + start > capacity else { return }
    capacity = lead + start
  }

  private mutating func measure(_ lead: Duration, before: Duration?, at now: Duration) {
    state = .measuring(before: before, since: now, later: nil)
    highest = HighestLead(lead, at: now, drift: drift)
  }

  private mutating func interrupt(at now: Duration) {
    switch state {
    case .steady: state = .refilling(before: highest.lead(at: now) - surplus)
    case .measuring(nil, _, _): state = .refilling(before: highest.lead(at: now))
    case .measuring(let before?, _, _): state = .refilling(before: before)
    case .filling, .refilling: break
    }
  }

  /// For how long nothing was written until `now`, although it was due, if that may make a hole.
  private func pause(at now: Duration) -> Duration {
    guard let time else { return .zero }
    let pause = now - max(time, due ?? time)
    return pause >= Self.shortestBreak ? pause : .zero
  }

  /// It is left to run out. What was noticed before is all of its hole.
  mutating func rest() {
    endHole(of: noticed)
    (state, start, time, due) = (.filling, nil, nil, nil)
    (capacity, fillTime, accepted) = (.zero, .zero, .zero)
  }

  // MARK: - Holes

  /// Takes an underrun, or more of one, that became known by `now`; `nil` if there is none.
  mutating func takeUnderrun(at now: Duration) -> Underrun? {
    if let found = found.take() { return found }
    let pause = pause(at: now)
    guard isLow(at: now), idle + pause > .zero else { return nil }
    wasLow = true
    // The rest of it is known once the device is full again; what is told cannot be taken back.
    let missing = min(
      .zero - left(at: now) - Self.precision, idle + pause - noticed)
    guard missing > .zero else { return nil }
    interrupt(at: now)
    (idle, noticed, time) = (idle + pause, noticed + missing, now)
    return Underrun(more: missing)
  }

  private mutating func endHole(of length: Duration) {
    let length = max(length, noticed)
    if length >= Self.shortestHole {
      found = Underrun(more: (found?.more ?? .zero) + length - noticed, length: length)
    }
    (idle, noticed) = (.zero, .zero)
  }
}

/// The highest lead of a while: a few late writes do not lower it.
private struct HighestLead {
  private var lead: Duration
  private(set) var time: Duration
  /// The part of the time by which it falls.
  private let drift: Double

  init(_ lead: Duration, at time: Duration, drift: Double) {
    (self.lead, self.time, self.drift) = (lead, time, drift)
  }

  func lead(at now: Duration) -> Duration { lead - (now - time) * drift }

  mutating func add(_ lead: Duration, at now: Duration) {
    (self.lead, time) = (max(self.lead(at: now), lead), now)
  }
}

/// A hole that a device made because it ran out of sound.
struct Underrun: Equatable {
  /// How much more of it is known than before: session time goes on by as much.
  var more: Duration
  /// The length of all of it, once that is known.
  var length: Duration?
}
