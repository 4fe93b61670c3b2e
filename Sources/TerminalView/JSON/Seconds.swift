/// A time as a number of seconds, to the millisecond.
struct Seconds: Encodable {
  let value: Double

  /// The seconds of `time`. Floating point all the way: a damaged file can claim a length whose
  /// milliseconds no `Int64` holds.
  init(_ time: Duration) {
    let (seconds, attoseconds) = time.components
    value = (Double(seconds) * 1000 + Double(attoseconds) / 1e15).rounded() / 1000
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}
