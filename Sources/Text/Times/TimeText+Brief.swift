extension TimeText {
  /// The time to the nanosecond, as people write it, in a form that ``parse(_:)`` accepts: `10s`,
  /// `12.5s`, `20m`, `2h`, `12:30`, `1:10:00`.
  ///
  /// - Parameter time: Not negative.
  package static func brief(_ time: Duration) -> String {
    let seconds = time.components.seconds
    if seconds < 60 { return decimal(time) + "s" }
    guard time == .seconds(seconds) else { return exact(time) }
    if seconds % 3600 == 0 { return "\(seconds / 3600)h" }
    return seconds < 3600 && seconds % 60 == 0 ? "\(seconds / 60)m" : exact(time)
  }

  /// The time in seconds, to the nanosecond: `4`, `5.5`.
  ///
  /// - Parameter time: Not negative.
  package static func decimal(_ time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    let fraction = fraction(nanoseconds: attoseconds.magnitude / 1_000_000_000)
    return fraction.isEmpty ? "\(seconds)" : "\(seconds).\(fraction)"
  }
}
