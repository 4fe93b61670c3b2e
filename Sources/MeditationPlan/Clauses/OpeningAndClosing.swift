import MeditationText

// The strokes that open and close a session, or a part of it: said before the parts, those of the
// session. `PlanEditor` decides which of the two is meant.

/// `opening 3`: the strokes at session time 0, or where a part begins.
struct OpeningClause: PartClause {
  static let word = Word<PlanStep>(
    name: "opening", arguments: "[STROKES | off]", brief: "[STROKES]",
    summary: "Sets the strokes that open the session: '3 gong', 'roll'.", example: "opening 1",
    hints: ["intro"], words: ["off"] + StrokesParser.words,
    parse: { arguments throws(LineError) in .change(.opening(try arguments.takeStrokes())) })
  static let limitExamples = StrokesParser.examples(after: "opening")
  static let passing = PlanPassing.afterSettling
  static var property: WritableKeyPath<Part, Strokes> { \.opening }
  let value: Strokes

  static func ofSession(_ plan: Plan) -> OpeningClause? {
    OpeningClause(value: plan.hasParts ? plan.sessionOpening : plan.opening)
  }

  var arguments: String { value.spelled }
  var change: PlanChange { .opening(value) }
  var limit: PlanLimit? { value.exceededLimit }
  func answer(_ wording: Wording) -> String? { "Opening \(value.words(wording))" }

  func mappingFiles(_ rename: FileRenaming) -> PlanChange? { .opening(value.mappingFiles(rename)) }

  static func step(of outlook: PlanOutlook, part: Int, _ wording: Wording) -> TimelineStep? {
    let strokes = outlook.plan.soundingParts[part].opening
    guard !strokes.isNone else { return nil }
    let begin = outlook.plan.opening(ofPart: part)
    return TimelineStep(
      .opening, from: begin, to: begin + strokes.length, "opening " + strokes.row(wording),
      command: outlook.command(PlanChange.opening(strokes).line, ofPart: part))
  }

  /// Warns of strokes that come too late, because the ones that close the part before come first.
  static func notes(on outlook: PlanOutlook, _ wording: Wording) -> [PlanNote] {
    let plan = outlook.plan
    return plan.parts.indices.dropFirst().compactMap { index in
      let (struck, planned) = plan.openingStrokes(ofPart: index)
      guard struck < planned, !plan.parts[index - 1].closing.isNone else { return nil }
      let what = struck == 0 ? "is not opened" : "is opened by \(struck) of \(planned) strokes"
      return PlanNote(
        .lateOpenings,
        "\(plan.name(ofPart: index)) \(what): it ends too soon after the closing of "
          + "\(plan.name(ofPart: index - 1)).")
    }
  }

  static func members(of part: Part) -> [JSONMember] {
    [JSONMember("opening", part.opening.isNone ? nil : part.opening)]
  }
}

/// `closing 3`: the strokes at the end of the session, or of a part.
struct ClosingClause: PartClause {
  static let word = Word<PlanStep>(
    name: "closing", arguments: "[STROKES | off]", brief: "[STROKES]",
    summary: "Sets the closing strokes: '3', '2 gong 60%', 'roll 30s'.", example: "closing 3",
    hints: ["ending", "outro"], words: ["off"] + StrokesParser.words,
    parse: { arguments throws(LineError) in .change(.closing(try arguments.takeStrokes())) })
  static let limitExamples = StrokesParser.examples(after: "closing")
  static var property: WritableKeyPath<Part, Strokes> { \.closing }
  let value: Strokes

  static func ofSession(_ plan: Plan) -> ClosingClause? {
    ClosingClause(value: plan.hasParts ? plan.sessionClosing : plan.closing)
  }

  var arguments: String { value.spelled }
  var change: PlanChange { .closing(value) }
  var limit: PlanLimit? { value.exceededLimit }
  func answer(_ wording: Wording) -> String? { "Closing \(value.words(wording))" }

  func mappingFiles(_ rename: FileRenaming) -> PlanChange? { .closing(value.mappingFiles(rename)) }

  static func step(of outlook: PlanOutlook, part: Int, _ wording: Wording) -> TimelineStep? {
    let strokes = outlook.plan.soundingParts[part].closing
    guard !strokes.isNone else { return nil }
    let end = outlook.end(ofPart: part)
    return TimelineStep(
      .closing, from: end, to: end.map { $0 + strokes.length }, "closing " + strokes.row(wording),
      command: outlook.command(PlanChange.closing(strokes).line, ofPart: part))
  }

  /// Tells which rolls go on in the next part, or after the end; and that nothing marks the end.
  static func notes(on outlook: PlanOutlook, _ wording: Wording) -> [PlanNote] {
    let plan = outlook.plan
    let rolls = plan.soundingParts.enumerated().compactMap { index, part -> PlanNote? in
      guard case .roll(let length) = part.closing.form else { return nil }
      let time = length.text(wording)
      return PlanNote(
        .longClosings,
        index == plan.parts.count - 1
          ? "The closing roll begins at the end, and goes on for \(time)."
          : "The roll that closes \(plan.name(ofPart: index)) goes on for \(time) in "
            + "\(plan.name(ofPart: index + 1)).")
    }
    return rolls
      + (endsSilently(outlook)
        ? [PlanNote(.silentEnd, "No bell at the end: 'closing 3' adds one.")] : [])
  }

  /// True if neither a bell nor music that stops marks the end.
  private static func endsSilently(_ outlook: PlanOutlook) -> Bool {
    guard let end = outlook.plan.end, outlook.plan.closing.isNone else { return false }
    return outlook.songs.count == 0 || outlook.musicEnd.map { $0 < end } ?? false
  }

  static func members(of part: Part) -> [JSONMember] {
    [JSONMember("closing", part.closing.isNone ? nil : part.closing)]
  }
}

extension Strokes {
  /// The strokes in a row of the timeline: "bell", "bell, 3 strokes, gong", "roll of 20 seconds".
  fileprivate func row(_ wording: Wording) -> String {
    switch form {
    case .count(1, _): (["bell"] + bellWords).joined(separator: ", ")
    case .count: "bell, " + words(wording)
    case .roll: words(wording)
    }
  }
}
