import MeditationText

/// `volume 50` in a plan, as long as that is the session's. Alone, `volume` is a command of its own.
struct VolumeClause: PlanClause {
  static let word = Word<PlanStep>(
    name: "volume", arguments: "PERCENT", summary: "Sets the volume of this plan.",
    example: "volume 50", hints: ["loudness", "gain"], hintedLines: ["mute": "volume 0"],
    parse: { arguments throws(LineError) in
      let word = try arguments.takeOnly(takes: "one number", needs: "a number, such as 50")
      let (sign, percent) = try Arguments.volume(word)
      guard sign.isEmpty else { throw .notAVolume(QuotedInput(word)) }
      return .change(.volume(percent))
    })
  static let isOfPart = false
  let percent: Int

  static func ofSession(_ plan: Plan) -> VolumeClause? { plan.volume.map(VolumeClause.init) }

  var arguments: String { "\(percent)" }
  var change: PlanChange { .volume(percent) }
  var limit: PlanLimit? { percent.limitAsVolume }
  func make(in plan: inout Plan, at place: PlanPlace) { plan.volume = percent }

  /// The row of the plan's own volume and level.
  static func step(of outlook: PlanOutlook, part: Int, _ wording: Wording) -> TimelineStep? {
    let (volume, level) = (outlook.plan.volume, outlook.plan.level)
    let words = (volume.map { ["volume \($0)%"] } ?? []) + (level.map { ["level \($0)"] } ?? [])
    guard let first = volume.map(PlanChange.volume) ?? level.map(PlanChange.level) else {
      return nil
    }
    return TimelineStep(label: "sound", words.joined(separator: ", "), command: first.line)
  }

  static func members(of plan: Plan) -> [JSONMember] { [JSONMember("volume", plan.volume)] }
}

/// `level on` in a plan: how songs are brought to one loudness as long as it is the session's.
struct LevelClause: PlanClause {
  static let word = Word<PlanStep>(
    name: "level", arguments: "on | off | album", summary: "Sets the level of this plan.",
    example: "level on", hints: ["normalize", "normalise", "replaygain"],
    words: Level.allCases.map(\.rawValue),
    parse: { arguments throws(LineError) in
      let word = try arguments.takeWord(of: Level.allCases.map(\.rawValue))
      return .change(.level(Level(rawValue: word) ?? .off))
    })
  static let isOfPart = false
  let level: Level

  static func ofSession(_ plan: Plan) -> LevelClause? { plan.level.map(LevelClause.init) }

  var arguments: String { level.rawValue }
  var change: PlanChange { .level(level) }
  func make(in plan: inout Plan, at place: PlanPlace) { plan.level = level }
  static func members(of plan: Plan) -> [JSONMember] { [JSONMember("level", plan.level?.rawValue)] }
}

/// How songs are brought to one loudness, -20 LUFS.
///
/// A song keeps its gain: a change applies to the next song that begins, and after a jump.
public enum Level: String, CaseIterable, Hashable, Sendable {
  /// Each song has a gain of its own.
  case on
  /// Songs are as loud as they are: no sample changes.
  case off
  /// All songs of the list that are in one folder have one gain, so that they keep their differences.
  case album

  /// The loudness that songs are brought to, in LUFS.
  package static let target = -20.0
}
