/// Gains as text.
enum DecibelText {
  /// `gain` in dB with its sign, to a tenth: "-3.2 dB", "+4.0 dB".
  static func of(_ gain: Double) -> String {
    let tenths = Int((min(max(gain, -999), 999) * 10).rounded())
    let sign = tenths < 0 ? "-" : "+"
    return "\(sign)\(abs(tenths) / 10).\(abs(tenths) % 10) dB"
  }
}
