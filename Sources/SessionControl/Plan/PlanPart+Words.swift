import Score
import Text

extension PlanPart {
  /// The largest number of times that a line about bells lists.
  static let mostTimes = 3

  /// This part of `plan` in a few words: "Session 20:00", "Fade off".
  func words(in plan: Plan) -> String {
    switch self {
    case .length:
      switch plan.length {
      case .songs: "Session as long as its songs"
      case .open: "Session open; 'finish' ends it"
      case .time(let end): "Session \(TimeText.exact(end))"
      }
    case .settling: "Settling \(plan.settling.orOff)"
    case .opening: "Opening \(Self.strokes(plan.opening))"
    case .closing: "Closing \(Self.strokes(plan.closing))"
    case .bells: Self.words(for: plan.bells)
    case .bell: "Bell \(plan.bell.sound.name)"
    case .bellVolume: "Bell volume \(plan.bell.volume)%"
    case .fade: "Fade \(plan.fade.orOff)"
    case .breath: "Breath \(plan.breath?.pattern ?? "off")"
    }
  }

  private static func strokes(_ count: Int) -> String {
    count == 0 ? "off" : counted(count, "stroke")
  }

  private static func words(for bells: Bells) -> String {
    switch bells {
    case .none: return "Bells off"
    case .every(let interval): return "Bells every \(TimeText.exact(interval))"
    case .at(let times):
      let first = times.sorted().prefix(mostTimes).map(TimeText.exact).joined(separator: ", ")
      let rest = times.count - mostTimes
      return "Bells at \(first)" + (rest > 0 ? " and \(counted(rest, "more time"))" : "")
    case .random(let count, let seed): return "\(counted(count, "random bell")), seed \(seed)"
    }
  }
}

extension Duration {
  fileprivate var orOff: String { self == .zero ? "off" : TimeText.exact(self) }
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
  /// The seconds of the phases, as the user writes them: `4-7-8`.
  var pattern: String {
    var lengths = [inhale, holdFull, exhale, holdEmpty]
    if holdEmpty == .zero { lengths.removeLast() }
    if lengths.count == 3, holdFull == .zero { lengths.remove(at: 1) }
    return lengths.map(\.secondsText).joined(separator: "-")
  }
}

extension Duration {
  /// Seconds to the nanosecond, without a unit: `4`, `4.5`.
  fileprivate var secondsText: String {
    let (seconds, attoseconds) = components
    let fraction = TimeText.exact(.init(secondsComponent: 0, attosecondsComponent: attoseconds))
      .dropFirst("0:00".count)
    return "\(seconds)\(fraction)"
  }
}
