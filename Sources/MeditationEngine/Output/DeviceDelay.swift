/// How long until the next written frame is heard. Nothing else in the program knows.
///
/// No driver of libao tells. What can be seen is how much a device accepts, and when. A full device
/// makes the writer wait; until that first happens, nothing is known. Its *lead*, what it has
/// accepted less the time passed, is the same whenever it is full, and falls by what it did not
/// play: by a hole. A sound server asks for sound in bursts, so only the highest lead of a while
/// counts.
///
/// PulseAudio tells, if it is asked: then its *origin*, when the first frame would have been heard if
/// there had been no hole, is known at once. Where nobody tells, sound that lay in a sink before the
/// first frame, and cannot be rewound, is not seen.
struct DeviceDelay {
  struct Estimate: Equatable, Sendable {
    var delay: Duration
    var uncertainty: Duration
  }

  private enum State {
    /// It is being filled for the first time, and has not made the writer wait.
    case filling
    /// It is full. `before` is how it was before a break in the writing; `nil` at first. `later` is
    /// the highest lead from the second window on, until it no longer rises.
    case measuring(before: FullDevice?, since: Duration, later: HighestLead?)
    /// It is full after each write.
    case steady
    /// It is being filled again after a break in the writing, by which it had played `empty`.
    case refilling(before: FullDevice, empty: Duration)

    var before: FullDevice? {
      switch self {
      case .refilling(let before, _), .measuring(let before?, _, _): before
      case .filling, .measuring(nil, _, _), .steady: nil
      }
    }
  }

  /// The shortest time without a write that may make a hole.
  private static let shortestBreak = Duration.milliseconds(20)
  /// Anything shorter is no hole.
  private static let shortestHole = Duration.milliseconds(10)
  /// While the highest lead after a hole rises by more, it is not known.
  private static let rise = Duration.milliseconds(2)
  /// The precision of a lead.
  private static let precision = Duration.milliseconds(10)
  /// A server may take back this much of what it holds in the first half second.
  private static let adaptation = Duration.milliseconds(70)
  /// In less, two clocks do not drift apart by more than the precision of a lead.
  private static let agreement = Duration.seconds(10)
  /// An answer that takes longer is of an unknown time.
  private static let longestAnswer = Duration.milliseconds(20)

  /// How fast the highest lead may fall: the device's clock may be slower than ours, by 500 ppm.
  private let drift: Double
  /// A step is written this long before there is room for it, which shows how far ahead a full
  /// device is. A silent one uses the program's clock, so its room is known, and nothing blocks.
  private let earliness: Duration
  /// How much longer a stop of the program may have been than was measured.
  private let tolerance: Duration
  /// The shortest time in which a server asks for sound twice.
  private let window: Duration

  private var state = State.filling
  /// How much it holds when full: at least what it has held. Zero before it accepts anything.
  private(set) var capacity = Duration.zero
  /// How long filling took: it may have played meanwhile, so its capacity is uncertain by as much.
  private var fillTime = Duration.zero
  private var accepted = Duration.zero
  /// When the first write began; `nil` before.
  private var start: Duration?
  /// When sound was accepted last; `nil` before.
  private var time: Duration?
  /// When it is to be written next, if that is later.
  private var due: Duration?
  private var highest: HighestLead
  /// How it is while it is full, and how its lead has moved since it was found.
  private var full = FullDevice()
  private var movement = LeadMovement()
  /// When a server was asked last since it was full or ran low; `nil` before.
  private var asked: Duration?
  /// When a lead near the highest was seen last.
  private var seen = Duration.zero

  /// How long the program has not written since the device was full.
  private var idle = Duration.zero
  /// How much of the present hole was noticed.
  private var noticed = Duration.zero
  /// How much too long earlier holes were told to be. So much is left out of the next ones.
  private var surplus = Duration.zero
  /// The underrun that is still to be taken.
  private var found: Underrun?

  /// - Parameters:
  ///   - latency: How much sound it was asked to hold.
  ///   - isHeard: False for a silent device, which uses the program's clock.
  init(latency: Duration, isHeard: Bool = true) {
    earliness = isHeard ? .milliseconds(5) : .zero
    drift = isHeard ? 0.000_5 : 0
    window = max(.milliseconds(600), latency * 5 / 4)
    tolerance = DeviceBuffer.longestWait(for: latency)
    highest = HighestLead(.zero, at: .zero, drift: drift)
  }

  // MARK: - What is known

  /// How long until a frame written at `now` is heard; `nil` until the device has been full.
  func next(at now: Duration) -> Estimate? {
    guard !isFilling else { return nil }
    if isFull, let origin = full.origin {
      return Estimate(delay: max(origin + accepted - now, .zero), uncertainty: Self.precision)
    }
    let unsure: Duration
    switch state {
    case .refilling: unsure = idle
    case .measuring(nil, _, _): unsure = Self.adaptation
    default: unsure = .zero
    }
    return Estimate(
      delay: max(held(at: now, whenFull: highest.lead(at: now)), .zero),
      uncertainty: fillTime + Self.precision + unsure)
  }

  /// The most that it may hold; `nil` until it has been full.
  func mostHeld(at now: Duration) -> Duration? {
    next(at: now).map { max(capacity, $0.delay) + $0.uncertainty + Self.shortestBreak * 2 }
  }

  private func held(at now: Duration, whenFull lead: Duration) -> Duration {
    capacity - lead + accepted - now
  }

  /// How much is left in it, by the leads that holes are measured by; negative while it has had
  /// nothing to play.
  private func left(at now: Duration) -> Duration {
    switch state {
    case .filling, .measuring: held(at: now, whenFull: highest.lead(at: now))
    case .refilling(let before, _): held(at: now, whenFull: before.lead)
    case .steady: held(at: now, whenFull: full.lead + movement.length)
    }
  }

  var isFilling: Bool { if case .filling = state { true } else { false } }

  /// How much it holds while it is being filled; `nil` once it is full.
  var filled: Duration? {
    switch state {
    case .filling: capacity
    case .refilling(_, let empty): accepted - empty
    case .measuring, .steady: nil
    }
  }

  private var isFull: Bool { filled == nil }

  /// True while it is full after each write.
  var isSteady: Bool { if case .steady = state { true } else { false } }

  /// True if the program wrote so late that the device nearly ran out, or did.
  private(set) var wasLow = false

  /// True if it will run out soon, or has.
  private func isLow(at now: Duration) -> Bool {
    switch state {
    case .steady, .measuring: left(at: now) < capacity / 4
    case .filling, .refilling: false
    }
  }

  /// How long it has no room for `step` in the steady state; `nil` if that can be written now.
  ///
  /// The write comes a little early, and blocks until there is room, so that a drift of the
  /// device's clock does not add up.
  mutating func wait(for step: Duration, at now: Duration) -> Duration? {
    guard isSteady else { return nil }
    let room = highest.lead(at: now) - (accepted - now)
    let wait = step - room - earliness
    guard wait > .zero else { return nil }
    due = now + wait
    return wait
  }

  // MARK: - What happens

  /// Notes that it has accepted `duration` of sound in `writing`.
  ///
  /// - Parameter stopped: How long the program was certainly stopped meanwhile.
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
      // A server that tells is asked next, and knows better.
      let missing = full.origin == nil ? missing(at: now, after: idle) : .zero
      interrupt(at: now)
      return notice(missing)
    }
    guard stopped == .zero else { return }
    let isFull = now - begin >= min(duration / 2, .milliseconds(20))
    if case .measuring(nil, _, _) = state, now - begin > duration + capacity / 2 {
      // It was not full before: a busy machine made the writer wait. An idle sink plays only now.
      state = .filling
    }
    if isFilling, isFull {
      // It was full before this write, or became full during it.
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
    case .refilling(let before, _):
      if isFull { measure(lead, before: before, at: now) }
    case .measuring(let before, let since, nil):
      highest.add(lead, at: now)
      if before == nil { fill(to: lead) }
      // Only the second window counts: at first, a server accepts some more.
      guard now - since >= window else { return }
      state = .measuring(
        before: before, since: now, later: HighestLead(lead, at: now, drift: drift))
    case .measuring(let before, var since, var later?):
      // On a busy machine it may take long until one write is not late. A lead that is too low makes a hole
      // too long.
      if before != nil, lead > later.lead(at: now) + Self.rise { since = now }
      later.add(lead, at: now)
      state = .measuring(before: before, since: since, later: later)
      guard now - since >= window else { return }
      if before == nil { capacity -= max(highest.lead(at: now) - later.lead(at: now), .zero) }
      (state, highest, seen) = (.steady, later, now)
      (full.lead, movement) = (later.lead(at: now), LeadMovement())
      endHole(of: before.map { min($0.hole(before: full), idle) } ?? noticed)
    case .steady:
      highest.add(lead, at: now)
      movement.add(lead, at: now, window: window)
      if lead >= highest.lead(at: now) - max(Self.precision, capacity / 4) { seen = now }
      // It stood still, or holds less than before: no hole while the program goes on writing.
      if now - seen > window * 2 { interrupt(at: now) }
    }
  }

  /// At the highest lead since the first write, it held the most.
  private mutating func fill(to lead: Duration) {
    guard let start, lead + start > capacity else { return }
    capacity = lead + start
  }

  private mutating func measure(_ lead: Duration, before: FullDevice?, at now: Duration) {
    state = .measuring(before: before, since: now, later: nil)
    highest = HighestLead(lead, at: now, drift: drift)
    // Not asked at once: a server may still count silence that it takes back.
    (full, asked) = (FullDevice(), now)
  }

  private mutating func interrupt(at now: Duration) {
    let empty = accepted - max(left(at: now), .zero)
    switch state {
    case .steady: full.lead += movement.length
    case .measuring(nil, _, _): full.lead = highest.lead(at: now)
    case .measuring(_?, _, _): break
    case .filling, .refilling: return
    }
    state = .refilling(before: state.before ?? full, empty: empty)
    (full, asked) = (FullDevice(), nil)
  }

  /// How long nothing was written until `now`, although it was due, if that may make a hole.
  private func pause(at now: Duration) -> Duration {
    guard let time else { return .zero }
    let pause = now - max(time, due ?? time)
    return pause >= Self.shortestBreak ? pause : .zero
  }

  /// Lets it run out. Its hole is only what was noticed before.
  mutating func rest() {
    endHole(of: noticed)
    (state, start, time, due) = (.filling, nil, nil, nil)
    (capacity, fillTime, accepted) = (.zero, .zero, .zero)
  }

  /// True if it is time to ask a server: when the device may have run out; again and again while it is
  /// filled, because it plays nothing before it is full; and each ten seconds, because clocks drift.
  func asks(at now: Duration) -> Bool {
    guard let asked else { return !isFilling }
    let interval: Duration
    switch state {
    case .filling: return false
    case .refilling: interval = .milliseconds(1)
    case .measuring: interval = .milliseconds(200)
    case .steady: interval = isLow(at: now) && pause(at: now) > .zero ? .zero : Self.agreement
    }
    return now - asked > interval
  }

  /// Notes that a server has told a delay in `asking`; `nil` if it has not.
  mutating func told(_ delay: ToldDelay?, in asking: Range<Duration>) {
    let (begin, now) = (asking.lowerBound, asking.upperBound)
    asked = now
    guard let delay, now - begin <= Self.longestAnswer else {
      full.origin = nil
      // Filling it goes before asking again.
      if !isFull { asked = now + .seconds(1) }
      return
    }
    let pause = pause(at: begin)
    if isSteady, full.origin != nil, pause > .zero, isLow(at: begin) {
      wasLow = true
      interrupt(at: begin)
      (idle, time, asked) = (idle + pause, now, now)
    }
    full.origin = begin + (now - begin) / 2 + (isFull ? delay.whole : delay.least) - accepted
    guard let before = state.before, before.origin != nil else { return }
    let hole = min(before.hole(before: full), idle)
    if hole >= Self.shortestHole { notice(hole - noticed) }
  }

  // MARK: - Holes

  /// Takes an underrun that was detected by `now`, or more of one; `nil` if there is none.
  mutating func takeUnderrun(at now: Duration) -> Underrun? {
    if let found = found.take() { return found }
    let pause = pause(at: now)
    guard isLow(at: now), idle + pause > .zero else { return nil }
    wasLow = true
    let missing = missing(at: now, after: idle + pause)
    guard missing > .zero else { return nil }
    interrupt(at: now)
    (idle, time) = (idle + pause, now)
    notice(missing)
    return found.take()
  }

  /// How much more of the present hole is certain, `idle` being how long the program has not written. The
  /// rest is known once the device is full again; what was told cannot be taken back.
  private func missing(at now: Duration, after idle: Duration) -> Duration {
    min(.zero - left(at: now) - Self.precision, idle - noticed)
  }

  /// Notes that the present hole is `missing` longer than was noticed.
  private mutating func notice(_ missing: Duration) {
    guard missing > .zero else { return }
    found = Underrun(more: (found?.more ?? .zero) + untold(missing))
    noticed += missing
  }

  /// `missing` without what was told too much of earlier holes.
  private mutating func untold(_ missing: Duration) -> Duration {
    let told = max(missing - surplus, .zero)
    surplus -= missing - told
    return told
  }

  private mutating func endHole(of length: Duration) {
    let known = max(length, noticed)
    if known >= Self.shortestHole {
      found = Underrun(more: (found?.more ?? .zero) + untold(known - noticed), length: known)
    }
    surplus += known - max(length, .zero)
    (idle, noticed) = (.zero, .zero)
  }
}

/// The highest lead in a while, which a few late writes do not lower.
private struct HighestLead {
  private var lead: Duration
  private var time: Duration
  /// The fraction of time by which it falls.
  private let drift: Double

  init(_ lead: Duration, at time: Duration, drift: Double) {
    (self.lead, self.time, self.drift) = (lead, time, drift)
  }

  func lead(at now: Duration) -> Duration { lead - (now - time) * drift }

  mutating func add(_ lead: Duration, at now: Duration) {
    (self.lead, time) = (max(self.lead(at: now), lead), now)
  }
}

/// A device while it is full, to be compared with the same one when it is full again.
private struct FullDevice {
  /// Its highest lead once a server has taken back what it accepted at first.
  var lead = Duration.zero
  /// When the first frame would have been heard without a hole; `nil` if no server tells.
  var origin: Duration?

  /// How long a hole before `other` was, which was full later.
  func hole(before other: Self) -> Duration {
    if let origin, let later = other.origin { later - origin } else { lead - other.lead }
  }
}

/// By how much the highest lead moves while a device is full, because its clock is not ours: the difference
/// of two means, each of some windows of time. The first windows are left out: a server still adapts then.
private struct LeadMovement {
  private static let count = 4

  private var windowCount = 0
  private var first = Duration.zero
  private var last: [Duration] = []
  private var highest: Duration?
  private var begin = Duration.zero

  mutating func add(_ lead: Duration, at now: Duration, window: Duration) {
    if let highest, now - begin >= window {
      last = last.suffix(Self.count - 1) + [highest]
      windowCount += 1
      if windowCount == Self.count * 2 { first = mean }
      self.highest = nil
    }
    if highest == nil { begin = now }
    highest = max(highest ?? lead, lead)
  }

  private var mean: Duration { last.reduce(.zero, +) / Self.count }

  var length: Duration { windowCount < Self.count * 2 ? .zero : mean - first }
}

/// A hole that occurred because a device ran out of sound.
struct Underrun: Equatable {
  /// How much of it was not known before; session time advances by as much.
  var more: Duration
  /// Its whole length, once known.
  var length: Duration?
}
