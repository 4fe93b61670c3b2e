/// Splits the bytes of a connection into lines.
///
/// A line ends with LF or CR LF. Invalid UTF-8 becomes replacement characters.
struct LineFramer {
  /// A line is longer than ``SocketLimits/lineLength``.
  struct TooLong: Error {}

  private let limit: Int
  private var pending: [UInt8] = []

  init(limit: Int = SocketLimits.lineLength) { self.limit = limit }

  /// Adds the lines that `bytes` complete to `lines`. After an error the framer must not be used.
  mutating func feed(_ bytes: some Collection<UInt8>, into lines: inout [String]) throws(TooLong) {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      try append(rest[..<end])
      if pending.last == UInt8(ascii: "\r") { pending.removeLast() }
      lines.append(String(decoding: pending, as: UTF8.self))
      pending.removeAll(keepingCapacity: true)
      rest = rest[rest.index(after: end)...]
    }
    try append(rest)
  }

  private mutating func append(_ bytes: some Collection<UInt8>) throws(TooLong) {
    guard pending.count + bytes.count <= limit else { throw TooLong() }
    pending += bytes
  }
}
