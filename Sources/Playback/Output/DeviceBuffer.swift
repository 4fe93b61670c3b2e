import Score

/// How much sound a device is asked to hold.
///
/// What it holds survives as long a time in which a busy machine runs nothing of the program, and a
/// command is heard as much later.
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
    plan.isEmpty ? brief : plan.settling > .zero ? settling : planned
  }

  /// What replaces `length` after an underrun, or before one.
  func longer(than length: Duration) -> Duration { length < planned ? planned : settling }
}

/// Estimates how much sound a device still holds.
///
/// libao reports no underrun. But a device that has played for longer than all that it held lasts
/// has run out. The estimate is never too low, so that no underrun is seen where none was: one may be
/// longer than it says.
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
