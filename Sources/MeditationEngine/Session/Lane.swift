/// A sound along session time.
struct Lane {
  /// How long before a stroke the music begins to give way.
  static let lead = Duration.milliseconds(300)

  let sound: any LaneSound
  let gain: Float
  /// The session time of the sound's beginning.
  let start: Duration
  let givesWay: Bool
  /// The session time from which it is heard, and the length of its ramp there.
  private(set) var from: Duration
  private(set) var attack = Duration.zero
  /// The session time at which it falls silent, and the length of its ramp before.
  private var end: Duration
  private(set) var release = Duration.zero
  /// When it came back while it was fading out, in session time, and its level then, 0 to 1.
  private var comeback: (time: Duration, level: Double)?

  /// The session time from which it is silent.
  var until: Duration { min(end, start + sound.length) }

  /// One stroke at session time `start`.
  init(_ sound: any LaneSound, gain: Float, struckAt start: Duration) {
    self.sound = sound
    self.gain = gain
    self.start = start
    givesWay = false
    from = start
    end = start + sound.length
  }

  /// The `sound` of `setting` from session time `now` on. If it has begun by then, it ramps up.
  init(_ sound: any LaneSound, of setting: LaneSetting, from now: Duration, givesWay: Bool) {
    self.sound = sound
    self.givesWay = givesWay
    gain = setting.gain
    start = setting.start
    from = max(now, setting.start)
    attack = now > setting.start ? LaneSetting.ramp : setting.attack
    end = setting.until
    release = setting.release
  }

  /// Ends the sound at `planned`, or as soon as a release from `now` on allows. If it is fading out
  /// already, it comes back without a step.
  mutating func end(at planned: Duration, notBefore now: Duration) {
    let level = presence(at: now.inSeconds)
    end = max(planned, min(end, now + release))
    comeback = nil
    let whole = presence(at: now.inSeconds)
    if whole > level { comeback = (now, level / whole) }
  }

  /// True if it fades out before its end.
  var isReleased: Bool { release > .zero }

  /// Fades it out within `ramp` from `now` on.
  mutating func release(at now: Duration, within ramp: Duration) {
    guard until > now + ramp else { return }
    (end, release) = (now + ramp, ramp)
  }

  /// An upper bound of its samples at session time `seconds`.
  ///
  /// Before a stroke it rises to that of the onset, so that room for it is made gradually.
  func level(at seconds: Double) -> Float {
    let time = seconds - start.inSeconds
    guard time < 0 else { return gain * envelope(at: seconds) * sound.level(at: time) }
    guard attack == .zero, time > -Self.lead.inSeconds else { return 0 }
    return gain * sound.level(at: 0) * Float(RaisedCosine.rise(1 + time / Self.lead.inSeconds))
  }

  /// Adds stereo frames from the clock's `frame` on to `frames`; `scratch` has as much room.
  func add(
    to frames: UnsafeMutableBufferPointer<Float>, from frame: Int, of clock: FrameClock,
    scratch: inout [Float]
  ) {
    let first = max(clock.frame(at: from) - frame, 0)
    let end = min(clock.frame(at: until) - frame, frames.count / 2)
    guard first < end else { return }
    let room = UnsafeMutableBufferPointer(rebasing: frames[(2 * first)..<(2 * end)])
    let number = number(of: frame + first, of: clock)
    guard isRamped(at: clock.seconds(of: frame + first), clock.seconds(of: frame + end)) else {
      sound.add(to: room, from: number, sampleRate: clock.sampleRate, gain: gain)
      return
    }
    scratch.removeAll(keepingCapacity: true)
    scratch.append(repeating: 0, count: room.count)
    scratch.withUnsafeMutableBufferPointer { scratch in
      sound.add(to: scratch, from: number, sampleRate: clock.sampleRate, gain: gain)
      for index in 0..<(end - first) {
        let envelope = envelope(at: clock.seconds(of: frame + first + index))
        room[2 * index] += scratch[2 * index] * envelope
        room[2 * index + 1] += scratch[2 * index + 1] * envelope
      }
    }
  }

  /// The sound's frame at the clock's `frame`.
  private func number(of frame: Int, of clock: FrameClock) -> Int { frame - clock.frame(at: start) }

  /// The sound's first frame heard from the clock's `frame` on.
  func firstNumber(from frame: Int, of clock: FrameClock) -> Int {
    number(of: max(frame, clock.frame(at: from)), of: clock)
  }

  /// True if the envelope differs from 1 between two times in seconds.
  private func isRamped(at first: Double, _ last: Double) -> Bool {
    (attack > .zero && first < (from + attack).inSeconds)
      || (release > .zero && last > (end - release).inSeconds)
      || (comeback.map { first < ($0.time + LaneSetting.ramp).inSeconds } ?? false)
  }

  private func envelope(at seconds: Double) -> Float {
    guard seconds < end.inSeconds else { return 0 }
    let rise = attack > .zero ? (seconds - from.inSeconds) / attack.inSeconds : 1
    return Float(RaisedCosine.rise(rise) * presence(at: seconds))
  }

  /// Its level at session time `seconds`, 0 to 1: falls while fading out, rises on its return.
  private func presence(at seconds: Double) -> Double {
    let fall = release > .zero ? (end.inSeconds - seconds) / release.inSeconds : 1
    guard let comeback, seconds >= comeback.time.inSeconds else { return RaisedCosine.rise(fall) }
    let back = (seconds - comeback.time.inSeconds) / LaneSetting.ramp.inSeconds
    // The sum below may not be exactly 1.
    guard back < 1 else { return RaisedCosine.rise(fall) }
    return RaisedCosine.rise(fall)
      * (comeback.level + (1 - comeback.level) * RaisedCosine.rise(back))
  }
}
