import Foundation

/// The sine of a known frequency in a sound, and what else is there.
struct SineFit {
  let amplitude: Double
  /// In radians: how far the sound runs ahead of a sine that is 0 at time 0.
  let phase: Double
  /// The largest sample of what is left without the sine, in dB of full scale.
  let residue: Double

  /// Fits `frequency` in hertz to `samples`, by least squares.
  ///
  /// - Parameter first: When the first sample is heard, in samples.
  init(_ samples: some Collection<Double>, _ frequency: Double, rate: Int, from first: Int = 0) {
    let angle = 2 * Double.pi * frequency / Double(rate)
    var (ss, sc, cc, sx, cx) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (index, sample) in samples.enumerated() {
      let (s, c) = (sin(angle * Double(first + index)), cos(angle * Double(first + index)))
      ss += s * s
      sc += s * c
      cc += c * c
      sx += s * sample
      cx += c * sample
    }
    let determinant = ss * cc - sc * sc
    let a = (sx * cc - cx * sc) / determinant
    let b = (cx * ss - sx * sc) / determinant
    amplitude = (a * a + b * b).squareRoot()
    phase = atan2(b, a)
    let rest = samples.enumerated().map { index, sample in
      let time = angle * Double(first + index)
      return abs(sample - a * sin(time) - b * cos(time))
    }
    residue = Self.decibels(rest.max() ?? 0)
  }

  static func decibels(_ amplitude: Double) -> Double { 20 * log10(max(amplitude, 1e-12)) }
}
