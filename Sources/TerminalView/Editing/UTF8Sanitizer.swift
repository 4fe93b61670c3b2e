/// Replaces invalid UTF-8 in a stream of bytes by replacement characters.
///
/// Readline 8.2 can loop forever on a line of invalid UTF-8 (vi mode, `%` or `e`).
struct UTF8Sanitizer {
  private static let replacement = Array("\u{FFFD}".utf8)
  private var pending: [UInt8] = []

  /// The valid form of `bytes`; an incomplete character is held until the rest arrives.
  mutating func sanitize(_ bytes: [UInt8]) -> [UInt8] {
    var sanitized: [UInt8] = []
    sanitized.reserveCapacity(bytes.count)
    for byte in bytes {
      if !pending.isEmpty, byte & 0xC0 != 0x80 {
        sanitized += Self.replacement
        pending = []
      }
      guard byte >= 0x80 else {
        sanitized.append(byte)
        continue
      }
      pending.append(byte)
      guard pending.count >= Self.length(first: pending[0]) else { continue }
      sanitized += String(validating: pending, as: UTF8.self) == nil ? Self.replacement : pending
      pending = []
    }
    return sanitized
  }

  /// The length of a character that starts with `first`; 1 if none does.
  private static func length(first: UInt8) -> Int {
    switch first {
    case 0xC2..<0xE0: 2
    case 0xE0..<0xF0: 3
    case 0xF0..<0xF5: 4
    default: 1
    }
  }
}
