/// Something that happens at one session time.
public struct Cue: Hashable, Sendable {
  /// The event that a cue stands for.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A stroke that opens the session.
    case opening
    /// A stroke between opening and closing.
    case bell
    /// A stroke that closes the session.
    case closing
    /// A part of a plan that has several begins.
    case part
    /// A line of a guide.
    case line
    /// The end of the session's length.
    case end

    /// True if it is a stroke.
    public var isStroke: Bool {
      switch self {
      case .opening, .bell, .closing: true
      case .part, .line, .end: false
      }
    }

    /// The place among cues of one time.
    fileprivate var rank: Int {
      switch self {
      case .closing: 0
      case .part: 1
      case .opening, .bell: 2
      case .line: 3
      case .end: 4
      }
    }
  }

  /// The event: a stroke of one of three kinds, the beginning of a part, a line, or the end.
  public var kind: Kind
  /// The number of the stroke among those of its clause, from 1, in the order of time; 0 for others.
  public var stroke: Int
  /// How many strokes belong to this one's occasion, itself included.
  public var count: Int
  /// True if these strokes are a roll.
  public var isRoll: Bool
  /// The number of the part of the plan to which it belongs, from 1.
  public var part: Int
  /// The session time at which it happens.
  public var time: Duration
  /// The sound of a stroke, and its volume.
  public var bell: Bell
  /// The gain of this stroke, 0 to 1, beside the bell's volume.
  public var gain: Double
  /// The sentence of a line; empty for all others.
  public var text: String

  /// Creates a cue.
  public init(
    _ kind: Kind, stroke: Int = 0, of count: Int = 1, isRoll: Bool = false, part: Int = 1,
    at time: Duration, bell: Bell = Bell(), gain: Double = 1, text: String = ""
  ) {
    self.kind = kind
    self.part = part
    self.stroke = stroke
    self.count = count
    self.isRoll = isRoll
    self.time = time
    self.bell = bell
    self.gain = gain
    self.text = text
  }
}

extension Cue {
  /// The end of a session with this plan: that of its last part.
  public static func end(of plan: Plan, at time: Duration) -> Cue {
    Cue(.end, part: plan.parts.count, at: time)
  }
}

extension Cue: CustomStringConvertible {
  /// The cue, its part unless that is the first, and its time: `closing 2 of 3 (gong) at 1204.0
  /// seconds`, `bell 3, 1 of 2 (bowl) at 120.0 seconds, gain 0.5`, `end in part 3 at 2100.0 seconds`.
  public var description: String {
    let what =
      switch kind {
      case .opening, .closing: "\(kind) \(stroke) of \(count) (\(bell.sound))"
      case .bell where count > 1:
        "bell \(stroke), \((stroke &- 1) % count + 1) of \(count) (\(bell.sound))"
      case .bell: "bell \(stroke) (\(bell.sound))"
      case .part: "part \(part)"
      case .line: "line \"\(text)\""
      case .end: "end"
      }
    let place = part == 1 || kind == .part ? "" : " in part \(part)"
    let softly = gain == 1 ? "" : ", gain \(gain)"
    return "\(what)\(place) at \(time)\(softly)"
  }
}

extension [Cue] {
  package var inOrder: [Cue] { sorted { $0.kind.rank < $1.kind.rank } }
}

/// The strokes of a plan by session time. Regular ones are computed when asked for: an endless session
/// costs no more than a short one.
public struct Timetable: Hashable, Sendable {
  /// A stroke that opens a part, or one in between, is left out this close to the part's end.
  public static let quietBeforeEnd = Duration.seconds(2)
  /// 35,000 years: what is computed from a time up to here does not overflow.
  private static let limit = Duration.seconds(1 << 40)

  /// The plan whose strokes these are.
  public let plan: Plan
  /// The session time of the first closing stroke; `nil` if it is not known.
  public let end: Duration?
  /// The rules for all strokes, in the order in which those of one time are reported.
  private let rules: [StrokeRule]
  /// The beginnings of parts, if they are told, and the lines of the guide, in ascending order.
  let moments: [Cue]

  /// Creates the timetable of a plan.
  ///
  /// - Parameters:
  ///   - plan: The plan of the session.
  ///   - end: When the session ended, if it has; else its plan says when it will.
  ///   - songsEnd: When its songs will end it, if they do; strokes after that are left out.
  public init(_ plan: Plan, endedAt end: Duration? = nil, songsEnd: Duration? = nil) {
    self.plan = plan
    self.end = (end ?? plan.end)?.clampedSessionTime
    var (rules, begins): ([StrokeRule], [Duration]) = ([], [])
    var begin = Duration.zero
    for (index, part) in plan.parts.enumerated() {
      // A session that has ended is over within one of its parts.
      if index > 0, let end, begin >= end { break }
      begins.append(begin)
      let planned = part.duration.map { begin + $0 }
      let isLast = index == plan.parts.count - 1 || end.map { $0 <= planned ?? $0 } ?? false
      let partEnd = isLast ? self.end : planned
      let closing = isLast ? plan.closing : part.closing
      rules += Self.rules(
        ofPart: index, from: begin, until: partEnd, expected: partEnd ?? songsEnd, closing, of: plan
      )
      begin = planned ?? begin
    }
    self.rules = rules.filter { !$0.isEmpty }
    let parts = begins.enumerated().map { Cue(.part, part: $0.offset + 1, at: $0.element) }
    let lines = plan.guideLines(end: self.end).map {
      Cue(.line, part: $0.part + 1, at: $0.time, text: $0.line.printed)
    }
    moments = ((plan.hasParts ? parts : []) + lines).sorted {
      ($0.time, $0.kind.rank) < ($1.time, $1.kind.rank)
    }
  }

  /// The rules for a part's strokes from `begin` to `end`; `expected` is its end by the songs.
  private static func rules(
    ofPart index: Int, from begin: Duration, until end: Duration?, expected: Duration?,
    _ closing: Strokes, of plan: Plan
  ) -> [StrokeRule] {
    let (part, number) = (plan.soundingParts[index], index + 1)
    let last = expected.map { $0.clampedSessionTime - quietBeforeEnd }
    let opening = plan.opening(ofPart: index)
    // A single song, however short, is opened.
    let lastOpening = end == nil ? last.map { max($0, opening) } : last
    var rules = [
      StrokeRule(
        .opening, .times([opening]), part.opening, bell: plan.bell, part: number,
        until: lastOpening)
    ]
    for rule in part.bells {
      let occasions: StrokeRule.Occasions =
        switch rule.times {
        case .every(let interval) where interval <= .zero: .times([])
        case .every(let interval):
          .every(interval.clamped(from: BellRule.shortestInterval), from: begin)
        case .at(let times): .times(Set(times).map { begin + $0.clampedSessionTime }.sorted())
        case .beforeEnd(let times):
          // Those that would be before the part are left out.
          .times(
            end.map { end in
              Set(times).map { end - $0.clampedSessionTime }.filter { $0 > begin }.sorted()
            } ?? [])
        case .random(let count, let seed):
          .times(Self.random(count, seed, within: part.duration).map { begin + $0 })
        }
      rules.append(
        StrokeRule(.bell, occasions, rule.strokes, bell: plan.bell, part: number, until: last))
    }
    if let end {
      rules.append(
        StrokeRule(.closing, .times([end]), closing, bell: plan.bell, part: number))
    }
    return rules
  }

  /// The occasions of all rules, at most so many of each, in no order.
  func occasions(atMost most: Int) -> [ClosedRange<Duration>] {
    rules.flatMap { $0.occasions(atMost: most) }
  }

  /// The session time of the first part or line of the guide at or after `time`; `nil` if none follows.
  public func moment(from time: Duration) -> Duration? {
    moments[moments.partitioningIndex { $0.time >= time }...].first?.time
  }

  /// The beginnings of parts and the lines of the guide at exactly `time`.
  public func moments(at time: Duration) -> [Cue] {
    Array(moments[moments.partitioningIndex { $0.time >= time }...].prefix { $0.time == time })
  }

  /// The first stroke at or after `time`; `nil` if none follows, and after 35,000 years.
  public func stroke(from time: Duration) -> Cue? {
    guard time <= Self.limit else { return nil }
    let time = max(time, .zero - Self.limit)
    return rules.compactMap { $0.stroke(from: time) }.min { $0.time < $1.time }
  }

  /// The first stroke after `time`; `nil` if none follows, as in ``stroke(from:)``.
  public func stroke(after time: Duration) -> Cue? {
    time < Self.limit ? stroke(from: time + .init(attoseconds: 1)) : nil
  }

  /// All cues from session time 0 on, in the order in which they are reported; no more than `limit`.
  package func cues(atMost limit: Int, end: Cue?) -> [Cue] {
    func first(from time: Duration) -> Duration? {
      [stroke(from: time)?.time, moment(from: time)].compactMap(\.self).min()
    }
    var cues: [Cue] = []
    var next = first(from: .zero)
    while let time = next, cues.count < limit {
      cues += (strokes(at: time) + moments(at: time)).inOrder
      next = first(from: time + .init(attoseconds: 1))
    }
    if let end {
      cues.insert(end, at: cues.firstIndex { $0.time >= end.time } ?? cues.count)
    }
    return Array(cues.prefix(limit))
  }

  /// The strokes at exactly `time`. Of bells in between with one sound, only the loudest is struck.
  public func strokes(at time: Duration) -> [Cue] {
    var cues: [Cue] = []
    guard (.zero - Self.limit)...Self.limit ~= time else { return [] }
    for cue in rules.compactMap({ $0.stroke(from: time) }) where cue.time == time {
      let twin = cues.firstIndex {
        $0.kind == .bell && cue.kind == .bell && $0.bell.sound == cue.bell.sound
      }
      guard let twin else {
        cues.append(cue)
        continue
      }
      if (cues[twin].bell.volume, cues[twin].gain) < (cue.bell.volume, cue.gain) {
        cues[twin] = cue
      }
    }
    return cues
  }

  /// One time in each of `count` equal parts of the session: bells never come close together.
  private static func random(_ count: Int, _ seed: Int, within length: Duration?) -> [Duration] {
    guard let length, length > quietBeforeEnd, count > 0 else { return [] }
    let count = min(count, BellRule.mostRandom)
    var generator = SplitMix64(seed: UInt64(bitPattern: Int64(seed)))
    let part = (length - quietBeforeEnd) / count
    return (0..<count).map { index in
      // In the middle four fifths of the part, to a thousandth of it. The standard library's
      // numbers in a range may change from version to version.
      let place = generator.next().multipliedFullWidth(by: 801).high
      return part * index + part * (100 + Int(place)) / 1000
    }
  }
}

private struct StrokeRule: Hashable, Sendable {
  /// The session times of first strokes.
  enum Occasions: Hashable, Sendable {
    /// At every multiple of this time after `from`, but not at `from` itself.
    case every(Duration, from: Duration)
    /// At these times, which ascend.
    case times([Duration])
  }

  /// Far beyond any session, and a number of strokes that fits in an `Int`.
  private static let lastNumber = Int(UInt32.max) * 1_000

  private let kind: Cue.Kind
  private let occasions: Occasions
  private let strokes: [Stroke]
  private let isRoll: Bool
  private let bell: Bell
  private let part: Int
  /// No stroke comes after this time; `nil` is no limit.
  private let last: Duration?

  init(
    _ kind: Cue.Kind, _ occasions: Occasions, _ strokes: Strokes, bell: Bell, part: Int,
    until last: Duration? = nil
  ) {
    self.kind = kind
    self.part = part
    self.occasions = occasions
    self.bell = strokes.bell(bell)
    isRoll = if case .roll = strokes.form { true } else { false }
    self.strokes = strokes.schedule(of: self.bell.sound)
    self.last = last
  }

  var isEmpty: Bool { strokes.isEmpty || begin(of: 0) == nil }

  /// The first stroke at or after `time`; `nil` if none follows. One occasion can begin during another.
  func stroke(from time: Duration) -> Cue? {
    let next = strokes.indices.compactMap { index -> (time: Duration, number: Int, index: Int)? in
      let offset = strokes[index].offset
      let number = number(from: time - offset)
      // Beyond the last number there is nothing.
      guard let begin = begin(of: number), begin + offset >= time else { return nil }
      return (begin + offset, number, index)
    }.min { ($0.time, $0.number) < ($1.time, $1.number) }
    guard let next, last.map({ next.time <= $0 }) ?? true else { return nil }
    return Cue(
      kind, stroke: next.number * strokes.count + next.index + 1, of: strokes.count,
      isRoll: isRoll, part: part, at: next.time, bell: bell, gain: strokes[next.index].gain)
  }

  /// The occasions, from first to last stroke; of more than `most`, the first ones and the last.
  func occasions(atMost most: Int) -> [ClosedRange<Duration>] {
    let count =
      switch (last, occasions) {
      case (let last?, _): number(from: last + .init(attoseconds: 1))
      case (nil, .times(let times)): times.count
      case (nil, .every): Self.lastNumber
      }
    let isEndless = count == Self.lastNumber
    let numbers =
      count <= most || isEndless ? Array(0..<min(count, most)) : Array(0..<most - 1) + [count - 1]
    return numbers.compactMap(begin(of:)).map { begin in
      let end = begin + (strokes.last?.offset ?? .zero)
      return begin...(last.map { max(min(end, $0), begin) } ?? end)
    }
  }

  /// The session time at which an occasion begins, counted from 0; `nil` if there are fewer.
  private func begin(of number: Int) -> Duration? {
    switch occasions {
    case .every(let interval, let origin):
      origin + Duration(attoseconds: interval.attoseconds * (Int128(number) + 1))
    case .times(let times): times.indices.contains(number) ? times[number] : nil
    }
  }

  private func number(from time: Duration) -> Int {
    switch occasions {
    case .every(let interval, let origin):
      let (quotient, rest) = (time - origin).attoseconds.quotientAndRemainder(
        dividingBy: interval.attoseconds)
      let number = Int(clamping: rest > 0 ? quotient + 1 : quotient)
      return min(max(number, 1) - 1, Self.lastNumber)
    case .times(let times): return times.partitioningIndex { $0 >= time }
    }
  }
}

extension Array {
  /// The index of the first element that is `wanted`; those before it are not, and those after it are.
  package func partitioningIndex(where isWanted: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isWanted(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
