import MeditationCore
import Score
import Text

extension PlanChange {
  /// The command that makes this change.
  var spelled: String {
    switch self {
    case .length(.songs): "for songs"
    case .length(.open): "for open"
    case .length(.time(let time)): "for \(TimeText.brief(time))"
    case .lengthen(let time):
      time < .zero ? "for -\(TimeText.brief(.zero - time))" : "for +\(TimeText.brief(time))"
    case .settling(let time): "settle \(time.orOff)"
    case .opening(let count): "opening \(count == 0 ? "off" : "\(count)")"
    case .closing(let count): "closing \(count == 0 ? "off" : "\(count)")"
    case .bells(let bells): "bells \(bells.spelled)"
    case .bell(let sound): "bell \(sound.spelled)"
    case .bellVolume(let percent): "bell volume \(percent)"
    case .fade(let time): "fade \(time.orOff)"
    case .breath(let breath): "breath \(breath?.spelled ?? "off")"
    case .breathVolume(let percent): "breath volume \(percent)"
    case .repeat(let repeats): "repeat \(repeats ? "on" : "off")"
    case .crossfade(let time): "crossfade \(time.orOff)"
    case .volume(let percent): "volume \(percent)"
    case .level(let level): "level \(level.rawValue)"
    case .off: "plan off"
    }
  }
}

extension Duration {
  fileprivate var orOff: String { self == .zero ? "off" : TimeText.brief(self) }
}

extension Bells {
  fileprivate var spelled: String {
    switch self {
    case .none: "off"
    case .every(let interval): "every \(TimeText.brief(interval))"
    case .at(let times): "at \(times.map(TimeText.brief).joined(separator: " "))"
    case .random(let count, let seed): "random \(count) \(seed)"
    }
  }
}

extension Bell.Sound {
  fileprivate var spelled: String {
    switch self {
    case .bowl: "bowl"
    case .gong: "gong"
    case .chime: "chime"
    case .wood: "wood"
    case .file(let path): BellParser.isFile(path) ? path : QuotedText.quote(path)
    }
  }
}

extension Breath {
  fileprivate var spelled: String {
    if self == .box { return "box" }
    if self == .coherent { return "coherent" }
    let phases =
      switch (holdFull, holdEmpty) {
      case (.zero, .zero): [inhale, exhale]
      case (_, .zero): [inhale, holdFull, exhale]
      default: [inhale, holdFull, exhale, holdEmpty]
      }
    return phases.map(TimeText.decimal).joined(separator: "-")
  }
}
