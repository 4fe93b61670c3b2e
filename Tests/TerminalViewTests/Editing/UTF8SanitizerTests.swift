import Testing

@testable import TerminalView

@Suite("Typed bytes") struct UTF8SanitizerTests {
  @Test(
    "become valid UTF-8, in pieces of any size",
    arguments: [
      (Array("aé海🎵\r".utf8), "aé海🎵\r"), ([0xFF, 0x61], "\u{FFFD}a"),
      ([0xC3, 0x28], "\u{FFFD}("), ([0xE2, 0x82, 0x61], "\u{FFFD}a"),
      ([0xED, 0xA0, 0x80, 0x0D], "\u{FFFD}\r"), ([0xF0, 0x9F, 0x1B], "\u{FFFD}\u{1B}"),
      ([0xC3, 0xC3, 0xA9], "\u{FFFD}é"), ([0xE6, 0xB5], ""),
    ] as [([UInt8], String)])
  func sanitize(bytes: [UInt8], text: String) {
    for size in 1...4 {
      var sanitizer = UTF8Sanitizer()
      var sanitized: [UInt8] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        sanitized += sanitizer.sanitize(Array(bytes[start..<min(start + size, bytes.count)]))
      }
      #expect(String(validating: sanitized, as: UTF8.self) == text)
    }
  }
}
