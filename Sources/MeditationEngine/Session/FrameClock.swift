/// Session time, counted in frames of the output from a whole second.
///
/// Within one sample rate it is exact: a frame has the same time however it was reached, even in a
/// session that was left and resumed. A new rate continues at the nearest frame.
struct FrameClock {
  private(set) var sampleRate: Int
  /// The session time of frame 0, where every rate has a frame.
  private let origin: Duration
  /// The next frame to be mixed; not negative.
  private(set) var frame: Int
  /// The first frame that was mixed at this rate.
  private let first: Int

  /// A clock at the frame nearest to session time `beginning`.
  init(at beginning: Duration = .zero, sampleRate: Int = 44_100) {
    self.sampleRate = sampleRate
    let (seconds, attoseconds) = beginning.components
    origin = .seconds(attoseconds < 0 ? seconds - 1 : seconds)
    first = (beginning - origin).frameCount(at: sampleRate)
    frame = first
  }

  /// The session time of the next frame.
  var now: Duration { time(of: frame) }

  func time(of frame: Int) -> Duration {
    origin + Duration(frames: frame, sampleRate: sampleRate)
  }

  func seconds(of frame: Int) -> Double {
    origin.inSeconds + Double(frame) / Double(sampleRate)
  }

  func frame(at time: Duration) -> Int { (time - origin).frameCount(at: sampleRate) }

  mutating func advance(by count: Int) { frame += count }

  /// Goes back by `count` frames, but only frames of this sample rate.
  mutating func goBack(by count: Int) { frame -= min(count, frame - first) }

  mutating func change(to sampleRate: Int) {
    if sampleRate != self.sampleRate { self = FrameClock(at: now, sampleRate: sampleRate) }
  }
}
