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

/// Reads pasted text up to the sequence that ends it.
///
/// Source: XTerm Control Sequences, "Bracketed Paste Mode": `ESC [ 201 ~` follows pasted text.
struct PasteReader {
  /// The text read at once, and what ended it.
  struct Chunk: Equatable {
    var text = ""
    var endsLine = false
    var isOver = false
  }

  private static let end = Array("\u{1B}[201~".utf8)
  private var matched = 0
  private var isAfterReturn = false

  /// Reads up to the end of a line, of the paste, or of the available bytes.
  mutating func read(from queue: inout ArraySlice<UInt8>) -> Chunk {
    var bytes: [UInt8] = []
    var chunk = Chunk()
    while !chunk.endsLine, !chunk.isOver, let byte = queue.popFirst() {
      if byte == Self.end[matched] {
        matched += 1
        chunk.isOver = matched == Self.end.count
        continue
      }
      // The first byte occurs only once in the sequence, so after a mismatch only it can start a
      // new match.
      bytes += Self.end[..<matched].filter { $0 >= 0x20 }
      matched = byte == Self.end[0] ? 1 : 0
      guard matched == 0 else { continue }
      switch byte {
      case UInt8(ascii: "\n") where isAfterReturn: break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): chunk.endsLine = true
      case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: " "))
      case 0..<0x20, 0x7F: break
      default: bytes.append(byte)
      }
      isAfterReturn = byte == UInt8(ascii: "\r")
    }
    chunk.text = String(decoding: bytes, as: UTF8.self)
    return chunk
  }
}
