public import MeditationCore
public import Score

/// The part of a status that is about a plan.
public struct SitStatus: Hashable, Sendable {
  /// What the current segment is.
  public enum Segment: Hashable, Sendable {
    case song, silence, settling
  }

  /// What the current segment is.
  public var segment: Segment
  /// The session time; negative while settling.
  public var elapsed: Duration
  /// When the session ends.
  public var length: Plan.Length
  /// The time until the next stroke of a bell; `nil` if none is to come.
  public var bell: Duration?
  /// The breath; `nil` before session time 0, after its end, and without one.
  public var breath: BreathStatus?

  /// Creates the status of a session that is listening, whose plan has the strokes of `timetable`.
  public init(of state: SessionState, timetable: Timetable) {
    segment = state.isSettling ? .settling : state.isSilent ? .silence : .song
    elapsed = state.elapsed
    length = state.plan.length
    bell = timetable.stroke(after: state.elapsed).map { $0.time - state.elapsed }
    breath = state.plan.breath.flatMap {
      BreathStatus($0, at: state.elapsed, end: state.plan.end)
    }
  }

  /// Creates a status.
  public init(
    segment: Segment, elapsed: Duration, length: Plan.Length, bell: Duration? = nil,
    breath: BreathStatus? = nil
  ) {
    self.segment = segment
    self.elapsed = elapsed
    self.length = length
    self.bell = bell
    self.breath = breath
  }
}
