import MeditationText

/// A change of one clause, such as `also at 5m`.
package protocol PlanEdit: Sendable {
  static var clause: any PlanClause.Type { get }
  static var word: Word<PlanStep> { get }
  /// Valid lines for messages about a limit, where the example of the word is about something else.
  static var limitExamples: [PlanLimit: String] { get }
  /// The text after the word in a line: `4s`.
  var arguments: String { get }
  /// The limit that it exceeds; `nil` if it exceeds none.
  var limit: PlanLimit? { get }
  /// Why it cannot be made at this place, although it is within its limit; `nil` if it can.
  func refusal(at place: PlanPlace) -> PlanRefusal?
  /// True if it changes the part that is meant, not the whole session.
  func isOfPart(at place: PlanPlace) -> Bool
  /// Makes it in `plan`, which is that of `place`.
  func make(in plan: inout Plan, at place: PlanPlace)
  /// The change with other names for its files; `nil` if it has none.
  func mappingFiles(_ rename: FileRenaming) -> PlanChange?
}

extension PlanEdit {
  package static var limitExamples: [PlanLimit: String] { [:] }
  package var limit: PlanLimit? { nil }
  package func refusal(at place: PlanPlace) -> PlanRefusal? { nil }
  package func isOfPart(at place: PlanPlace) -> Bool { Self.clause.isOfPart }
  package func mappingFiles(_ rename: FileRenaming) -> PlanChange? { nil }
}

/// A clause: the value that a plan, or a part of it, has of it, and all that is said of that.
package protocol PlanClause: PlanEdit {
  /// True if each part of a plan has it.
  static var isOfPart: Bool { get }
  /// True if it decides when the session ends, or what it plays: a lock refuses to change it.
  static var changesCourse: Bool { get }
  var change: PlanChange { get }
  /// When a session has passed it, so that it can no longer be changed.
  static var passing: PlanPassing { get }
  /// The clause as it is in `plan`, said of the whole session; `nil` if it is not.
  static func ofSession(_ plan: Plan) -> Self?
  /// The clause as it is in `part`; `nil` if parts have none.
  static func ofPart(_ part: Part) -> Self?
  /// The clause in a few words, which answer a change: "Fade 5 seconds"; `nil` if others answer it.
  func answer(_ wording: Wording) -> String?
  /// The same where it is said of a part, after the part's name.
  func answer(ofPart wording: Wording) -> String?
  /// Its row of the timeline, in a part or in the whole session; `nil` if it has none, or several.
  static func step(of outlook: PlanOutlook, part: Int, _ wording: Wording) -> TimelineStep?
  /// Its rows of the timeline: those of a part, or of the whole session.
  static func steps(of outlook: PlanOutlook, part: Int, _ wording: Wording) -> [TimelineStep]
  /// Its rows below the heading of a part.
  static func steps(ofPart part: Int, of outlook: PlanOutlook, _ wording: Wording) -> [TimelineStep]
  /// The notes on it, to be read before a session.
  static func notes(on outlook: PlanOutlook, _ wording: Wording) -> [PlanNote]
  static func members(of plan: Plan) -> [JSONMember]
  static func members(of part: Part) -> [JSONMember]
}

package enum PlanPassing {
  case never, atStart, afterSettling
}

extension PlanClause {
  package static var clause: any PlanClause.Type { Self.self }
  package static var changesCourse: Bool { false }
  package static var passing: PlanPassing { .never }
  package static func ofPart(_ part: Part) -> Self? { nil }
  package func answer(_ wording: Wording) -> String? { nil }
  package func answer(ofPart wording: Wording) -> String? { answer(wording) }

  package static func step(of outlook: PlanOutlook, part: Int, _ wording: Wording) -> TimelineStep?
  { nil }

  package static func steps(of outlook: PlanOutlook, part: Int, _ wording: Wording)
    -> [TimelineStep]
  { [step(of: outlook, part: part, wording)].compactMap(\.self) }

  package static func steps(ofPart part: Int, of outlook: PlanOutlook, _ wording: Wording)
    -> [TimelineStep]
  { isOfPart ? steps(of: outlook, part: part, wording) : [] }

  package static func notes(on outlook: PlanOutlook, _ wording: Wording) -> [PlanNote] { [] }
  package static func members(of plan: Plan) -> [JSONMember] { [] }
  package static func members(of part: Part) -> [JSONMember] { [] }
}

/// A clause of the whole session that is a property of its plan.
package protocol SessionClause: PlanClause {
  associatedtype Value
  static var property: WritableKeyPath<Plan, Value> { get }
  var value: Value { get }
  init(value: Value)
}

extension SessionClause {
  package static var isOfPart: Bool { false }
  package static func ofSession(_ plan: Plan) -> Self? { Self(value: plan[keyPath: property]) }

  package func make(in plan: inout Plan, at place: PlanPlace) {
    plan[keyPath: Self.property] = value
  }
}

/// A clause of each part that is a property of it.
package protocol PartClause: PlanClause {
  associatedtype Value
  static var property: WritableKeyPath<Part, Value> { get }
  var value: Value { get }
  init(value: Value)
}

extension PartClause {
  package static var isOfPart: Bool { true }
  package static func ofPart(_ part: Part) -> Self? { Self(value: part[keyPath: property]) }

  package static func ofSession(_ plan: Plan) -> Self? {
    plan.hasParts ? nil : ofPart(plan.parts[0])
  }

  package func make(in plan: inout Plan, at place: PlanPlace) {
    plan.parts[place.part][keyPath: Self.property] = value
  }
}

// MARK: - Files

package enum PlanFile: Hashable, Sendable {
  case bell, layer, voice, guide

  /// One sentence: it cannot be read, for `reason`.
  package func unreadable(_ reason: String) -> String {
    "The \(self == .bell ? "bell" : "file") cannot be read: \(reason)."
  }
}

/// The new name of a file. A bell without one becomes the plan's; any other file keeps its name.
package typealias FileRenaming = (_ name: String, PlanFile) -> String?

extension PlanChange {
  package func mappingFiles(_ rename: FileRenaming) -> PlanChange {
    edit?.mappingFiles(rename) ?? self
  }

  /// True if it changes when the session ends, or what it plays; not what sounds besides.
  package var changesCourse: Bool {
    if let edit { return type(of: edit).clause.changesCourse }
    if case .part = self { return false }
    return true
  }

  /// True if the change is about one part, whatever was said before it. Strokes that open and close are
  /// not: before the parts, they are those of the session.
  package var isOfOnePart: Bool {
    switch self {
    case .opening, .closing, .off: false
    case .then, .part, .removePart, .movePart, .nextPart: true
    default: edit.map { type(of: $0).clause.isOfPart } ?? false
    }
  }
}

// MARK: - The clauses of a plan

extension Part {
  package var clauses: [PlanChange] { PlanClauses.all.compactMap { $0.ofPart(self)?.change } }

  package func clauses(differingFrom other: Part) -> [PlanChange] {
    let others = other.clauses
    return clauses.filter { !others.contains($0) }
  }
}

extension Plan {
  /// The value of every clause of the session and, if it is the only one, of the part, as the change
  /// that sets it, in the order of the notation.
  package var clauses: [PlanChange] { PlanClauses.all.compactMap { $0.ofSession(self)?.change } }

  /// The clauses of this plan that `other` does not have, without those of several parts.
  package func clauses(differingFrom other: Plan) -> [PlanChange] {
    PlanClauses.all.compactMap { clause in
      guard let change = clause.ofSession(self)?.change else { return nil }
      return other.values(of: clause).allSatisfy { $0 == change } ? nil : change
    }
  }

  /// The value of a clause in the session or, if only parts have it, in each part; `nil` if not set.
  private func values(of clause: any PlanClause.Type) -> [PlanChange?] {
    if let whole = clause.ofSession(self) { return [whole.change] }
    if clause == LengthClause.self { return [.length(length)] }
    return clause.isOfPart ? parts.map { clause.ofPart($0)?.change } : [nil]
  }

  package var changes: [PlanChange] {
    let last = parts.count - 1
    // A length given by the clock is not the plan's.
    if until != nil, let own = parts[last].lengthBeforeSkip {
      var plan = self
      (plan.parts[last].length, plan.parts[last].lengthBeforeSkip) = (own, nil)
      return plan.changes
    }
    let whole = clauses(differingFrom: Plan())
    guard hasParts else { return whole }
    // At its beginning, a line with these would be a command of its own.
    let sound = (volume.map { [PlanChange.volume($0)] } ?? []) + (level.map { [.level($0)] } ?? [])
    return whole.dropLast(sound.count)
      + parts.flatMap { part in
        [.then(part.length, title: part.title)]
          + part.clauses(differingFrom: Part(part.title, part.length))
      } + sound
  }

  /// The clause of this plan that `change` sets, with its value here; `nil` if it sets all of them.
  package func clause(setBy change: PlanChange) -> PlanChange? {
    change.edit.flatMap { type(of: $0).clause.ofSession(self)?.change }
  }
}
