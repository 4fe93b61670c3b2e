import Score

/// The strokes to come, one after another.
struct StrokeSequence {
  private var timetable = Timetable(Plan())
  /// The next stroke; `nil` if none follows.
  private(set) var next: Cue?
  /// All strokes of the next one's time.
  var atNext: [Cue] { next.map { timetable.strokes(at: $0.time) } ?? [] }
  /// No stroke up to this session time is to come.
  private var passed: Duration

  /// No strokes. The first possible one is at session time `beginning`.
  init(from beginning: Duration = .zero) { passed = beginning - .init(attoseconds: 1) }

  /// Follows `timetable`. What is due before the clock's next frame has passed.
  mutating func follow(_ timetable: Timetable, at clock: SessionClock) {
    self.timetable = timetable
    let frame = Duration(frames: 1, sampleRate: clock.sampleRate)
    next = timetable.stroke(after: max(passed, clock.now - frame))
    while let cue = next, clock.frame(at: cue.time) < clock.frame {
      next = timetable.stroke(after: cue.time)
    }
  }

  /// Takes the next stroke, and others of its time, if its frame is the clock's next one, or before.
  mutating func take(at clock: SessionClock) -> [Cue]? {
    guard let cue = next, clock.frame(at: cue.time) <= clock.frame else { return nil }
    passed = cue.time
    next = timetable.stroke(after: passed)
    return timetable.strokes(at: passed)
  }
}
