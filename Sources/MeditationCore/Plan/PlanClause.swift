import Score

/// What a plan cannot exceed.
public enum PlanLimit: String, CaseIterable, Hashable, Sendable {
  /// A session is longer than 0, and at most 24 hours long. So are the times of its bells.
  case length
  /// Settling takes at most an hour.
  case settling
  /// At most 9 strokes open a session, or close it.
  case strokes
  /// Bells are at least 5 s apart.
  case interval
  /// At most 10,000 times are given to bells.
  case bellCount
  /// A volume is 0 to 100.
  case volume
  /// A fade takes at most 10 minutes.
  case fade
  /// A phase of a breath takes at most a minute; breathing in and breathing out at least a second.
  case breath
  /// A crossfade takes at most 30 seconds.
  case crossfade

  /// The longest session.
  public static let longest = Duration.seconds(24 * 3600)

  /// The limit that `change` exceeds; `nil` if it exceeds none.
  public static func exceeded(by change: PlanChange) -> PlanLimit? {
    switch change {
    case .length(.songs), .length(.open), .bell, .breath(nil), .repeat, .level, .off: nil
    case .length(.time(let time)): isTime(time) ? nil : .length
    case .lengthen(let time):
      isTime(time) || (time < .zero && time >= .zero - longest) ? nil : .length
    case .settling(let time): .zero...Duration.seconds(3600) ~= time ? nil : .settling
    case .opening(let count), .closing(let count): 0...9 ~= count ? nil : .strokes
    case .bells(let bells): exceeded(by: bells)
    case .bellVolume(let percent), .breathVolume(let percent), .volume(let percent):
      0...100 ~= percent ? nil : .volume
    case .fade(let time): .zero...Duration.seconds(600) ~= time ? nil : .fade
    case .crossfade(let time): .zero...Duration.seconds(30) ~= time ? nil : .crossfade
    case .breath(let breath?): isBreath(breath) ? nil : .breath
    }
  }

  private static func exceeded(by bells: Bells) -> PlanLimit? {
    switch bells {
    case .none: nil
    case .every(let interval):
      interval < .seconds(5) ? .interval : isTime(interval) ? nil : .length
    case .at(let times):
      1...10_000 ~= times.count ? times.allSatisfy(isTime) ? nil : .length : .bellCount
    case .random(let count, _): 1...10_000 ~= count ? nil : .bellCount
    }
  }

  private static func isTime(_ time: Duration) -> Bool { time > .zero && time <= longest }

  private static func isBreath(_ breath: Breath) -> Bool {
    let (least, longest) = (Duration.seconds(1), Duration.seconds(60))
    return least...longest ~= breath.inhale && least...longest ~= breath.exhale
      && .zero...longest ~= breath.holdFull && .zero...longest ~= breath.holdEmpty
  }
}

extension PlanLimit: CustomStringConvertible {
  /// The limit in one sentence.
  public var description: String {
    switch self {
    case .length: "A time is longer than 0 and at most 24 hours."
    case .settling: "Settling takes at most an hour."
    case .strokes: "A bell is struck 1 to 9 times."
    case .interval: "Bells are at least 5 seconds apart."
    case .bellCount: "There are 1 to 10,000 bells."
    case .volume: "A volume is 0 to 100."
    case .fade: "A fade takes at most 10 minutes."
    case .breath: "Breathing in and out take 1 to 60 seconds each, holding at most 60."
    case .crossfade: "A crossfade takes at most 30 seconds."
    }
  }
}
