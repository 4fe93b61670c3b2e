import Glibc

/// A low-pass filter that interpolates between samples: a sinc under a Kaiser window.
///
/// Its stop band is 80 dB down (window parameter 8). It is short: what lies above 0.8 of the lower
/// rate's half is attenuated, too, which a bell has little of.
struct SincKernel {
  /// Zero crossings on each side.
  private static let reach = 12
  /// Table entries between two zero crossings.
  private static let resolution = 512
  private static let table = makeTable()

  /// How far the kernel extends to each side, in input frames.
  let halfLength: Double
  /// Zero crossings per input frame; less than 1 where the output's rate is lower.
  private let scale: Double
  private let table = Self.table

  init(from inputRate: Int, to outputRate: Int) {
    scale = min(1, Double(outputRate) / Double(inputRate))
    halfLength = Double(Self.reach) / scale
  }

  /// The weight of an input frame at `distance` frames.
  @inline(__always)
  func weight(at distance: Double) -> Float {
    let position = abs(distance) * scale * Double(Self.resolution)
    let index = Int(position)
    guard index < Self.reach * Self.resolution else { return 0 }
    let part = Float(position - Double(index))
    return (table[index] + (table[index + 1] - table[index]) * part) * Float(scale)
  }

  private static func makeTable() -> [Float] {
    (0...(reach * resolution)).map { index in
      let x = Double(index) / Double(resolution)
      let sinc = x == 0 ? 1 : sin(.pi * x) / (.pi * x)
      let part = x / Double(reach)
      return Float(sinc * bessel(8 * max(0, 1 - part * part).squareRoot()) / bessel(8))
    }
  }

  /// The modified Bessel function of the first kind, order 0, by its power series.
  private static func bessel(_ x: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for k in 1...40 {
      term *= (x / 2 / Double(k)) * (x / 2 / Double(k))
      sum += term
    }
    return sum
  }
}
