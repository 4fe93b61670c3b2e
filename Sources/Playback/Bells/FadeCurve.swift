/// The curve of a fade that has no corner at either end.
enum FadeCurve {
  /// The gain when `part` of the way from silence is done: 0 before it, 1 after it.
  static func gain(at part: Double) -> Double {
    let part = min(max(part, 0), 1)
    return part * part * (3 - 2 * part)
  }
}
