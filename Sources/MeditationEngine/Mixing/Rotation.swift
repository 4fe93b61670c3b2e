import Glibc

/// An angle that is turned by multiplication.
struct Rotation {
  private(set) var cosine: Double
  private(set) var sine: Double

  init(_ radians: Double) {
    cosine = cos(radians)
    sine = sin(radians)
  }

  @inline(__always)
  mutating func turn(by other: Rotation) {
    (cosine, sine) = (
      cosine * other.cosine - sine * other.sine, sine * other.cosine + cosine * other.sine
    )
  }
}
