/// Splits a stream of bytes into lines.
///
/// A line ends with LF or CR LF. Invalid UTF-8 becomes replacement characters. Bytes beyond `limit`
/// in a line are dropped: no command is that long, and memory stays bounded.
public struct LineSplitter {
  private static let limit = 1 << 20
  private var pending: [UInt8] = []

  /// Creates a splitter at the start of a line.
  public init() {}

  /// The lines that `bytes` completes.
  public mutating func feed(_ bytes: some Sequence<UInt8>) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        lines.append(take())
      } else if pending.count < Self.limit {
        pending.append(byte)
      }
    }
    return lines
  }

  /// The last line, if the stream ended without LF.
  public mutating func finish() -> String? { pending.isEmpty ? nil : take() }

  private mutating func take() -> String {
    if pending.last == UInt8(ascii: "\r") { pending.removeLast() }
    defer { pending.removeAll(keepingCapacity: pending.count < 4096) }
    return String(decoding: pending, as: UTF8.self)
  }
}
