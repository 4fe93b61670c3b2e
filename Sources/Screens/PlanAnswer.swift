import CommandLanguage
import MeditationCore
import Score
import Text

extension PlanChange {
  /// The largest number of times that a line about bells lists.
  static let mostTimes = 3

  /// The clause in a few words, on a screen with the units of its times: "Session 20 minutes", "Fade
  /// off"; `nil` for the volume and the level, which have answers of their own, and if this is no
  /// clause of a plan.
  func words(_ wording: Wording = .screen) -> String? {
    switch self {
    case .length(.songs): "Session as long as its songs"
    case .length(.open): "Session open; 'finish' ends it"
    case .length(.time(let end)): "Session \(end.value(wording))"
    case .settling(let time): "Settling \(time.orOff(wording))"
    case .opening(let count): "Opening \(Self.strokes(count))"
    case .closing(let count): "Closing \(Self.strokes(count))"
    case .bells(let bells): Self.words(for: bells, wording)
    case .bell(let sound): "Bell \(sound.name)"
    case .bellVolume(let percent): "Bell volume \(percent)%"
    case .fade(let time): "Fade \(time.orOff(wording))"
    case .crossfade(let time): "Crossfade \(time.orOff(wording))"
    case .repeat(let repeats): "Repeat \(repeats ? "on" : "off")"
    case .breath(let breath): "Breath \(breath?.words(wording) ?? "off")"
    case .breathVolume(let percent): "Breath volume \(percent)%"
    case .volume, .level, .lengthen, .off: nil
    }
  }

  /// The command that makes this change. A long list of times is shortened.
  var command: String {
    guard case .bells(.at(let times)) = self, times.count > Self.mostTimes else {
      return PlanText.line(of: [.change(self)])
    }
    let first = Array(times.sorted().prefix(Self.mostTimes))
    return PlanText.line(of: [.change(.bells(.at(first)))]) + " …"
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
