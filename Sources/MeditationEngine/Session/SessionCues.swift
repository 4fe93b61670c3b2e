import MeditationPlan

/// The coming strokes, parts and lines of a guide, one time after another.
struct CueSequence {
  private var timetable = Timetable(Plan())
  /// The session time of the next beginning of a part or line; `nil` if none follows.
  private(set) var nextMoment: Duration?
  /// The session time of the next stroke; `nil` if none follows.
  private(set) var nextStroke: Duration?
  /// All strokes of that time.
  var strokes: [Cue] { nextStroke.map { timetable.strokes(at: $0) } ?? [] }
  /// Strokes up to this session time have passed.
  private var passedStroke: Duration
  /// Parts and lines up to this session time have passed.
  private var passedMoment: Duration

  /// Empty; the first possible cue is at session time `beginning`.
  init(from beginning: Duration = .zero) {
    passedStroke = beginning - .init(attoseconds: 1)
    passedMoment = passedStroke
  }

  /// Takes cues from `timetable`. Those before the clock's next frame have passed.
  mutating func replaceTimetable(_ timetable: Timetable, at clock: FrameClock) {
    self.timetable = timetable
    let before = clock.now - Duration(frames: 1, sampleRate: clock.sampleRate)
    nextStroke = timetable.stroke(after: max(passedStroke, before))?.time
    while let time = nextStroke, clock.frame(at: time) < clock.frame {
      nextStroke = timetable.stroke(after: time)?.time
    }
    passedMoment = max(passedMoment, before)
    findMoment()
    while let time = nextMoment, clock.frame(at: time) < clock.frame {
      passedMoment = time
      findMoment()
    }
  }

  /// Takes all cues of the next time, if that is at the clock's next frame or before.
  mutating func take(at clock: FrameClock) -> [Cue]? {
    guard let time = [nextStroke, nextMoment].compactMap(\.self).min(),
      clock.frame(at: time) <= clock.frame
    else { return nil }
    var cues: [Cue] = []
    if nextStroke == time {
      cues = timetable.strokes(at: time)
      passedStroke = time
      nextStroke = timetable.stroke(after: time)?.time
    }
    if nextMoment == time {
      cues += timetable.moments(at: time)
      passedMoment = time
      findMoment()
    }
    return cues.inOrder
  }

  private mutating func findMoment() {
    nextMoment = timetable.moment(from: passedMoment + .init(attoseconds: 1))
  }
}

enum SessionEnding: Equatable {
  /// At this session time; `nil` if not known yet.
  case ahead(Duration?)
  /// It ended at this session time: the music is silent, and bells ring out.
  case ringingOut(since: Duration)
  /// It ended at this session time, and its bells have rung out.
  case silent(since: Duration)

  /// The session time of the end; `nil` if unknown.
  var time: Duration? {
    switch self {
    case .ahead(let time): time
    case .ringingOut(let time), .silent(let time): time
    }
  }

  var isPassed: Bool { if case .ahead = self { false } else { true } }
}
