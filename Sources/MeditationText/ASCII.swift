package enum ASCII {
  @inlinable package static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  package static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= lowercased(byte) }

  /// True for a letter, a digit, `-` or `_`.
  package static func isOfName(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  @inlinable package static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  @inlinable package static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte
  }

  @inlinable package static func hexadecimalValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}

extension StringProtocol {
  /// True if the first letter is an ASCII digit, as that of a number or a time.
  package var beginsWithDigit: Bool { utf8.first.map(ASCII.isDigit) ?? false }

  /// The plus or minus with which it begins; empty if it does not.
  package var leadingSign: String { first == "+" ? "+" : first == "-" ? "-" : "" }
}

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

  /// The numbers between separators, each of at most `length` digits; `nil` if anything else is there.
  package static func values(
    _ bytes: some Collection<UInt8>, by separator: Unicode.Scalar, length: Int = .max
  ) -> [Int]? {
    let parts = bytes.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
    let values = parts.compactMap { $0.count <= length ? value($0) : nil }
    return values.count == parts.count ? values : nil
  }
}
