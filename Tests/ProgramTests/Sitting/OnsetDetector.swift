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

  /// The beginning of the sound.
  let sound: [Double]

  /// The best match in `samples` that begins within `reach` frames of `frame`.
  func match(near frame: Int, reach: Int, in samples: [Double]) -> Match? {
    let first = max(frame - reach, 0)
    let last = min(frame + reach, samples.count - sound.count)
    guard first <= last else { return nil }
    return (first...last).map { Match(frame: $0, correlation: correlation(at: $0, in: samples)) }
      .max { $0.correlation < $1.correlation }
  }

  private func correlation(at frame: Int, in samples: [Double]) -> Double {
    var (product, energy, soundEnergy) = (0.0, 0.0, 0.0)
    for index in sound.indices {
      let sample = samples[frame + index]
      product += sample * sound[index]
      energy += sample * sample
      soundEnergy += sound[index] * sound[index]
    }
    return energy > 0 ? product / (energy * soundEnergy).squareRoot() : 0
  }
}
