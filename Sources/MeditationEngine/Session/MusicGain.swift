import Glibc
import MeditationPlan

/// The gain of the music over session time: fades, rests, and ducking under bells.
struct MusicGain {
  /// By how much the music is lowered under a stroke, in dB.
  private static let ducking = 9.0
  /// How long it takes to come back after a stroke, or after the end of a recorded bell.
  private static let recovery = Duration.seconds(3)
  /// The shortest fade before an end at a fixed time, so that it does not click.
  private static let endRamp = Duration.milliseconds(10)
  /// How long the gain takes to adapt to a changed plan.
  private static let adaption = Duration.milliseconds(20)

  /// The distance of the times at which the gain is computed; between them it is interpolated.
  var interval = Duration.zero
  private var fade = Fade.off
  /// The session time of the first song's first frame, and the length of its fade; `nil` before.
  private var entrance: (start: Duration, length: Duration)?
  private var planEnd: Duration?
  /// The session time at the last song's end; `nil` if another follows, or the plan has an end.
  private(set) var songEnd: Duration?
  /// The latest stroke, and when the music begins to come back; `nil` before the first.
  private var lastStroke: (time: Duration, holdEnd: Duration)?
  /// The next stroke; `nil` if there is none, or it is not heard.
  var nextStroke: Duration?
  /// How the music gives way to speech.
  var speech = SpeechDuck()
  /// How much higher the gain was at `time`, before the plan changed.
  private var change: (difference: Double, time: Duration)?
  private var planRests = MusicRests([])
  /// When it waits, as heard.
  private var rests = MusicRests([])
  /// How much later rests begin that were planned too late for a fade; by their planned times.
  private var delays: [Duration: Duration] = [:]

  /// Adopts the fades and rests of `plan` from `now` on; without `end`, a song or nothing ends it.
  mutating func adopt(_ plan: Plan, endingAt end: Duration?, at now: Duration) {
    fade = plan.fade
    planEnd = end
    if end != nil { songEnd = nil }
    if plan.musicRests != planRests { adopt(plan.musicRests, at: now) }
  }

  private mutating func adopt(_ new: MusicRests, at now: Duration) {
    let present = rests.rest(at: now)
    let old = delays
    delays = [:]
    rests.ranges = new.ranges.compactMap { rest in
      var begin = rest.lowerBound
      if let present, rest.contains(now) {
        begin = present.lowerBound
      } else if planRests.ranges.contains(where: { $0.lowerBound == begin && $0.upperBound > now })
      {
        begin += old[begin] ?? .zero
      } else if hasBegun {
        begin = max(begin, now + max(fade.out, Self.adaption))
      }
      if begin > rest.lowerBound { delays[rest.lowerBound] = begin - rest.lowerBound }
      return begin < rest.upperBound ? begin..<rest.upperBound : nil
    }
    planRests = new
    // The music comes back as at its beginning.
    if present != nil, rests.rest(at: now) == nil { entrance = (now, fade.in) }
  }

  /// A bell is struck at `time`. The music gives way for `hold`, and for an earlier bell as well.
  mutating func strike(at time: Duration, hold: Duration) {
    lastStroke = (time, max(lastStroke?.holdEnd ?? time, time + hold))
  }

  /// True if the first song has begun.
  var hasBegun: Bool { entrance != nil }

  /// The first song begins at `time`.
  mutating func begin(at time: Duration) { entrance = entrance ?? (time, fade.in) }

  /// Notes how much music is left from session time `now` on; `nil` if unknown, or if it goes on.
  mutating func end(after music: Duration?, from now: Duration) {
    songEnd = planEnd == nil ? music.flatMap { rests.end(ofMusic: $0, from: now) } : nil
  }

  /// Passes from the gain `before` to the present one without a step, from session time `now` on.
  mutating func adapt(from before: Double, at now: Duration) {
    change = nil
    func difference() -> Double { before - gain(at: now.inSeconds) }
    guard abs(difference()) > 1e-6 else { return }
    delayRest(after: now, until: now + Self.adaption + interval)
    change = (difference(), now)
  }

  /// Delays a rest that would cut off a change lasting until `end`.
  private mutating func delayRest(after now: Duration, until end: Duration) {
    rests.ranges = rests.ranges.compactMap { rest in
      guard rest.lowerBound > now, rest.lowerBound < end else { return rest }
      let planned =
        delays.first { $0.key + $0.value == rest.lowerBound }?.key ?? rest.lowerBound
      delays[planned] = end - planned
      return end < rest.upperBound ? end..<rest.upperBound : nil
    }
  }

  /// The gain at session time `seconds`.
  func gain(at seconds: Double) -> Double {
    var gain = duck(at: seconds)
    if let entrance, entrance.length > .zero {
      let passed = seconds - entrance.start.inSeconds
      gain *= RaisedCosine.rise(passed / entrance.length.inSeconds)
    }
    if let (end, length) = fadeOut {
      gain *= RaisedCosine.rise((end.inSeconds - seconds) / length.inSeconds)
    }
    for rest in rests.ranges {
      let (end, length) = fade(to: rest.lowerBound)
      if seconds < end.inSeconds {
        gain *= RaisedCosine.rise((end.inSeconds - seconds) / length.inSeconds)
      } else if seconds < rest.upperBound.inSeconds {
        gain = 0
      } else if fade.in > .zero, entrance.map({ $0.start < rest.upperBound }) ?? true {
        // Music that begins there fades in only once.
        gain *= RaisedCosine.rise((seconds - rest.upperBound.inSeconds) / fade.in.inSeconds)
      }
    }
    guard let change else { return gain }
    let passed = (seconds - change.time.inSeconds) / Self.adaption.inSeconds
    return max(gain + change.difference * (1 - RaisedCosine.rise(passed)), 0)
  }

  /// Notes in `span` when the gain changes.
  func mark(on span: inout ConstantGainSpan) {
    if let lastStroke {
      span.changes(from: lastStroke.time, until: lastStroke.holdEnd + Self.recovery)
    }
    if let nextStroke { span.changes(from: nextStroke - Lane.lead, until: nextStroke) }
    if let (start, length) = entrance { span.changes(from: start, until: start + length) }
    if let (end, length) = fadeOut { span.changes(from: end - length, until: nil) }
    if let change { span.ramps(from: change.time, until: change.time + Self.adaption) }
    for rest in rests.ranges {
      let (end, length) = fade(to: rest.lowerBound)
      span.ramps(from: end - length, until: rest.upperBound + fade.in)
      span.holdsMusic(from: rest.lowerBound, until: rest.upperBound)
    }
  }

  /// When the music must be silent before a rest at `time`, and the length of its fade. A short
  /// ramp ends an interval earlier, or its last value would be a step.
  private func fade(to time: Duration) -> (end: Duration, length: Duration) {
    fade.out > Self.endRamp ? (time, fade.out) : (time - interval, Self.endRamp)
  }

  /// When the music must be silent, and the length of its fade.
  private var fadeOut: (end: Duration, length: Duration)? {
    // Silent before the end itself: otherwise a song that begins just there would be heard for a few
    // frames or not, depending on how soon it is decoded.
    if let planEnd { return (planEnd - interval, max(fade.out - interval, Self.endRamp)) }
    guard fade.out > .zero, let songEnd else { return nil }
    return (songEnd, fade.out)
  }

  private func duck(at seconds: Double) -> Double {
    var depth = 0.0
    if let lastStroke {
      let passed = seconds - lastStroke.holdEnd.inSeconds
      depth = 1 - RaisedCosine.rise(passed / Self.recovery.inSeconds)
    }
    if let nextStroke {
      let left = nextStroke.inSeconds - seconds
      depth = max(depth, 1 - RaisedCosine.rise(left / Lane.lead.inSeconds))
    }
    let decibels = max(Self.ducking * depth, speech.depth(at: seconds))
    return decibels == 0 ? 1 : pow(10, -decibels / 20)
  }
}
