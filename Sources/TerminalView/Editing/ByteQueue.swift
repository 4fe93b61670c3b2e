/// A FIFO queue of bytes.
struct ByteQueue {
  private var bytes: [UInt8] = []
  private var used = 0

  var isEmpty: Bool { used == bytes.count }

  mutating func append(_ more: [UInt8]) {
    bytes.removeFirst(used)
    used = 0
    bytes += more
  }

  mutating func next() -> UInt8? {
    guard !isEmpty else { return nil }
    defer { used += 1 }
    return bytes[used]
  }
}
