import Glibc
import Score

/// How the music and the layers give way to speech, as a function of session time.
///
/// Pauses of up to 3 s are part of the speech (`SpeechActivity`); in longer ones the music comes back.
struct SpeechDuck {
  /// By how much it is lowered, in dB.
  static let depth = 12.0
  /// How long before somebody speaks it begins to give way, in seconds.
  static let lead = 0.3
  /// How long it takes to come back, in seconds.
  static let recovery = 2.0

  /// When somebody speaks, in seconds of session time.
  var stretches: [Range<Double>] = []

  /// The part of `speech` that is heard of `lane`, in seconds of session time; `nil` if none is.
  static func stretch(_ speech: Range<Double>, of lane: Lane) -> Range<Double>? {
    let start = lane.start.inSeconds
    // A voice that comes in at another place does so while the music gives way.
    let first = lane.attack > .zero ? lane.from.inSeconds + lead : lane.from.inSeconds
    let begin = max(start + speech.lowerBound, first)
    let end = min(start + speech.upperBound, lane.until.inSeconds)
    return begin < end ? begin..<end : nil
  }

  /// How far it gives way at session time `seconds`: 1 is in full.
  func share(at seconds: Double) -> Double {
    stretches.reduce(0) { share, stretch in
      let own =
        if seconds < stretch.lowerBound {
          1 - RaisedCosine.rise((stretch.lowerBound - seconds) / Self.lead)
        } else if seconds < stretch.upperBound {
          1.0
        } else {
          1 - RaisedCosine.rise((seconds - stretch.upperBound) / Self.recovery)
        }
      return max(share, own)
    }
  }

  /// The gain of what gives way.
  func gain(at seconds: Double) -> Double {
    let share = share(at: seconds)
    return share == 0 ? 1 : pow(10, -Self.depth * share / 20)
  }
}
