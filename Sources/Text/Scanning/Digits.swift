/// Whole numbers as typed: ASCII digits and nothing else.
package enum Digits {
  /// The number; `nil` if there is none or anything but digits. What would not fit is `Int.max`.
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
