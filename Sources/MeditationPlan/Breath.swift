/// A pattern of breathing, which a soft tone leads. It repeats from session time 0.
public struct Breath: Hashable, Sendable {
  /// A part of one breath.
  public enum Phase: CaseIterable, Hashable, Sendable {
    /// Breathing in: the tone rises.
    case inhale
    /// Holding the breath: silence.
    case holdFull
    /// Breathing out: the tone falls.
    case exhale
    /// Waiting to breathe in: silence.
    case holdEmpty
  }

  /// The lengths of the phases, in the order of `Phase.allCases`; zero skips one.
  public var inhale, holdFull, exhale, holdEmpty: Duration

  /// Creates a pattern from the lengths of its phases. At least one must be positive.
  public init(
    inhale: Duration, holdFull: Duration = .zero, exhale: Duration, holdEmpty: Duration = .zero
  ) {
    self.inhale = inhale
    self.holdFull = holdFull
    self.exhale = exhale
    self.holdEmpty = holdEmpty
  }

  /// 5 s in, 5 s out: six breaths a minute.
  public static let coherent = Breath(inhale: .seconds(5), exhale: .seconds(5))
  /// 4 s each: in, hold, out, hold.
  public static let box = Breath(
    inhale: .seconds(4), holdFull: .seconds(4), exhale: .seconds(4), holdEmpty: .seconds(4))

  /// The length of one breath.
  public var cycle: Duration { Phase.allCases.reduce(.zero) { $0 + length(of: $1) } }

  /// The length of `phase`, at most 68 years.
  public func length(of phase: Phase) -> Duration {
    let length =
      switch phase {
      case .inhale: inhale
      case .holdFull: holdFull
      case .exhale: exhale
      case .holdEmpty: holdEmpty
      }
    return length.clamped()
  }

  /// The phase at session time `time`, and how much of it has passed; `nil` before session time 0.
  public func phase(at time: Duration) -> (phase: Phase, passed: Duration)? {
    guard time >= .zero, cycle > .zero else { return nil }
    var rest = Duration(attoseconds: time.attoseconds % cycle.attoseconds)
    for phase in Phase.allCases {
      let length = length(of: phase)
      if rest < length { return (phase, rest) }
      rest -= length
    }
    return nil
  }

  /// When the tone stops in a session that ends at `end`: at the end of a breath if that is within
  /// 5 s before `end`, else at `end`.
  public func end(before end: Duration) -> Duration {
    guard cycle > .zero else { return end }
    let cut = Duration(attoseconds: end.attoseconds % cycle.attoseconds)
    return cut <= .seconds(5) ? end - cut : end
  }
}

extension Breath: CustomStringConvertible {
  /// The lengths of the phases: `4.0 seconds-7.0 seconds-8.0 seconds-0.0 seconds`.
  public var description: String {
    Phase.allCases.map { "\(length(of: $0))" }.joined(separator: "-")
  }
}
