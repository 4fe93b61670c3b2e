import MeditationLanguage
import MeditationPlan
import MeditationScreens

extension JSONMessage {
  /// A plan.
  struct PlanBody: JSONObject {
    let plan: Plan

    func writeMembers(to json: inout JSONText) {
      json.add("begin", plan.begin?.spelled)
      json.add("bell", BellBody(bell: plan.bell))
      json.add("bells", BellsBody(plan.bells.first))
      json.add("breath", plan.breath.map(BreathBody.init))
      json.add("breathVolume", plan.breathVolume)
      json.add("closing", plan.closing.count(plan.bell))
      json.add("crossfade", plan.crossfade)
      json.add("end", plan.length.jsonWord)
      json.add("fade", plan.fade)
      json.add("guide", plan.guide.map(GuideBody.init))
      json.add("length", plan.end)
      json.add("level", plan.level?.rawValue)
      json.add("notation", PlanText.line(of: plan))
      json.add("opening", plan.opening.count(plan.bell))
      json.add("parts", plan.soundingParts.map(PartBody.init))
      json.add("repeat", plan.repeats)
      json.add("settling", plan.settling)
      json.add("under", plan.under.map(LayerBody.init))
      json.add("voiceVolume", plan.voiceVolume)
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

  /// A part of a plan.
  struct PartBody: JSONObject {
    let part: Part

    func writeMembers(to json: inout JSONText) {
      json.add("bells", part.bells.map { BellsBody($0) })
      json.add("breath", part.breath.map(BreathBody.init))
      json.add("closing", part.closing.isNone ? nil : StrokesBody(strokes: part.closing))
      json.add("end", part.length.jsonWord)
      json.add("length", part.duration)
      json.add("music", part.hasMusic)
      json.add("opening", part.opening.isNone ? nil : StrokesBody(strokes: part.opening))
      json.add("title", part.title)
      json.add("voices", part.voices.map(VoiceBody.init))
    }
  }

  /// A sound under the session.
  struct LayerBody: JSONObject {
    let layer: Layer

    func writeMembers(to json: inout JSONText) {
      json.add("file", layer.sound.path)
      json.add("fromSettling", layer.beginsWithSettling)
      json.add("pitch", layer.sound.pitch?.name)
      json.add("sound", layer.sound.name ?? "file")
      json.add("volume", layer.volume)
    }
  }

  /// Recorded speech in a part.
  struct VoiceBody: JSONObject {
    let voice: Voice

    func writeMembers(to json: inout JSONText) {
      json.add("at", voice.time - voice.skipped)
      json.add("file", voice.path)
      json.add("length", voice.length)
      json.add("title", Speech.name(ofFile: voice.path))
    }
  }

  /// Sentences at times.
  struct GuideBody: JSONObject {
    let guide: Guide

    func writeMembers(to json: inout JSONText) {
      json.add("file", guide.path)
      json.add("lines", guide.lines.count)
    }
  }

  /// How a bell is struck on one occasion.
  struct StrokesBody: JSONObject {
    let strokes: Strokes

    func writeMembers(to json: inout JSONText) {
      let (count, apart, roll): (Int?, Duration?, Duration?) =
        switch strokes.form {
        case .count(let count, let apart): (count, apart, nil)
        case .roll(let length): (nil, nil, length)
        }
      json.add("apart", apart)
      json.add("count", count)
      json.add("file", strokes.sound?.path)
      json.add("roll", roll)
      json.add("sound", strokes.sound?.jsonWord)
      json.add("volume", strokes.volume)
    }
  }

  /// When bells are struck between the opening and the closing, and how.
  struct BellsBody: JSONObject {
    let kind: String
    var every: Duration?
    var times: [Duration]?
    var count: Int?
    var seed: Int?
    var strokes: Strokes?

    init(_ rule: BellRule?) {
      switch rule?.times {
      case nil: kind = "none"
      case .every(let interval)?: (kind, every) = ("every", interval)
      case .at(let times)?: (kind, self.times) = ("at", times.sorted())
      case .beforeEnd(let times)?: (kind, self.times) = ("before-end", times.sorted())
      case .random(let count, let seed)?: (kind, self.count, self.seed) = ("random", count, seed)
      }
      strokes = rule?.strokes
    }

    func writeMembers(to json: inout JSONText) {
      json.add("count", count)
      json.add("every", every)
      json.add("kind", kind)
      json.add("seed", seed)
      json.add("strokes", strokes.map(StrokesBody.init))
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
  /// The name in the protocol.
  var jsonWord: String { name ?? "file" }
}
