import MeditationPlan

/// Reports events of the generation that plays.
final class EventReporter {
  private(set) var generation = Generation(jump: 0)
  /// The position of the next frame in its segment.
  var position = Duration.zero
  /// The gain of the song in dB; `nil` with the level off, and while unknown.
  var gain: Double?

  private let now: () -> Duration
  private let elapsed: () -> Duration
  private let onEvent: (EngineEvent) -> Void
  /// The seconds displayed last, and when; `nil` before a generation's first position.
  private var reported: (seconds: (Int64, Int64), time: Duration)?
  /// The session time of the latest boundary, while frames before it are still to be written: it
  /// was reported early, so no event after it may be earlier.
  private var boundary: Duration?
  /// The session in which mixing down channels was last reported.
  private var lastMixedSession: Int?
  /// The generation in which an unused gain of tags was last reported.
  private var lastRefusal: Generation?

  /// - Parameters:
  ///   - now: Monotonic time with an arbitrary origin.
  ///   - elapsed: The session time of what was written.
  init(
    now: @escaping () -> Duration, elapsed: @escaping () -> Duration,
    onEvent: @escaping (EngineEvent) -> Void
  ) {
    self.now = now
    self.elapsed = elapsed
    self.onEvent = onEvent
  }

  /// Continues with `generation` after a jump. Its first position is reported at once.
  func begin(_ generation: Generation) {
    self.generation = generation
    position = .zero
    gain = nil
    reported = nil
    boundary = nil
  }

  func beginSession() { boundary = nil }

  /// True if the position was reported since the generation began.
  var hasReportedPosition: Bool { reported != nil }

  /// Reports a boundary at session time `time`, and continues with the next segment.
  func cross(at time: Duration) {
    report(.crossed, elapsed: time)
    boundary = time
    generation = generation.following
    position = .zero
    gain = nil
  }

  /// Reports `kind` at the present position, and at session time `elapsed` or now.
  func report(_ kind: EngineEvent.Kind, elapsed time: Duration? = nil) {
    let written = elapsed()
    if kind == .position { reported = (displayed(at: written), now()) }
    if let boundary, boundary <= written { self.boundary = nil }
    onEvent(event(kind, elapsed: time ?? boundary ?? written))
  }

  /// The present position, for those who ask; it is not reported.
  var latest: EngineEvent { event(.position, elapsed: boundary ?? elapsed()) }

  private func event(_ kind: EngineEvent.Kind, elapsed: Duration) -> EngineEvent {
    EngineEvent(
      generation: generation, position: position, elapsed: elapsed, gain: gain, kind: kind)
  }

  /// Reports, once a session, that `output` has fewer channels than a song of `format`.
  func reportMixing(of format: StreamFormat, to output: OutputFormat, session: Int) {
    guard output.channelCount < format.channelCount, lastMixedSession != session else { return }
    lastMixedSession = session
    report(.mixedDown(from: format.channelCount, to: output.channelCount))
  }

  /// Reports, once for a song that begins, that the gain in its tags is not used.
  func reportRefusal(in gain: SongGain) {
    guard let reason = gain.refusal, lastRefusal != generation else { return }
    lastRefusal = generation
    report(.gainRefused(reason: reason))
  }

  /// Reports the position when the displayed second has changed, and the last report was `interval` ago.
  func reportPositionIfDue(after interval: Duration) {
    let due = reported.map { now() - $0.time >= interval && $0.seconds != displayed(at: elapsed()) }
    if due ?? true { report(.position) }
  }

  /// The position and the session time `elapsed` to the nearest second, as displayed.
  private func displayed(at elapsed: Duration) -> (Int64, Int64) {
    (Int64(position.inSeconds.rounded()), Int64(elapsed.inSeconds.rounded()))
  }
}
