import Foundation

/// The power of the octaves around 63, 125, 250, …, 8 000 Hz, lowest first, in decibels above any
/// level that is the same for all sounds and sample rates.
func octaveLevels(_ samples: [Float], rate: Int = 48_000) -> [Double] {
  let length = 16_384
  var powers = [Double](repeating: 0, count: length / 2)
  let starts = Array(stride(from: 0, through: samples.count - length, by: length))
  for start in starts {
    let window = (0..<length).map { index in
      Double(samples[start + index]) * (1 - cos(2 * .pi * Double(index) / Double(length)))
    }
    for (index, value) in spectrum(window).prefix(length / 2).enumerated() {
      powers[index] += value.x * value.x + value.y * value.y
    }
  }
  let width = Double(rate) / Double(length)
  return (0..<8).map { octave in
    let center = 62.5 * exp2(Double(octave))
    let bins = Int(center / 2.0.squareRoot() / width)..<Int(center * 2.0.squareRoot() / width)
    // The transform of as many frames of the same noise grows with the sample rate.
    let density = powers[bins].reduce(0, +) / Double(bins.count * starts.count) / Double(rate)
    return 10 * log10(density * center)
  }
}

/// The discrete Fourier transform of samples whose count is a power of two: real and imaginary parts.
private func spectrum(_ samples: [Double]) -> [SIMD2<Double>] {
  let count = samples.count
  var values = samples.map { SIMD2($0, 0) }
  var target = 0
  for index in 1..<count {
    var bit = count / 2
    while target & bit != 0 {
      target ^= bit
      bit /= 2
    }
    target |= bit
    if index < target { values.swapAt(index, target) }
  }
  let turns = (0..<(count / 2)).map { index in
    let angle = -2 * Double.pi * Double(index) / Double(count)
    return SIMD2(cos(angle), sin(angle))
  }
  var half = 1
  while half < count {
    for start in stride(from: 0, to: count, by: 2 * half) {
      for index in 0..<half {
        let (first, second) = (start + index, start + index + half)
        let (turn, value) = (turns[index * (count / (2 * half))], values[second])
        let turned = SIMD2(
          turn.x * value.x - turn.y * value.y, turn.x * value.y + turn.y * value.x)
        values[second] = values[first] - turned
        values[first] += turned
      }
    }
    half *= 2
  }
  return values
}
