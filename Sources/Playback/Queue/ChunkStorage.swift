/// Memory for chunks, reused instead of freed so that playing allocates nothing.
struct ChunkStorage: Sendable {
  private let capacity: QueueCapacity
  private var free: [[UInt8]] = []
  private var allocatedCount = 0

  init(_ capacity: QueueCapacity) {
    self.capacity = capacity
    free.reserveCapacity(capacity.chunkLimit)
  }

  /// Whether nothing can be taken until something is recycled.
  var isExhausted: Bool { free.isEmpty && allocatedCount >= capacity.chunkLimit }

  /// Memory for one chunk.
  mutating func take() -> [UInt8] {
    if let storage = free.popLast() { return storage }
    allocatedCount += 1
    return [UInt8](repeating: 0, count: capacity.chunkByteCount)
  }

  /// Takes memory back. A marker has none.
  mutating func recycle(_ storage: [UInt8]) {
    if !storage.isEmpty { free.append(storage) }
  }

  /// Takes the memory of `played` back, and leaves that empty.
  mutating func recycle(all played: inout [[UInt8]]) {
    free.append(contentsOf: played)
    played.removeAll(keepingCapacity: true)
  }
}
