import Score

/// The cues that were reached as frames were mixed, until those frames are written.
struct CueQueue {
  private var cues: [(cue: Cue, time: Duration)] = []

  var isEmpty: Bool { cues.isEmpty }

  /// Adds `cue`, which was reached at session time `time`.
  mutating func append(_ cue: Cue, at time: Duration) { cues.append((cue, time)) }

  /// Takes the first cue that was reached at session time `time` or before.
  mutating func take(upTo time: Duration) -> (cue: Cue, time: Duration)? {
    guard let first = cues.first, first.time <= time else { return nil }
    return cues.removeFirst()
  }

  mutating func removeAll() { cues.removeAll() }
}
