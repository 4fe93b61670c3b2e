/// A run through a session to hear its form: plays only some seconds around each cue.
///
/// Cues are the strokes of an occasion, the beginnings of parts, and the beginning and the end of the
/// session. Of bells that recur, the first two and the last are enough.
public struct Rehearsal: Hashable, Sendable {
  /// The time played before a cue, and again after it.
  public static let margin = Duration.seconds(5)
  private static let mostOccasions = 3

  /// The move of a rehearsal at some session time.
  public enum Step: Hashable, Sendable {
    /// It plays on.
    case stay
    /// It goes on at a later session time.
    case jump(to: Duration)
    /// All has been heard.
    case end
  }

  /// The session times that are played, ascending and apart from each other.
  public let stretches: [Range<Duration>]

  /// The rehearsal of a session with these strokes. Of one without an end, its cues are heard.
  public init(of timetable: Timetable) {
    let edges =
      [.zero] + timetable.moments.filter { $0.kind == .part }.map(\.time)
      + [timetable.end].compactMap(\.self)
    let cues = edges.map { $0...$0 } + timetable.occasions(atMost: Self.mostOccasions)
    let end = timetable.end
    var stretches: [Range<Duration>] = []
    for cue in cues.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      let begin = max(cue.lowerBound - Self.margin, .zero)
      let stop = cue.upperBound + Self.margin
      let stretch = begin..<max(min(stop, end ?? stop), begin)
      if let last = stretches.last, stretch.lowerBound <= last.upperBound {
        stretches[stretches.count - 1] =
          last.lowerBound..<max(last.upperBound, stretch.upperBound)
      } else {
        stretches.append(stretch)
      }
    }
    self.stretches = stretches
  }

  /// Decides how to go on at session time `time`.
  public func step(at time: Duration) -> Step {
    guard let stretch = stretches.first(where: { time < $0.upperBound }) else { return .end }
    return time < stretch.lowerBound ? .jump(to: stretch.lowerBound) : .stay
  }
}
