import CommandLanguage
import Score

extension JSONMessage {
  /// A plan.
  struct PlanBody: JSONObject {
    let plan: Plan

    func writeMembers(to json: inout JSONText) {
      json.add("bell", BellBody(bell: plan.bell))
      json.add("bells", BellsBody(plan.bells))
      json.add("breath", plan.breath.map(BreathBody.init))
      json.add("breathVolume", plan.breathVolume)
      json.add("closing", plan.closing)
      json.add("crossfade", plan.crossfade)
      json.add("end", plan.length.jsonWord)
      json.add("fade", plan.fade)
      json.add("length", plan.end)
      json.add("level", plan.level?.rawValue)
      json.add("notation", PlanText.line(of: plan))
      json.add("opening", plan.opening)
      json.add("repeat", plan.repeats)
      json.add("settling", plan.settling)
      json.add("volume", plan.volume)
    }
  }

  /// What is struck, and how loud.
  struct BellBody: JSONObject {
    let bell: Bell

    func writeMembers(to json: inout JSONText) {
      json.add("file", bell.sound.path)
      json.add("sound", bell.sound.jsonWord)
      json.add("volume", bell.volume)
    }
  }

  /// When bells are struck between the opening and the closing.
  struct BellsBody: JSONObject {
    let kind: String
    var every: Duration?
    var times: [Duration]?
    var count: Int?
    var seed: Int?

    init(_ bells: Bells) {
      switch bells {
      case .none: kind = "none"
      case .every(let interval): (kind, every) = ("every", interval)
      case .at(let times): (kind, self.times) = ("at", times.sorted())
      case .random(let count, let seed): (kind, self.count, self.seed) = ("random", count, seed)
      }
    }

    func writeMembers(to json: inout JSONText) {
      json.add("count", count)
      json.add("every", every)
      json.add("kind", kind)
      json.add("seed", seed)
      json.add("times", times)
    }
  }

  /// The lengths of the phases of a breath.
  struct BreathBody: JSONObject {
    let breath: Breath

    func writeMembers(to json: inout JSONText) {
      json.add("exhale", breath.exhale)
      json.add("holdEmpty", breath.holdEmpty)
      json.add("holdFull", breath.holdFull)
      json.add("inhale", breath.inhale)
    }
  }
}

extension Plan.Length {
  /// The name in the protocol.
  fileprivate var jsonWord: String {
    switch self {
    case .songs: "songs"
    case .open: "open"
    case .time: "time"
    }
  }
}

extension Bell.Sound {
  /// The path of a file; `nil` for a sound of the program's own.
  fileprivate var path: String? {
    switch self {
    case .bowl, .gong, .chime, .wood: nil
    case .file(let path): path
    }
  }

  /// The name in the protocol.
  fileprivate var jsonWord: String {
    switch self {
    case .bowl: "bowl"
    case .gong: "gong"
    case .chime: "chime"
    case .wood: "wood"
    case .file: "file"
    }
  }
}
