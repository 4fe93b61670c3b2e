import Score

/// How much sound a device is asked to hold.
///
/// A longer buffer survives longer stalls of a busy machine, and delays each command by as much.
public struct DeviceBuffer: Equatable, Sendable {
  /// Without a plan, until the first sign of an underrun.
  public var brief = Duration.milliseconds(100)
  /// With a plan, whose bells must not have a hole.
  public var planned = Duration.milliseconds(250)
  /// With a plan that begins with a silence, which fills it.
  public var settling = Duration.milliseconds(500)

  /// The default lengths.
  public init() {}

  /// How much a device holds under `plan`.
  func length(for plan: Plan) -> Duration {
    plan.isEmpty ? brief : plan.settling > .zero || plan.begin != nil ? settling : planned
  }

  /// What replaces `length` after an underrun, or before one.
  func longer(than length: Duration) -> Duration { length < planned ? planned : settling }
}

/// How much sound a device is to hold, how much the open one was asked to hold, and whether it runs
/// out.
struct DeviceBuffering {
  private let lengths: DeviceBuffer
  /// How much the open output was asked to hold.
  private var opened = Duration.zero
  /// How much a device is to hold from the next opening on.
  private(set) var wanted: Duration
  /// The least that it is to hold, for good, after an underrun or a sign of one.
  private var shortest = Duration.zero
  /// `nil` where no output is open, or none that plays in real time.
  private var fill: DeviceFill?
  /// `nil` where `fill` is.
  private var level: DeviceLevel?

  init(_ lengths: DeviceBuffer) {
    self.lengths = lengths
    wanted = lengths.brief
  }

  /// `output` was opened, and asked to hold what is wanted.
  mutating func opened(_ output: any Output) {
    opened = wanted
    fill = output.latency.map { DeviceFill(capacity: $0) }
    level = output.latency.map { _ in DeviceLevel() }
  }

  /// The output was closed.
  mutating func closed() { (fill, level) = (nil, nil) }

  /// Wants as much as `plan` needs.
  mutating func adapt(to plan: Plan) { wanted = max(lengths.length(for: plan), shortest) }

  /// Whether a device that holds `latency` holds less than is wanted, and opening it anew may change
  /// that.
  func isTooShort(_ latency: Duration) -> Bool { opened < wanted && latency >= opened }

  /// Whether the open device plays in real time.
  var isTimed: Bool { fill != nil }

  /// The device has accepted `duration` of sound by `now`.
  mutating func accept(_ duration: Duration, at now: Duration) {
    fill?.accept(duration, at: now)
    level?.accept(duration, at: now)
  }

  /// How much sound the open device still has to play at `now`; `nil` until it plays, and where it
  /// does not do so in real time.
  func held(at now: Duration) -> Duration? { level?.held(at: now) }

  /// The device is left to run out.
  mutating func rest() {
    fill?.rest()
    if level != nil { level = DeviceLevel() }
  }

  /// For how long the device has run out of sound by `now`; `nil` if it has not.
  ///
  /// - Parameter lengthens: Whether devices are to hold more after an underrun or a sign of one.
  mutating func takeUnderrun(at now: Duration, lengthens: Bool) -> Duration? {
    guard let isLow = fill?.isLow(at: now), isLow else { return nil }
    if lengthens {
      shortest = max(lengths.longer(than: opened), shortest)
      wanted = max(wanted, shortest)
    }
    return fill?.takeUnderrun(at: now)
  }
}

/// Estimates how much sound a device still holds.
///
/// libao reports no underrun, but a device that has played for longer than its contents last has run
/// out. The estimate is never too low: it sees no underrun that did not happen, and may see a shorter
/// one than happened.
struct DeviceFill {
  /// A longer interruption is one of the whole program, such as SIGSTOP, and no underrun.
  private static let longestUnderrun = Duration.seconds(2)

  private let capacity: Duration
  /// What the device held at `time`; before it plays, all that it has accepted.
  private var held = Duration.zero
  /// `nil` until the device plays.
  private var time: Duration?

  /// A device that holds `capacity`, and is empty.
  init(capacity: Duration) { self.capacity = capacity }

  /// The device has accepted `duration` of sound by `now`, a time of a monotonic clock.
  mutating func accept(_ duration: Duration, at now: Duration) {
    held = min(held + duration - (time.map { played(since: $0, until: now) } ?? .zero), capacity)
    // A server begins to play when its buffer is full.
    if time != nil || held == capacity { time = now }
  }

  /// The device is left to run out.
  mutating func rest() { self = DeviceFill(capacity: capacity) }

  /// Whether the device will run out soon.
  func isLow(at now: Duration) -> Bool {
    guard let time else { return false }
    return held - played(since: time, until: now) < capacity / 4
  }

  /// For how long the device has had nothing to play by `now`; `nil` if it has had something.
  ///
  /// It counts again when the device is full.
  mutating func takeUnderrun(at now: Duration) -> Duration? {
    guard let time else { return nil }
    let missing = played(since: time, until: now) - held
    guard missing > .zero else { return nil }
    rest()
    return missing <= Self.longestUnderrun ? missing : nil
  }

  /// What a device plays at least: its clock may be slower than that of the system.
  private func played(since begin: Duration, until end: Duration) -> Duration {
    (end - begin) * 499 / 500
  }
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
  /// What counts as growth.
  private static let growth = Duration.milliseconds(10)

  /// What the device held when it last accepted sound.
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
      if began != nil { held -= Self.played(since: time, until: now) }
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

  /// What the device holds at `now`; `nil` as long as that is not known.
  func held(at now: Duration) -> Duration? {
    guard sample == nil, let time else { return nil }
    return max(held - Self.played(since: time, until: now), .zero)
  }

  /// What a device plays at least, so that an error does not grow: it is full again soon.
  private static func played(since begin: Duration, until end: Duration) -> Duration {
    (end - begin) * 499 / 500
  }
}
