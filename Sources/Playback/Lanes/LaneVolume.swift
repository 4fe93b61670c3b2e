import Score

/// The session's volume, for bells and the tone of the breath, over session time.
///
/// The music has it before it comes to the mixer. The room that bells need in the music does not
/// depend on it, so that a session sounds the same at any volume, only softer.
struct LaneVolume {
  private(set) var percent = 100
  private var (old, new): (Float, Float) = (1, 1)
  /// When it goes from the old gain to the new one, in seconds of session time.
  private var start = 0.0

  /// Changes to `percent`: with a ramp from session time `time` on, or at once.
  mutating func change(to percent: Int, from time: Duration?) {
    guard percent != self.percent else { return }
    self.percent = percent
    if let time { (old, start) = (gain(at: time.inSeconds), time.inSeconds) }
    new = VolumeCurve.gain(percent: percent)
    if time == nil { settle() }
  }

  /// Ends a ramp: session time begins anew, or nothing is heard.
  mutating func settle() { old = new }

  /// The gain at session time `seconds`.
  func gain(at seconds: Double) -> Float {
    guard old != new else { return new }
    let passed = (seconds - start) / OutputGain.volumeRamp.inSeconds
    return old + (new - old) * Float(RaisedCosine.rise(passed))
  }
}
