public import Score

/// All that a session publishes, apart from the modes of its songs: a value, to be compared.
public struct SessionState: Hashable, Sendable {
  /// Where the session stands.
  public internal(set) var phase: Phase = .picking
  /// How the latest session ended; `nil` before the first, and while one is heard.
  public internal(set) var end: SessionEnd?
  /// How many songs the list has.
  public internal(set) var songCount = 0
  /// The current song's index; `nil` unless listening.
  public internal(set) var current: Int?
  /// The song that follows the current one, which may be itself; `nil` where the session ends.
  public internal(set) var upcoming: Int?
  /// How far the current song has played.
  public internal(set) var position: Duration = .zero
  /// Why the current song does not run; `nil` while it does, and unless listening.
  public internal(set) var pauseCause: PauseCause?
  /// Loudness in percent of full scale, 0 to 100.
  public internal(set) var volume = 100
  /// Whether the session is a circle: the first song follows the last.
  public internal(set) var isRepeating = false
  /// How the songs stand in the list, and in which order they play.
  public internal(set) var arrangement = Arrangement()
  /// What is picked.
  public internal(set) var picked = PickedTotal()
  /// What became of the session so far.
  public internal(set) var summary = SessionSummary()

  var generation = Generation(jump: 0)
  /// The current song as the engine knows it; `nil` is silence.
  var segment: Segment?
  /// The upcoming song as the engine knows it.
  var next: Segment?
  /// Where in the current song this generation began.
  var start: Duration = .zero

  /// Whether the current song runs; paused unless listening.
  public var transport: Transport { phase == .listening && pauseCause == nil ? .playing : .paused }

  /// What is to sound.
  public var score: Score {
    Score(
      generation: generation, segment: segment, start: start, next: next, transport: transport,
      volume: volume)
  }
}
