import Score
import Text

extension PlanPart {
  /// The largest number of times that a line about bells lists.
  static let mostTimes = 3

  /// This part of `plan` in a few words, on a screen with the units of its times:
  /// "Session 20 minutes", "Fade off".
  func words(in plan: Plan, _ wording: Wording = .screen) -> String {
    switch self {
    case .length:
      switch plan.length {
      case .songs: "Session as long as its songs"
      case .open: "Session open; 'finish' ends it"
      case .time(let end): "Session \(end.value(wording))"
      }
    case .settling: "Settling \(plan.settling.orOff(wording))"
    case .opening: "Opening \(Self.strokes(plan.opening))"
    case .closing: "Closing \(Self.strokes(plan.closing))"
    case .bells: Self.words(for: plan.bells, wording)
    case .bell: "Bell \(plan.bell.sound.name)"
    case .bellVolume: "Bell volume \(plan.bell.volume)%"
    case .fade: "Fade \(plan.fade.orOff(wording))"
    case .crossfade: "Crossfade \(plan.crossfade.orOff(wording))"
    case .repeats: "Repeat \(plan.repeats ? "on" : "off")"
    case .breath: "Breath \(plan.breath?.words(wording) ?? "off")"
    case .breathVolume: "Breath volume \(plan.breathVolume)%"
    }
  }

  private static func strokes(_ count: Int) -> String {
    count == 0 ? "off" : counted(count, "stroke")
  }

  private static func words(for bells: Bells, _ wording: Wording) -> String {
    switch bells {
    case .none: return "Bells off"
    case .every(let interval): return "Bells every \(interval.value(wording))"
    case .at(let times):
      let first = times.sorted().prefix(mostTimes).map { $0.exact(wording) }
        .joined(separator: ", ")
      let rest = times.count - mostTimes
      return "Bells at \(first)" + (rest > 0 ? " and \(counted(rest, "more time"))" : "")
    case .random(let count, let seed): return "\(counted(count, "random bell")), seed \(seed)"
    }
  }
}

extension Duration {
  fileprivate func orOff(_ wording: Wording) -> String {
    self == .zero ? "off" : value(wording)
  }
}

extension Bell.Sound {
  /// The name of the sound, ready for display; of a file, its path.
  var name: String {
    switch self {
    case .bowl: "bowl"
    case .gong: "gong"
    case .chime: "chime"
    case .wood: "wood"
    case .file(let path): CleanText.clean(path)
    }
  }
}

extension Breath {
  /// The phases with their lengths: "in 4 s, hold 7 s, out 8 s".
  func words(_ wording: Wording) -> String {
    [("in", inhale), ("hold", holdFull), ("out", exhale), ("hold", holdEmpty)]
      .filter { $0.1 > .zero }
      .map { "\($0) \($1.seconds(wording))" }.joined(separator: ", ")
  }
}
