/// Something that happens at one session time.
public struct Cue: Hashable, Sendable {
  /// What a cue stands for.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A stroke that opens the session.
    case opening
    /// A stroke between opening and closing.
    case bell
    /// A stroke that closes the session.
    case closing
    /// The end of the session's length.
    case end
  }

  /// What happens: a stroke of one of three kinds, or the end.
  public var kind: Kind
  /// The number of the stroke among those of its kind, from 1; 0 for the end. The strokes of
  /// ``Bells/every(_:)`` and others are counted in the order of their times.
  public var stroke: Int
  /// The session time at which it happens.
  public var time: Duration

  /// Creates a cue.
  public init(_ kind: Kind, stroke: Int = 0, at time: Duration) {
    self.kind = kind
    self.stroke = stroke
    self.time = time
  }
}

/// The strokes of a plan by session time.
///
/// Strokes at regular intervals are computed as they are asked for, so that an endless session costs
/// no more than a short one.
public struct Timetable: Hashable, Sendable {
  /// The time between strokes of one bell, at the opening and at the closing.
  public static let strokeInterval = Duration.seconds(4)
  /// A bell that would be struck less than this before the end is left out.
  public static let quietBeforeEnd = Duration.seconds(2)

  /// The plan whose strokes these are.
  public let plan: Plan
  /// The session time of the first closing stroke; `nil` if it is not known.
  public let end: Duration?
  /// The session times of ``Bells/at(_:)`` and ``Bells/random(count:seed:)``, in order.
  private let times: [Duration]

  /// Creates the timetable of a plan.
  ///
  /// - Parameters:
  ///   - plan: What is planned.
  ///   - end: When the session ended, if it has; else its plan says when it will.
  public init(_ plan: Plan, endedAt end: Duration? = nil) {
    self.plan = plan
    self.end = end ?? plan.end
    times =
      switch plan.bells {
      case .none, .every: []
      case .at(let times): times.sorted()
      case .random(let count, let seed): Self.random(count, seed, within: plan.end)
      }
  }

  /// The first stroke at or after `time`; `nil` if none follows.
  public func stroke(from time: Duration) -> Cue? {
    [opening(from: time), bell(from: time), closing(from: time)].compactMap { $0 }
      .min { $0.time < $1.time }
  }

  /// The first stroke after `time`; `nil` if none follows.
  public func stroke(after time: Duration) -> Cue? {
    stroke(from: time + .init(attoseconds: 1))
  }

  /// The strokes at exactly `time`.
  public func strokes(at time: Duration) -> [Cue] {
    [opening(from: time), bell(from: time), closing(from: time)].compactMap { $0 }
      .filter { $0.time == time }
  }

  // MARK: - Kinds of strokes

  private func opening(from time: Duration) -> Cue? {
    let index = Self.index(from: time)
    guard index < plan.opening else { return nil }
    let due = Self.strokeInterval * index
    return isInTime(due) ? Cue(.opening, stroke: index + 1, at: due) : nil
  }

  private func closing(from time: Duration) -> Cue? {
    guard let end else { return nil }
    let index = Self.index(from: time - end)
    guard index < plan.closing else { return nil }
    return Cue(.closing, stroke: index + 1, at: end + Self.strokeInterval * index)
  }

  private func bell(from time: Duration) -> Cue? {
    let cue: Cue?
    switch plan.bells {
    case .none: cue = nil
    case .every(let interval):
      guard interval > .zero else { return nil }
      let number = max(Self.quotient(time, interval), 1)
      let due = Duration(attoseconds: interval.attoseconds * Int128(number))
      cue = Cue(.bell, stroke: number, at: due)
    case .at, .random:
      let index = firstIndex(from: time)
      cue = index < times.count ? Cue(.bell, stroke: index + 1, at: times[index]) : nil
    }
    return cue.flatMap { isInTime($0.time) ? $0 : nil }
  }

  /// Whether a stroke other than those of the closing is early enough before the end.
  private func isInTime(_ time: Duration) -> Bool {
    end.map { $0 - time >= Self.quietBeforeEnd } ?? true
  }

  /// The index in `times` of the first one at or after `time`.
  private func firstIndex(from time: Duration) -> Int {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The index of the first stroke at or after `time`, if the first of all is at 0.
  private static func index(from time: Duration) -> Int {
    max(quotient(time, strokeInterval), 0)
  }

  /// `time` divided by `interval`, rounded up.
  private static func quotient(_ time: Duration, _ interval: Duration) -> Int {
    let (quotient, rest) = time.attoseconds.quotientAndRemainder(dividingBy: interval.attoseconds)
    return Int(clamping: rest > 0 ? quotient + 1 : quotient)
  }

  /// One time in each of `count` equal parts of the session, so that bells are never struck close
  /// together.
  private static func random(_ count: Int, _ seed: Int, within length: Duration?) -> [Duration] {
    guard let length, length > quietBeforeEnd, count > 0 else { return [] }
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
