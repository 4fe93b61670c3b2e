import MeditationPlan

/// How much sound a device is asked to hold.
///
/// A longer buffer survives longer stalls of a busy machine, and delays each command by as much.
package struct DeviceBuffer: Equatable, Sendable {
  /// Without a plan, until the first sign of an underrun.
  package var brief = Duration.milliseconds(100)
  /// With a plan, whose bells must not have a hole.
  package var planned = Duration.milliseconds(250)
  /// With a plan that begins with a silence, which fills it.
  package var settling = Duration.milliseconds(500)

  package init() {}

  /// The longest wait at once for a device that holds `latency`. A stop of the program counts for so much
  /// less; a shorter one makes no hole.
  package static func longestWait(for latency: Duration) -> Duration {
    max(.milliseconds(100), latency / 2)
  }

  /// How much a device holds under `plan`.
  func length(for plan: Plan) -> Duration {
    plan.isEmpty ? brief : plan.settling > .zero || plan.begin != nil ? settling : planned
  }

  /// The length to use in place of `length` after an underrun, or a sign of one.
  func longer(than length: Duration) -> Duration { length < planned ? planned : settling }
}

/// How much sound a device is to hold, how much the open one was asked to hold, and whether it runs
/// out.
struct DeviceBuffering {
  private let lengths: DeviceBuffer
  /// How much the open output was asked to hold.
  private var opened = Duration.zero
  /// The part of what it holds that is written at once: more to a silent one, which makes no hole.
  private var stepShare = 0.5
  /// How much a device is to hold from the next opening on.
  private(set) var wanted: Duration
  /// The least that it is to hold, for good, after an underrun or a sign of one.
  private var shortest = Duration.zero
  /// `nil` where no output is open, or none that plays in real time.
  private var fill: DeviceFill?
  /// `nil` where `fill` is.
  private var level: DeviceLevel?
  private var holes = DeviceHoles()

  init(_ lengths: DeviceBuffer) {
    self.lengths = lengths
    wanted = lengths.brief
  }

  /// `output` was opened, and asked to hold what is wanted.
  mutating func opened(_ output: any Output) {
    opened = wanted
    stepShare = output.isHeard ? 0.5 : 0.8
    fill = output.latency.map { DeviceFill(capacity: $0) }
    level = output.latency.map { _ in DeviceLevel() }
    holes = DeviceHoles(latency: output.latency ?? .zero, isHeard: output.isHeard)
  }

  mutating func closed() { (fill, level) = (nil, nil) }

  mutating func adapt(to plan: Plan) { wanted = max(lengths.length(for: plan), shortest) }

  /// True if a device that holds `latency` holds less than is wanted, and opening it anew may change
  /// that.
  func isTooShort(_ latency: Duration) -> Bool { opened < wanted && latency >= opened }

  /// True if the open device plays in real time.
  var isTimed: Bool { fill != nil }

  /// The device has accepted `duration` of sound in `writing`.
  ///
  /// - Parameter stopped: For how long the program surely did not run meanwhile.
  mutating func accept(_ duration: Duration, in writing: Range<Duration>, stopped: Duration) {
    let now = writing.upperBound
    fill?.accept(duration, at: now)
    level?.accept(duration, at: now)
    holes.accept(duration, in: writing, stopped: stopped)
  }

  /// How much sound the open device still has to play at `now`; `nil` until it plays, and where it
  /// does not do so in real time.
  func held(at now: Duration) -> Duration? { level?.held(at: now) }

  /// How much to write at once in the steady state, in which the device holds enough for a stall of the
  /// machine between two writes. `nil` until it is known how much it holds.
  var step: Duration? {
    guard holes.isSteady, let capacity = level?.measured else { return nil }
    let step = min(opened, capacity) * stepShare
    return step >= Self.shortestStep ? step : nil
  }

  /// A shorter step is not worth a wait.
  private static let shortestStep = Duration.milliseconds(20)

  /// For how long the device surely has no room for a step; `nil` if it is to be written now.
  mutating func wait(at now: Duration) -> Duration? {
    step.flatMap { holes.wait(for: $0, at: now) }
  }

  /// The device is left to run out.
  mutating func rest() {
    fill?.rest()
    if level != nil { level = DeviceLevel() }
    holes.rest()
  }

  /// Takes an underrun, or more of one, that became known by `now`; `nil` if there is none.
  ///
  /// - Parameter lengthens: True if devices are to hold more after an underrun or a sign of one.
  mutating func takeUnderrun(at now: Duration, lengthens: Bool) -> Underrun? {
    if let underrun = holes.take() { return underrun }
    let measured = level?.missing(at: now)
    let isMissing = measured.map { $0 > DeviceHoles.shortest } ?? false
    guard fill?.isLow(at: now) == true || isMissing else { return nil }
    if lengthens {
      shortest = max(lengths.longer(than: opened), shortest)
      wanted = max(wanted, shortest)
    }
    let stated = fill?.takeUnderrun(at: now)
    guard stated != nil || isMissing else { return nil }
    fill?.rest()
    level = DeviceLevel()
    return holes.notice(max(stated ?? .zero, measured ?? .zero), at: now)
  }
}

/// A hole that a device made because it ran out of sound.
struct Underrun: Equatable {
  /// How much more of it is known than before: session time goes on by as much.
  var more: Duration
  /// The length of all of it, once that is known.
  var length: Duration?
}

/// Estimates how much sound a device still holds.
///
/// libao reports no underrun, but a device that has played for longer than its contents last has run
/// out. The estimate is never too low: it sees no underrun that did not happen, and may see a shorter
/// one than happened.
struct DeviceFill {
  private let capacity: Duration
  /// The sound in the device at `time`; before it plays, all that it has accepted.
  private var held = Duration.zero
  /// `nil` until the device plays.
  private var time: Duration?

  init(capacity: Duration) { self.capacity = capacity }

  /// The device has accepted `duration` of sound by `now`, a time of a monotonic clock.
  mutating func accept(_ duration: Duration, at now: Duration) {
    let played = time.map { (now - $0).surelyPlayed } ?? .zero
    held = min(held + duration - played, capacity)
    // A server begins to play when its buffer is full.
    if time != nil || held == capacity { time = now }
  }

  /// The device is left to run out.
  mutating func rest() { self = DeviceFill(capacity: capacity) }

  /// True if the device will run out soon.
  func isLow(at now: Duration) -> Bool {
    guard let time else { return false }
    return held - (now - time).surelyPlayed < capacity / 4
  }

  /// For how long the device has had nothing to play by `now`; `nil` if it has had something.
  ///
  /// It counts again when the device is full.
  mutating func takeUnderrun(at now: Duration) -> Duration? {
    guard let time else { return nil }
    let missing = (now - time).surelyPlayed - held
    guard missing > .zero else { return nil }
    rest()
    return missing
  }
}

extension Duration {
  /// The least that a device plays in this time: its clock may be slower than that of the system.
  fileprivate var surelyPlayed: Duration { self * 499 / 500 }
}

/// Measures holes by how far the sound that a device has accepted is ahead of the clock.
///
/// This lead stays the same as long as the device plays, but for a slow drift of the clocks, and falls by
/// what it did not play. A sound server asks for sound in bursts, so that only the highest lead counts.
/// It falls, too, where a server holds less or stands still: no hole is longer than the program did not
/// write.
struct DeviceHoles {
  private enum State {
    /// The device is filled for the first time.
    case starting
    /// The device is full after each write.
    case steady(HighestLead)
    /// The program did not write, and fills the device again, whose lead was `before`.
    case refilling(before: Duration)
    /// The device is full again since `time`; `before` is `nil` at first.
    case measuring(before: Duration?, lead: Duration, since: Duration)
  }

  /// The shortest time without a write that may make a hole.
  private static let shortestBreak = Duration.milliseconds(20)
  /// The most by which a stop of the program may be longer than it was seen to be.
  private let tolerance: Duration
  /// Anything shorter is no hole.
  static let shortest = Duration.milliseconds(10)
  /// A step is written this long before there is room for it, which shows how far ahead a full device
  /// is. A silent one has the program's own clock: its room is known, and nothing blocks.
  private let earliness: Duration

  /// The least time in which a server asks for sound twice.
  private let window: Duration
  private var state = State.starting
  private var accepted = Duration.zero
  /// When sound was accepted last; `nil` before.
  private var time: Duration?
  /// When it is to be written next, if that is later.
  private var due: Duration?
  /// For how long the program did not write since the device was full.
  private var idle = Duration.zero
  /// How much of the present hole was noticed.
  private var noticed = Duration.zero
  /// The underrun that is still to be taken.
  private var found: Underrun?

  /// How fast the highest lead may fall, as the device's clock is slower than ours: 500 ppm.
  private let drift: Double

  init(latency: Duration = .zero, isHeard: Bool = true) {
    earliness = isHeard ? .milliseconds(5) : .zero
    drift = isHeard ? 0.000_5 : 0
    window = max(.milliseconds(600), latency * 5 / 4)
    tolerance = DeviceBuffer.longestWait(for: latency)
  }

  /// The device is left to run out. What was noticed before is all of its hole.
  mutating func rest() {
    endHole(of: noticed)
    (state, time) = (.starting, nil)
  }

  mutating func accept(_ duration: Duration, in writing: Range<Duration>, stopped: Duration) {
    let pause = self.pause(at: writing.lowerBound)
    let now = writing.upperBound
    accepted += duration
    (time, due) = (now, nil)
    let lead = accepted - now
    if pause > .zero || stopped >= Self.shortestBreak {
      idle += pause + (stopped >= Self.shortestBreak ? stopped + tolerance : .zero)
      interrupt()
    } else {
      follow(lead, at: now, isFull: now - writing.lowerBound >= duration / 2)
    }
  }

  /// For how long nothing was written until `now`, although it was due, if that may make a hole.
  private func pause(at now: Duration) -> Duration {
    guard let time else { return .zero }
    let pause = now - max(time, due ?? time)
    return pause >= Self.shortestBreak ? pause : .zero
  }

  /// True while the device is full after each write.
  var isSteady: Bool { if case .steady = state { true } else { false } }

  /// For how long the device has no room for `step` in the steady state; `nil` if it is to be written now.
  ///
  /// The write comes a little early, and blocks until there is room, so that a drift of the device's
  /// clock does not add up.
  mutating func wait(for step: Duration, at now: Duration) -> Duration? {
    guard case .steady(let highest) = state else { return nil }
    let room = highest.lead(at: now) - (accepted - now)
    let wait = step - room - earliness
    guard wait > .zero else { return nil }
    due = now + wait
    return wait
  }

  private mutating func interrupt() {
    switch state {
    case .steady(let highest): state = .refilling(before: highest.lead)
    case .measuring(let before?, _, _): state = .refilling(before: before)
    case .measuring(nil, _, _): state = .starting
    case .starting, .refilling: break
    }
  }

  private mutating func follow(_ lead: Duration, at now: Duration, isFull: Bool) {
    switch state {
    case .starting where isFull: state = .measuring(before: nil, lead: lead, since: now)
    case .refilling(let before) where isFull:
      state = .measuring(before: before, lead: lead, since: now)
    case .starting, .refilling: break
    case .measuring(let before, let highest, let since):
      let highest = max(highest, lead)
      state = .measuring(before: before, lead: highest, since: since)
      guard now - since >= window else { return }
      state = .steady(HighestLead(highest, at: now, drift: drift))
      endHole(of: before.map { min($0 - highest, idle) } ?? noticed)
    case .steady(let highest):
      state = .steady(
        HighestLead(max(highest.lead(at: now), lead), at: now, drift: drift))
    }
  }

  private mutating func endHole(of length: Duration) {
    let length = max(length, noticed)
    if length >= Self.shortest {
      found = Underrun(more: (found?.more ?? .zero) + length - noticed, length: length)
    }
    (idle, noticed) = (.zero, .zero)
  }

  /// The device surely had nothing to play for `missing` by `now`, as long as that is not more than
  /// the program did not write.
  mutating func notice(_ missing: Duration, at now: Duration) -> Underrun? {
    let missing = min(missing, idle + pause(at: now) - noticed)
    guard missing > .zero else { return nil }
    switch state {
    // Nothing to compare with: this is all that will be known.
    case .starting, .measuring(nil, _, _): return Underrun(more: missing, length: missing)
    case .steady, .refilling, .measuring: break
    }
    noticed += missing
    return Underrun(more: missing)
  }

  mutating func take() -> Underrun? { found.take() }
}

/// The highest lead in the steady state: a few late writes do not lower it.
private struct HighestLead {
  let lead: Duration
  private let time: Duration
  /// The part of the time by which it falls.
  private let drift: Double

  init(_ lead: Duration, at time: Duration, drift: Double) {
    (self.lead, self.time, self.drift) = (lead, time, drift)
  }

  func lead(at now: Duration) -> Duration { lead - (now - time) * drift }
}

/// Measures how much sound a device still has to play, from when it accepts how much.
///
/// A sound server may hold half of what it was asked to hold, and libao does not say. But what a device
/// accepts before it makes the writer wait is what it holds, and from then on it is full again and
/// again.
private struct DeviceLevel {
  /// How long its capacity may not grow until it counts as measured: a busy machine fills a device
  /// slowly.
  private static let measuring = Duration.milliseconds(400)
  /// Its capacity must rise by more than this to count as growing.
  private static let growth = Duration.milliseconds(10)

  /// The sound in the device when it last accepted some.
  private var held = Duration.zero
  /// The most that it held.
  private var capacity = Duration.zero
  /// When it last accepted sound; `nil` before.
  private var time: Duration?
  /// When it first made the writer wait, because it was full and played.
  private var began: Duration?
  /// The capacity at some time since then; `nil` once it is measured.
  private var sample: (capacity: Duration, time: Duration)? = (.zero, .zero)

  /// The device has accepted `duration` of sound by `now`, a time of a monotonic clock.
  mutating func accept(_ duration: Duration, at now: Duration) {
    if let time {
      if began == nil, now - time >= duration / 2 { began = now }
      if began != nil { held -= (now - time).surelyPlayed }
    }
    held += duration
    time = now
    guard began != nil else { return }
    if let sample {
      capacity = max(capacity, held)
      if capacity - sample.capacity > Self.growth {
        self.sample = (capacity, now)
      } else if now - sample.time >= Self.measuring {
        self.sample = nil
      }
    }
    held = min(held, capacity)
  }

  /// How much the device holds when it is full; `nil` as long as that is not known.
  var measured: Duration? { sample == nil ? capacity : nil }

  /// How much the device holds at `now`; `nil` as long as that is not known.
  func held(at now: Duration) -> Duration? {
    guard sample == nil, let time else { return nil }
    return max(held - (now - time).surelyPlayed, .zero)
  }

  /// For how long the device has had nothing to play at `now`, negative where it has something; `nil` as
  /// long as that is not known.
  func missing(at now: Duration) -> Duration? {
    guard sample == nil, let time else { return nil }
    return (now - time).surelyPlayed - held
  }
}
