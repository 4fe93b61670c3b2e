import MeditationText

/// Recorded speech over the music, which gives way to it.
public struct Voice: Hashable, Sendable {
  /// The audio file.
  public var path: String
  /// When it begins, counted from the beginning of its part; negative if it began in an earlier one.
  public var time: Duration
  /// How long it is; `nil` if that is not known.
  public var length: Duration?
  /// How far the listener moved ahead in it, in this session alone; negative is back.
  public var skipped = Duration.zero

  /// Creates a voice.
  public init(_ path: String, at time: Duration = .zero, length: Duration? = nil) {
    self.path = path
    self.time = time
    self.length = length
  }
}

extension Voice: CustomStringConvertible {
  /// The file and when it begins: `scan.mp3 at 300.0 seconds`.
  public var description: String { "\(path) at \(time)" }
}

/// Speech at a session time: a voice, or a spoken line of a guide.
public struct Speech: Hashable, Sendable {
  /// The audio file.
  public var path: String
  /// The session time of its first frame.
  public var begin: Duration
  /// How long it is; `nil` if that is not known.
  public var length: Duration?

  /// The session time at which it ends; `nil` if that is not known.
  public var end: Duration? { length.map { begin.clampedSessionTime + $0.clamped() } }
}

extension Plan {
  /// The voices of all parts, in ascending order.
  public var voices: [Speech] {
    parts.indices.flatMap { index in
      let begin = begin(ofPart: index)
      return parts[index].voices.map {
        Speech(
          path: $0.path,
          begin: begin + $0.time.clampedSessionTime - $0.skipped.clampedSessionTime,
          length: $0.length?.clamped())
      }
    }.sorted { $0.begin < $1.begin }
  }

  /// The voice that speaks at `time`, the latest of several; one of unknown length never stops.
  public func voice(at time: Duration) -> Speech? {
    voices.last { $0.begin <= time && $0.end.map { time < $0 } ?? true }
  }
}

extension Speech {
  /// The name under which a file is shown, without directory and ending.
  package static func name(ofFile path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
    return CleanText.clean(String(stem.isEmpty ? name : stem))
  }

  package var name: String { Self.name(ofFile: path) }
}

// MARK: - The clauses

/// `voice ./body-scan.mp3 at 5m`: what is spoken in a part.
struct VoicesClause: PartClause {
  static let word = Word<PlanStep>(
    name: "voice", arguments: "[FILE at TIME|+30s|-30s|volume N|off]", brief: "[FILE]",
    summary: "Plays recorded guidance, to which the music gives way.",
    example: "voice ./body-scan.mp3 at 5m", hints: ["speech", "talk", "narration"], words: words,
    furtherWords: ["at"], prefixRank: .last, parse: parse)
  static var property: WritableKeyPath<Part, [Voice]> { \.voices }
  let value: [Voice]

  var arguments: String {
    value.isEmpty ? "off" : value.map(\.spelled).joined(separator: ", voice ")
  }
  var change: PlanChange { .voices(value) }
  var limit: PlanLimit? { value.exceededLimit }

  func answer(_ wording: Wording) -> String? {
    value.isEmpty
      ? "Voice off" : "Voice: \(value.map { $0.words(wording) }.joined(separator: ", "))"
  }

  func mappingFiles(_ rename: FileRenaming) -> PlanChange? {
    .voices(value.map { $0.mappingFile(rename) })
  }

  static func steps(of outlook: PlanOutlook, part: Int, _ wording: Wording) -> [TimelineStep] {
    let plan = outlook.plan
    return plan.parts[part].voices.map { voice in
      let begin = plan.begin(ofPart: part) + voice.time - voice.skipped
      return TimelineStep(
        .voices, from: max(begin, .zero), to: voice.length.map { begin + $0 },
        "voice: \(Speech.name(ofFile: voice.path))"
          + (plan.voiceVolume == 100 ? "" : ", volume \(plan.voiceVolume)%"),
        command: outlook.command(PlanChange.voice(voice).line, ofPart: part))
    }
  }

  /// Warns of voices that the end cuts off, or that it leaves out.
  static func notes(on outlook: PlanOutlook, _ wording: Wording) -> [PlanNote] {
    guard let end = outlook.plan.end else { return [] }
    return outlook.plan.voices.compactMap { voice in
      if voice.begin >= end {
        return PlanNote(
          .lateVoices,
          "The voice \(voice.name) never comes: the session ends at \(end.text(wording)).")
      }
      guard let last = voice.end, last > end else { return nil }
      return PlanNote(
        .lateVoices,
        "The voice \(voice.name) is \((last - end).text(wording)) longer than the session.")
    }
  }

  static func members(of part: Part) -> [JSONMember] { [JSONMember("voices", part.voices)] }
}

/// `voice FILE` as it is typed: adds a voice.
struct AddedVoice: PlanEdit {
  static let clause: any PlanClause.Type = VoicesClause.self
  static let word = VoicesClause.word
  let voice: Voice

  var arguments: String { voice.spelled }
  var limit: PlanLimit? { [voice].exceededLimit }

  func refusal(at place: PlanPlace) -> PlanRefusal? {
    guard place.isCurrent, let elapsed = place.elapsed,
      place.plan.begin(ofPart: place.part) + voice.time.clampedSessionTime < elapsed
    else { return nil }
    return .planPassed
  }

  func make(in plan: inout Plan, at place: PlanPlace) {
    plan.parts[place.part].voices.removeAll { ($0.path, $0.time) == (voice.path, voice.time) }
    plan.parts[place.part].voices.append(voice)
  }

  func mappingFiles(_ rename: FileRenaming) -> PlanChange? { .voice(voice.mappingFile(rename)) }
}

/// `voice +30s`: goes ahead in what is spoken, or back.
struct MovedVoice: PlanEdit {
  static let clause: any PlanClause.Type = VoicesClause.self
  static let word = VoicesClause.word
  let time: Duration

  var arguments: String { time.signed }

  var limit: PlanLimit? {
    max(time, .zero - time.clampedSessionTime).isSessionTime ? nil : .length
  }

  func refusal(at place: PlanPlace) -> PlanRefusal? {
    guard let elapsed = place.elapsed else { return .nothingPlaying }
    return place.plan.voice(at: elapsed) == nil ? .noVoice : nil
  }

  /// Moves the voices that speak. None goes back beyond its beginning.
  func make(in plan: inout Plan, at place: PlanPlace) {
    let (part, now) = (place.part, place.now)
    for index in plan.parts[part].voices.indices {
      let voice = plan.parts[part].voices[index]
      let begin = voice.time - voice.skipped
      guard begin <= now, voice.length.map({ now < begin + $0 }) ?? true else { continue }
      plan.parts[part].voices[index].skipped = max(voice.skipped + time, voice.time - now)
    }
  }
}

/// `voice volume 80`: how loud all is that is spoken.
struct VoiceVolumeClause: SessionClause {
  static let word = VoicesClause.word
  static let limitExamples = [PlanLimit.volume: "voice volume 60"]
  static var property: WritableKeyPath<Plan, Int> { \.voiceVolume }
  let value: Int

  var arguments: String { "volume \(value)" }
  var change: PlanChange { .voiceVolume(value) }
  var limit: PlanLimit? { value.limitAsVolume }
  func answer(_ wording: Wording) -> String? { "Voice volume \(value)%" }

  static func members(of plan: Plan) -> [JSONMember] {
    [JSONMember("voiceVolume", plan.voiceVolume)]
  }
}

extension [Voice] {
  var exceededLimit: PlanLimit? {
    if count > 20 { return .voices }
    return allSatisfy { (.zero - PlanLimit.longest)...PlanLimit.longest ~= $0.time } ? nil : .length
  }
}

extension Voice {
  fileprivate func mappingFile(_ rename: FileRenaming) -> Voice {
    Voice(rename(path, .voice) ?? path, at: time, length: length)
  }

  /// "body-scan at 5 minutes".
  fileprivate func words(_ wording: Wording) -> String {
    Speech.name(ofFile: path) + (time > .zero ? " at \(time.exact(wording))" : "")
  }
}

extension Voice: JSONRecord {
  package var members: [String: any JSONValue] {
    ["at": time - skipped, "file": path, "length": length, "title": Speech.name(ofFile: path)]
  }
}

// MARK: - Typing

extension VoicesClause {
  static let words = ["volume", "off"]
  private static let vocabulary = Vocabulary(words)

  private static func parse(_ arguments: inout Arguments) throws(LineError) -> PlanStep {
    if try arguments.takesOff() { return .change(.voices([])) }
    let word = try arguments.take(needs: "a file, such as 'voice ./body-scan.mp3 at 5m'")
    let sign = word.leadingSign
    if !sign.isEmpty {
      try arguments.end(takes: "one time")
      return .change(.moveVoice(try PlanTime.parse(word, sign: sign, forms: "+30s or -30s")))
    }
    if let name = try FileName.parse(word, of: "voice", needs: "a file") {
      var voice = Voice(name)
      if let next = arguments.next {
        guard next.lowercased() == "at" else {
          throw .unexpected(QuotedInput(next), command: "voice", takes: "a file, and 'at' a time")
        }
        _ = arguments.takeFirst()
        let time = try arguments.takeOnlyTime(
          takes: "one time after 'at'", needs: "a time after 'at', such as 'at 5m'")
        voice.time = try PlanTime.parse(time, forms: "5m or 12:30")
      }
      return .change(.voice(voice))
    }
    guard vocabulary.match(word) == .found("volume") else {
      throw .notAChoice(
        QuotedInput(word), command: "voice",
        nearest: vocabulary.nearest(to: word).map { "voice \($0)" },
        choices: ["a file such as ./body-scan.mp3", "+30s"] + words)
    }
    return .change(.voiceVolume(try arguments.takePercent()))
  }
}

extension Voice {
  /// The arguments of the command that adds it, at the earliest with the beginning of its part.
  var spelled: String {
    FileName.spell(path) + (time > .zero ? " at \(TimeText.brief(time))" : "")
  }
}
