import Score

/// Session time, counted in frames of the output.
///
/// Within one sample rate it is exact: the frame of a time never depends on how it was reached. A
/// change of the rate begins a new count from the same time.
struct SessionClock {
  private(set) var sampleRate: Int
  /// The session time of frame 0.
  private let origin: Duration
  /// The next frame to be mixed.
  private(set) var frame = 0

  /// A clock at session time `beginning`.
  init(at beginning: Duration = .zero, sampleRate: Int = 44_100) {
    origin = beginning
    self.sampleRate = sampleRate
  }

  /// The session time of the next frame.
  var now: Duration { time(of: frame) }

  /// The session time of `frame`.
  func time(of frame: Int) -> Duration {
    origin + Duration(frames: frame, sampleRate: sampleRate)
  }

  /// `time(of:)` in seconds.
  func seconds(of frame: Int) -> Double {
    origin.inSeconds + Double(frame) / Double(sampleRate)
  }

  /// The frame nearest to `time`.
  func frame(at time: Duration) -> Int { (time - origin).frameCount(at: sampleRate) }

  /// Moves on by `count` frames; back, if that is negative.
  mutating func advance(by count: Int) { frame += count }

  /// Goes on at another sample rate.
  mutating func change(to sampleRate: Int) {
    if sampleRate != self.sampleRate { self = SessionClock(at: now, sampleRate: sampleRate) }
  }
}
