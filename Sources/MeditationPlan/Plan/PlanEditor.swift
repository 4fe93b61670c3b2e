extension Plan {
  /// The plan that `changes` make of an empty one.
  package init(_ changes: [PlanChange]) throws(PlanLimit) {
    var editor = PlanEditor(Plan())
    for change in changes { try editor.make(change) }
    if let limit = editor.plan.exceededLimit { throw limit }
    self = editor.plan
  }

  /// Takes over from `old` what a session that is listening has passed at session time `time`.
  package mutating func keepPassed(of old: Plan, at time: Duration, isSettling: Bool) {
    settling = old.settling
    if !isSettling { (begin, sessionOpening) = (old.begin, old.sessionOpening) }
    let current = old.part(at: time)
    var present = current < parts.count ? parts[current] : Part()
    present.title = old.parts[current].title
    if !isSettling { present.opening = old.parts[current].opening }
    parts = old.parts[..<current] + [present] + parts.dropFirst(current + 1)
  }

  /// True if a session that is listening has passed, at session time `time`, what differs in `other`.
  package func hasPassed(_ other: Plan, at time: Duration, isSettling: Bool) -> Bool {
    var kept = other
    kept.keepPassed(of: self, at: time, isSettling: isSettling)
    return kept != other
  }
}

// MARK: - Changes one after another

/// Why a change of a plan cannot be made, although it is within its limit.
package enum PlanRefusal: Error, Equatable, Sendable {
  case nothingPlaying, noLayer, noVoice, lastPart
  /// The session has passed the part with this number, from 1.
  case partPassed(Int)
  /// The session has passed what the change is about.
  case planPassed
}

package struct PlanPlace {
  /// The plan before the change. Here, a single part can have strokes and layers of its own.
  let plan: Plan
  let part: Int
  /// True if a change before this one named that part or added it.
  let isNamed: Bool
  /// True if a session that is listening has come to that part.
  let isCurrent: Bool
  let elapsed: Duration?

  /// How long that part has lasted; 0 unless a session is listening.
  var now: Duration { elapsed.map { $0 - plan.begin(ofPart: part) } ?? .zero }
}

package struct PlanEditor {
  private let original: Plan
  /// The plan while it is edited. Here, a single part can have strokes and layers of its own.
  private var draft: Plan
  package var plan: Plan {
    var plan = draft.withSoundsOfSession
    // A last part with a length of its own ends by itself, despite an earlier `until`.
    if plan.awaitsClock, plan.parts.last?.duration != nil { plan.until = nil }
    return plan
  }
  private var part: Int
  /// True if a change named that part or added it: what follows is said of this part alone.
  private var isNamed = false
  /// The session's closing while its last part closes in silence; it returns with another part.
  private var silencedClosing = Strokes.none
  /// The session time and whether it is before 0; `nil` unless a session is listening.
  private let session: (elapsed: Duration, isSettling: Bool)?
  /// The index of the part that the session has come to; `nil` unless it is listening. The draft cannot
  /// tell: until all changes are made, its parts may have no lengths.
  private let current: Int?

  /// Begins with `plan`, whose session is listening if it has a time.
  package init(_ plan: Plan, in session: (elapsed: Duration, isSettling: Bool)? = nil) {
    (original, draft) = (plan, plan)
    self.session = session
    current = session.map { plan.part(at: $0.elapsed) }
    part = current ?? plan.parts.count - 1
  }

  private var place: PlanPlace {
    PlanPlace(
      plan: draft, part: part, isNamed: isNamed, isCurrent: part == current,
      elapsed: session?.elapsed)
  }

  /// Why `change` cannot be made, although it is within its limit; `nil` if it can.
  package func refusal(of change: PlanChange) -> PlanRefusal? {
    switch change {
    case .nextPart:
      guard let current else { return .nothingPlaying }
      return current == plan.parts.count - 1 ? .lastPart : nil
    case .removePart(let number), .movePart(let number, to: _):
      if let passed = passed(number) { return passed }
      if case .movePart(_, to: let number) = change { return passed(number) }
      return nil
    default: break
    }
    guard let edit = change.edit else { return nil }
    if let refusal = edit.refusal(at: place) { return refusal }
    guard let session, let current else { return nil }
    if edit.isOfPart(at: place), part < current { return .partPassed(part + 1) }
    let clause = type(of: edit).clause
    let isPassed =
      switch clause.passing {
      case .never: false
      case .atStart: true
      case .afterSettling: (part == current || !clause.isOfPart) && !session.isSettling
      }
    return isPassed ? .planPassed : nil
  }

  /// Why the part with this number can neither go nor move, nor another one come before it.
  private func passed(_ number: Int) -> PlanRefusal? {
    guard let current, number <= current + 1 else { return nil }
    return number <= current ? .partPassed(number) : .planPassed
  }

  package mutating func make(_ change: PlanChange) throws(PlanLimit) {
    if let limit = PlanLimit.exceeded(by: change) { throw limit }
    let numbers = 1..<plan.parts.count + 1
    switch change {
    case .off:
      (draft, part, isNamed, silencedClosing) = (Plan(), current ?? 0, false, .none)
      // What follows is about the part that the session has come to.
      if let session {
        draft.keepPassed(of: original, at: session.elapsed, isSettling: session.isSettling)
      }
    case .part(let number):
      guard numbers.contains(number) else { throw .part }
      (part, isNamed) = (number - 1, true)
    case .then(let length, let title): append(Part(title, length))
    case .removePart(let number):
      guard numbers.contains(number) else { throw .part }
      // The time of day ended the part that goes.
      if number == draft.parts.count { draft.until = nil }
      draft.parts.remove(at: number - 1)
      part = min(part, plan.parts.count - 1)
    case .movePart(let number, let destination):
      guard numbers.contains(number), numbers.contains(destination) else { throw .part }
      if max(number, destination) == draft.parts.count { draft.until = nil }
      draft.parts.insert(draft.parts.remove(at: number - 1), at: destination - 1)
    case .nextPart:
      guard let current, let elapsed = session?.elapsed else { return }
      let old = draft.parts[current].length
      let now = max(elapsed, .zero) - plan.begin(ofPart: current)
      let new = Plan.Length.time(Self.soonestEnd(now, before: old))
      guard new != old else { return }
      draft.parts[current].length = new
      draft.parts[current].lengthBeforeSkip = draft.parts[current].lengthBeforeSkip ?? old
    // The sound of no strokes does not matter.
    case .opening(let strokes): open(with: strokes.isNone ? .none : strokes)
    case .closing(let strokes): close(with: strokes.isNone ? .none : strokes)
    default:
      let place = place
      change.edit?.make(in: &draft, at: place)
      if place.isCurrent, part < draft.parts.count - 1 { endNow(part) }
    }
  }

  /// Ends the current part now if its new length has passed; not the last, which ends the session.
  private mutating func endNow(_ part: Int) {
    let (old, new) = (original.parts[part].length, draft.parts[part])
    guard let session, new.length != old, let length = new.duration else { return }
    let now = session.elapsed - plan.begin(ofPart: part)
    draft.parts[part].length = .time(max(length, Self.soonestEnd(now, before: old)))
  }

  /// When a part at `time` can end: at a whole second not mixed yet, or at its `end` if earlier.
  private static func soonestEnd(_ time: Duration, before end: Plan.Length) -> Duration {
    let soonest = Duration.seconds((time + .milliseconds(500)).components.seconds + 1)
    return if case .time(let end) = end, end > time { min(soonest, end) } else { soonest }
  }

  private mutating func append(_ new: Part) {
    if draft.parts.count == 1, draft.parts[0].title.isEmpty, draft.parts[0].length == .songs,
      session == nil
    {
      // Clauses before the first length are about the first part; a closing among them is the session's.
      (draft.parts[0].title, draft.parts[0].length) = (new.title, new.length)
    } else {
      if let current { endNow(current) }
      draft.parts.append(new)
      if draft.sessionClosing.isNone { draft.sessionClosing = silencedClosing }
      silencedClosing = .none
    }
    (part, isNamed) = (draft.parts.count - 1, true)
  }

  /// Sets what opens the part that is meant: the session, if the part is the first one and was not named.
  private mutating func open(with strokes: Strokes) {
    let ownIsNone = draft.parts[part].opening.isNone
    if part == 0, !isNamed, ownIsNone || draft.parts.count == 1 {
      draft.opening = strokes
    } else {
      draft.parts[part].opening = strokes
      if part == 0, strokes.isNone { draft.sessionOpening = .none }
    }
  }

  /// Sets what closes the part that is meant, or the session. Old programs wrote all strokes into the
  /// parts: there, the closing of the last part is its own.
  private mutating func close(with strokes: Strokes) {
    let isLast = part == draft.parts.count - 1
    let isOfSession = draft.parts[part].closing.isNone && !draft.sessionClosing.isNone
    if isLast, !isNamed, isOfSession || draft.parts.count == 1 {
      draft.closing = strokes
    } else {
      draft.parts[part].closing = strokes
      guard isLast, strokes.isNone, !draft.sessionClosing.isNone else { return }
      (silencedClosing, draft.sessionClosing) = (draft.sessionClosing, .none)
    }
  }
}
