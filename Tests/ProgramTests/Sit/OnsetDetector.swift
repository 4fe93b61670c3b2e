/// Finds the first frame of a stroke whose sound is known.
///
/// At the right frame, the sound and what was recorded differ by a factor and by noise only. One
/// frame beside it, the loud beginning differs by much more than the noise of 16 bits, so that the
/// best match is exact to the frame, even of a gong that comes in slowly.
struct OnsetDetector {
  struct Match: Equatable {
    /// The first frame of the stroke.
    var frame: Int
    /// The correlation there: 1 is the sound itself.
    var correlation: Double
  }

  /// Frames that are compared; the loud beginning of every bell.
  static let length = 2_205

  private let sound: StruckSound
  private let sampleRate: Int
  /// The beginning of the sound.
  private let beginning: [Double]

  init(_ sound: StruckSound, sampleRate: Int) {
    (self.sound, self.sampleRate) = (sound, sampleRate)
    beginning = sound.left(count: Self.length, sampleRate: sampleRate)
  }

  /// The best match in `samples`, whose first frame is `first`, and under which the strokes at
  /// `earlier` frames ring on.
  func match(in samples: [Int16], from first: Int, after earlier: [Int]) -> Match {
    let count = samples.count
    var window = samples.map(Double.init)
    for stroke in earlier {
      let ringing = sound.left(from: first - stroke, count: count, sampleRate: sampleRate)
      for index in window.indices { window[index] -= ringing[index] }
    }
    let matches = (0...(count - Self.length)).map {
      Match(frame: first + $0, correlation: correlation(with: window[$0..<($0 + Self.length)]))
    }
    return matches.max { $0.correlation < $1.correlation } ?? Match(frame: -1, correlation: 0)
  }

  private func correlation(with samples: ArraySlice<Double>) -> Double {
    var (product, energy, ownEnergy) = (0.0, 0.0, 0.0)
    for (sample, own) in zip(samples, beginning) {
      product += sample * own
      energy += sample * sample
      ownEnergy += own * own
    }
    return energy > 0 ? product / (energy * ownEnergy).squareRoot() : 0
  }
}
