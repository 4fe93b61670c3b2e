/// Reads pasted text up to the sequence that ends it.
///
/// Source: XTerm Control Sequences, "Bracketed Paste Mode": pasted text is followed by
/// `ESC [ 201 ~`.
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
  mutating func read(from queue: inout ByteQueue) -> Chunk {
    var bytes: [UInt8] = []
    var chunk = Chunk()
    while !chunk.endsLine, !chunk.isOver, let byte = queue.next() {
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
