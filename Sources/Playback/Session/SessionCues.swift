import Score

/// The strokes and the parts to come, one after another.
struct StrokeSequence {
  private var timetable = Timetable(Plan())
  /// The next beginning of a part; `nil` if none follows.
  private(set) var nextPart: Cue?
  /// The next stroke; `nil` if none follows.
  private(set) var next: Cue?
  /// All strokes of the next one's time.
  var atNext: [Cue] { next.map { timetable.strokes(at: $0.time) } ?? [] }
  /// No stroke up to this session time is to come.
  private var passed: Duration
  /// No part that begins up to this session time is to come.
  private var passedPart: Duration

  /// No strokes. The first possible one is at session time `beginning`.
  init(from beginning: Duration = .zero) {
    passed = beginning - .init(attoseconds: 1)
    passedPart = passed
  }

  /// Takes strokes from `timetable`. What is due before the clock's next frame has passed.
  mutating func replaceTimetable(_ timetable: Timetable, at clock: SessionClock) {
    self.timetable = timetable
    let frame = Duration(frames: 1, sampleRate: clock.sampleRate)
    next = timetable.stroke(after: max(passed, clock.now - frame))
    while let cue = next, clock.frame(at: cue.time) < clock.frame {
      next = timetable.stroke(after: cue.time)
    }
    nextPart = timetable.part(from: max(passedPart, clock.now - frame) + .init(attoseconds: 1))
    while let cue = nextPart, clock.frame(at: cue.time) < clock.frame { passPart(cue) }
  }

  /// Takes the next beginning of a part, if its frame is the clock's next one, or before.
  mutating func takePart(at clock: SessionClock, notAfter time: Duration? = nil) -> Cue? {
    guard let cue = nextPart, clock.frame(at: cue.time) <= clock.frame,
      time.map({ cue.time <= $0 }) ?? true
    else { return nil }
    passPart(cue)
    return cue
  }

  private mutating func passPart(_ cue: Cue) {
    passedPart = cue.time
    nextPart = timetable.part(from: passedPart + .init(attoseconds: 1))
  }

  /// Takes the next stroke, and others of its time, if its frame is the clock's next one, or before.
  mutating func take(at clock: SessionClock) -> [Cue]? {
    guard let cue = next, clock.frame(at: cue.time) <= clock.frame else { return nil }
    passed = cue.time
    next = timetable.stroke(after: passed)
    return timetable.strokes(at: passed)
  }
}

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

/// When the session ends.
enum SessionEnding: Equatable {
  /// At this session time; `nil` is not known yet.
  case ahead(Duration?)
  /// It ended at this session time: the music is silent, and bells ring out.
  case ringingOut(since: Duration)
  /// It ended at this session time, and its bells have rung out.
  case silent(since: Duration)

  /// The session time of the end; `nil` where it is not known.
  var time: Duration? {
    switch self {
    case .ahead(let time): time
    case .ringingOut(let time), .silent(let time): time
    }
  }

  /// Whether the session is over.
  var isPassed: Bool {
    switch self {
    case .ahead: false
    case .ringingOut, .silent: true
    }
  }
}
