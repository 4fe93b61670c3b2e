import Glibc

/// How the music and the layers give way to speech, over session time.
///
/// Pauses of up to 3 s are speech (`SpeechActivity`); in longer ones the music comes back.
struct SpeechDuck {
  /// A time at which somebody speaks.
  struct Stretch {
    /// In seconds of session time.
    let time: Range<Double>
    /// How far the music and the layers are lowered, in dB.
    let depth: Double
  }

  /// The gain of a voice at 100 %, -3 dB: over music that gives way to it by 12 dB, it cannot clip.
  static let voiceGain: Float = 0.707
  /// How far they are lowered at least, in dB.
  private static let leastDepth = 12.0
  /// How much louder than the music and the layers a voice is at least, in dB, if both are equally
  /// loud at 100 %.
  private static let advantage = 3.0
  /// How long before speech the music begins to give way, in seconds.
  static let lead = 0.3
  /// How long it takes to come back, in seconds.
  static let recovery = 2.0

  /// When somebody speaks.
  var stretches: [Stretch] = []

  /// The part of `speech`, in seconds of `lane`, that is heard; `nil` if none is.
  static func stretch(_ speech: Range<Double>, of lane: Lane) -> Stretch? {
    let start = lane.start.inSeconds
    // A voice that fades in at another place does so while the music gives way.
    let first = lane.attack > .zero ? lane.from.inSeconds + lead : lane.from.inSeconds
    let begin = max(start + speech.lowerBound, first)
    let end = min(start + speech.upperBound, lane.until.inSeconds)
    guard begin < end, lane.gain > 0 else { return nil }
    let depth = max(leastDepth, advantage - 20 * log10(Double(lane.gain)))
    return Stretch(time: begin..<end, depth: depth)
  }

  /// How far they are lowered at session time `seconds`, in dB.
  func depth(at seconds: Double) -> Double {
    stretches.reduce(0) { depth, stretch in
      let share =
        if seconds < stretch.time.lowerBound {
          1 - RaisedCosine.rise((stretch.time.lowerBound - seconds) / Self.lead)
        } else if seconds < stretch.time.upperBound {
          1.0
        } else {
          1 - RaisedCosine.rise((seconds - stretch.time.upperBound) / Self.recovery)
        }
      return max(depth, stretch.depth * share)
    }
  }

  /// The gain of the music and the layers.
  func gain(at seconds: Double) -> Double {
    let depth = depth(at: seconds)
    return depth == 0 ? 1 : pow(10, -depth / 20)
  }
}
