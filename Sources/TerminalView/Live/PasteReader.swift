/// Reads text that was pasted into a terminal, up to the sequence that ends it.
///
/// Source: XTerm Control Sequences, "Bracketed Paste Mode": pasted text is followed by
/// `ESC [ 201 ~`.
struct PasteReader {
  /// What could be read at once: text, and what came after it.
  struct Chunk: Equatable {
    var text = ""
    var endsLine = false
    var isOver = false
  }

  private static let end = Array("\u{1B}[201~".utf8)
  private var matched = 0
  private var isAfterReturn = false

  /// Reads until a line or the paste ends, or there is no more.
  mutating func read(from queue: inout ByteQueue) -> Chunk {
    var bytes: [UInt8] = []
    var chunk = Chunk()
    while !chunk.endsLine, !chunk.isOver, let byte = queue.next() {
      if byte == Self.end[matched] {
        matched += 1
        chunk.isOver = matched == Self.end.count
        continue
      }
      // The sequence holds its first byte only once, so a mismatch can only begin it anew.
      bytes += Self.end[..<matched].filter { $0 >= 0x20 }
      matched = byte == Self.end[0] ? 1 : 0
      guard matched == 0 else { continue }
      let isReturn = byte == UInt8(ascii: "\r")
      switch byte {
      case UInt8(ascii: "\n") where isAfterReturn: break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): chunk.endsLine = true
      case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: " "))
      case 0..<0x20, 0x7F: break
      default: bytes.append(byte)
      }
      isAfterReturn = isReturn
    }
    chunk.text = String(decoding: bytes, as: UTF8.self)
    return chunk
  }
}
