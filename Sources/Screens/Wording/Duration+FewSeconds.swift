extension Duration {
  /// A short time to a tenth of a second, or a hundredth if it is shorter than that: "0.4 s".
  var fewSeconds: String {
    let hundredths = Int(self / .milliseconds(10) + 0.5)
    if hundredths == 0 { return "less than 0.01 s" }
    if hundredths < 10 { return "0.0\(hundredths) s" }
    let tenths = (hundredths + 5) / 10
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
