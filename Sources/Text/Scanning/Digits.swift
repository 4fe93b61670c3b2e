/// Parses whole numbers that consist of ASCII digits only.
package enum Digits {
  /// The number; `nil` if `bytes` is empty or contains anything but digits; `Int.max` on overflow.
  @inlinable package static func value(_ bytes: some Collection<UInt8>) -> Int? {
    guard !bytes.isEmpty else { return nil }
    var value = 0
    for byte in bytes {
      guard ASCII.isDigit(byte) else { return nil }
      let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carried) = tens.addingReportingOverflow(Int(byte - 0x30))
      value = overflow || carried ? Int.max : sum
    }
    return value
  }
}
