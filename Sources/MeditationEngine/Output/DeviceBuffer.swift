import MeditationPlan

/// How much sound a device is asked to hold.
///
/// A longer buffer survives longer stalls, wakes the processor less often, and delays each command.
package enum DeviceBuffer {
  /// A pause is heard as much later: nothing, beside a hole in a bell.
  private static let usual = Duration.milliseconds(250)
  /// With a plan that begins with a silence, which fills it, and after an underrun or a sign of one.
  static let longest = Duration.milliseconds(500)

  /// The longest single wait for a device that holds `latency`. A stop of the program counts less
  /// that much; a shorter one makes no hole.
  package static func longestWait(for latency: Duration) -> Duration {
    max(.milliseconds(100), latency / 2)
  }

  /// How much a device holds under `plan`.
  static func length(for plan: Plan = Plan()) -> Duration {
    plan.settling > .zero || plan.begin != nil ? longest : usual
  }
}

/// How much sound a device is to hold, how much the open one was asked to hold, and how much to
/// write at once.
struct DeviceBuffering {
  /// A shorter step is not worth a wait.
  private static let shortestStep = Duration.milliseconds(20)

  /// How much the open output was asked to hold.
  private var opened = Duration.zero
  /// The share of its capacity written at once; larger for a silent one, which makes no hole.
  private var stepShare = 0.5
  /// How much a device is to hold from the next opening on.
  private(set) var wanted = DeviceBuffer.length()
  /// True, for good, after an underrun or a sign of one.
  private var wantsLongest = false
  /// `nil` where no output is open, or none that plays in real time.
  var delay: DeviceDelay?

  /// `output` was opened, and asked to hold what is wanted.
  mutating func opened(_ output: any Output) {
    opened = wanted
    stepShare = output.isHeard ? 0.5 : 0.8
    delay = output.latency.map { DeviceDelay(latency: $0, isHeard: output.isHeard) }
  }

  mutating func adapt(to plan: Plan) {
    wanted = wantsLongest ? DeviceBuffer.longest : DeviceBuffer.length(for: plan)
  }

  /// True if a device that holds `latency` holds less than wanted, and opening it again may help.
  func isTooShort(_ latency: Duration) -> Bool { opened < wanted && latency >= opened }

  /// How much to write at once in the steady state, when the device holds enough for a stall of the
  /// machine between two writes. `nil` until its capacity is known.
  private var step: Duration? {
    guard let delay, delay.isSteady else { return nil }
    let step = min(opened, delay.capacity) * stepShare
    return step >= Self.shortestStep ? step : nil
  }

  /// How much to write at once: a step, or 10 ms while a write may block for all of that time, so
  /// that a pause soon takes effect. A device that is being filled gets more until it is nearly full:
  /// the faster it is filled, the better its delay is known. Not at once: a server that ran dry loses
  /// the first 0.2 s of what comes too fast.
  var slice: Duration {
    if let step { return step }
    guard let delay, let filled = delay.filled else { return .milliseconds(10) }
    let least = delay.isFilling ? opened * 3 / 4 : delay.capacity * 7 / 8
    return max(min(opened / 4, least - filled), .milliseconds(10))
  }

  /// How long the device surely has no room for a step; `nil` if it can be written now.
  mutating func wait(at now: Duration) -> Duration? {
    step.flatMap { delay?.wait(for: $0, at: now) }
  }

  /// Takes an underrun that was detected by `now`, or more of one; `nil` if there is none. If it
  /// `lengthens`, devices hold more after an underrun or a sign of one.
  mutating func takeUnderrun(at now: Duration, lengthens: Bool) -> Underrun? {
    let underrun = delay?.takeUnderrun(at: now)
    if lengthens, delay?.wasLow == true {
      (wantsLongest, wanted) = (true, DeviceBuffer.longest)
    }
    return underrun
  }
}
