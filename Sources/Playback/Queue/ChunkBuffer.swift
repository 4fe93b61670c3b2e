/// Decoded chunks that were not taken yet, oldest first, and the storage of those already played.
struct ChunkBuffer: Sendable {
  /// Seconds of sound at which decoding pauses, and at which it resumes.
  private static let highWaterMark = 5.0
  private static let lowWaterMark = 3.0

  private var chunks: [Chunk] = []
  private var seconds = 0.0
  private let limit: Int
  private var storage: ChunkStorage

  init(_ capacity: QueueCapacity) {
    limit = capacity.chunkLimit
    storage = ChunkStorage(capacity)
    chunks.reserveCapacity(limit * 2)
  }

  var count: Int { chunks.count }
  /// Whether decoding is to pause.
  var isFull: Bool { seconds >= Self.highWaterMark || storage.isExhausted }
  /// Whether decoding is to resume.
  var isLow: Bool { seconds < Self.lowWaterMark && chunks.count < limit * 3 / 5 }

  /// Storage for one chunk.
  mutating func takeStorage() -> [UInt8] { storage.take() }

  /// Takes unused storage back.
  mutating func recycle(_ storage: [UInt8]) { self.storage.recycle(storage) }

  /// Takes the storage of `played` chunks back, and leaves that empty.
  mutating func recycle(all played: inout [[UInt8]]) { storage.recycle(all: &played) }

  mutating func append(_ chunk: Chunk) {
    seconds += chunk.seconds
    chunks.append(chunk)
  }

  mutating func discard(where isUseless: (Chunk) -> Bool) {
    for index in chunks.indices.reversed() where isUseless(chunks[index]) {
      let chunk = chunks.remove(at: index)
      seconds -= chunk.seconds
      storage.recycle(chunk.storage)
    }
  }

  /// Moves chunks to `taken` until it holds `frameCount` frames or nothing is left.
  mutating func move(to taken: inout [Chunk], atLeast frameCount: Int) {
    var held = taken.reduce(0) { $0 + $1.frameCount }
    var count = 0
    while held < frameCount, count < chunks.count {
      held += chunks[count].frameCount
      seconds -= chunks[count].seconds
      taken.append(chunks[count])
      count += 1
    }
    chunks.removeFirst(count)
    if chunks.isEmpty { seconds = 0 }
  }
}
