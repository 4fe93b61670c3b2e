import Glibc

/// The shape of all slow changes of a gain: half a period of a cosine.
enum RaisedCosine {
  /// From 0 at `phase` 0 to 1 at `phase` 1; constant beyond.
  static func rise(_ phase: Double) -> Double {
    if phase <= 0 { return 0 }
    if phase >= 1 { return 1 }
    return 0.5 - 0.5 * cos(.pi * phase)
  }
}
