/// Memory for chunks, reused instead of freed so that playing allocates nothing.
struct ChunkStorage: Sendable {
  /// Bytes of one chunk: 93 ms of 16-bit stereo at 44.1 kHz.
  static let byteCount = 16 * 1024
  /// Chunks in all, in the queue and in both threads: 3.75 MiB. That is less than two seconds only
  /// above ten times the data rate of a CD: 0.6 s of 8 channels at 192 kHz.
  static let limit = 240

  private var free: [[UInt8]] = []
  private var allocatedCount = 0

  init() { free.reserveCapacity(Self.limit) }

  /// Whether nothing can be taken until something is recycled.
  var isExhausted: Bool { free.isEmpty && allocatedCount >= Self.limit }

  /// Memory for one chunk.
  mutating func take() -> [UInt8] {
    if let storage = free.popLast() { return storage }
    allocatedCount += 1
    return [UInt8](repeating: 0, count: Self.byteCount)
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
