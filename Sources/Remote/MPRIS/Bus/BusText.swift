/// Text for the bus.
enum BusText {
  /// `text` without what sd-bus takes for invalid UTF-8 (noncharacters), and without NUL, which
  /// D-Bus forbids: each becomes U+FFFD.
  static func valid(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isForbidden) else { return text }
    var valid = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { valid.append(isForbidden(scalar) ? "\u{FFFD}" : scalar) }
    return String(valid)
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0 || (0xFDD0...0xFDEF).contains(scalar.value)
      || scalar.value & 0xFFFE == 0xFFFE
  }
}
