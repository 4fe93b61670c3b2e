/// Decoded frames on their way from the decoding thread to the playing thread, or a marker: a
/// segment ends here, or frames are missing.
///
/// Its storage is moved, never copied, and is reused when the frames have been played.
struct Chunk: Sendable {
  /// How a segment, or the reading of its file, ends.
  enum Ending: Equatable, Sendable {
    case endOfFile
    case damage(SongDecodingError)

    var isDamage: Bool { self != .endOfFile }
  }

  /// Its segment's index within the generation.
  var segmentIndex: Int
  /// The format of the frames; for a marker, that of the frames before it (`nil`: there are none).
  var format: StreamFormat?
  /// The position of the first frame in its segment.
  var firstFrame = 0
  /// Whole frames at the beginning of `storage`.
  var frameCount = 0
  /// The frames' bytes, followed by unused room.
  var storage: [UInt8] = []
  /// Set for the marker of an end.
  var ending: Ending?
  var gain = SongGain.off
  /// Set for a marker of damage: how many frames from `firstFrame` on are lost.
  var lostFrameCount: Int?
  /// For a marker without a format: where in the segment decoding was to begin.
  var start = Duration.zero

  var isMarker: Bool { ending != nil || lostFrameCount != nil }
  /// True if damage begins here, so that the sound must end with a ramp.
  var isDamage: Bool { lostFrameCount != nil || ending?.isDamage == true }

  var seconds: Double {
    guard let format else { return 0 }
    return Double(frameCount) / Double(format.sampleRate)
  }
}

/// Decoded chunks not taken yet, oldest first, and the storage of played ones.
struct ChunkBuffer: Sendable {
  /// Seconds of sound at which decoding pauses, and at which it resumes.
  private static let highWaterMark = 5.0
  private static let lowWaterMark = 3.0

  private let capacity: QueueCapacity
  private var chunks: [Chunk] = []
  private var seconds = 0.0
  /// Storage that is reused, so that playing allocates nothing.
  private var free: [[UInt8]] = []
  private var allocatedCount = 0

  init(_ capacity: QueueCapacity) {
    self.capacity = capacity
    free.reserveCapacity(capacity.chunkLimit)
    chunks.reserveCapacity(capacity.chunkLimit * 2)
  }

  var count: Int { chunks.count }
  /// True if decoding should pause until some is played, or until storage is recycled.
  var isFull: Bool {
    seconds >= Self.highWaterMark || free.isEmpty && allocatedCount >= capacity.chunkLimit
  }
  /// True if decoding is to resume.
  var isLow: Bool { seconds < Self.lowWaterMark && chunks.count < capacity.chunkLimit * 3 / 5 }

  mutating func takeStorage() -> [UInt8] {
    if let storage = free.popLast() { return storage }
    allocatedCount += 1
    return [UInt8](repeating: 0, count: capacity.chunkByteCount)
  }

  /// Takes unused storage back; a marker has none.
  mutating func recycle(_ storage: [UInt8]) {
    if !storage.isEmpty { free.append(storage) }
  }

  /// Takes the storage of `played` chunks back, and leaves that empty.
  mutating func recycle(all played: inout [[UInt8]]) {
    free.append(contentsOf: played)
    played.removeAll(keepingCapacity: true)
  }

  mutating func append(_ chunk: Chunk) {
    seconds += chunk.seconds
    chunks.append(chunk)
  }

  mutating func discard(where isUseless: (Chunk) -> Bool) {
    for index in chunks.indices.reversed() where isUseless(chunks[index]) {
      let chunk = chunks.remove(at: index)
      seconds -= chunk.seconds
      recycle(chunk.storage)
    }
  }

  /// Moves chunks to `taken`, until it holds `frameCount` frames if there are as many; true if so.
  mutating func move(to taken: inout [Chunk], atLeast frameCount: Int) -> Bool {
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
    return held >= frameCount
  }
}

struct QueueCapacity: Sendable {
  let chunkByteCount: Int
  /// All chunks, in the queue and in both threads.
  let chunkLimit: Int
  /// How many chunks wake the playing thread.
  let batch: Int

  /// For a device, which needs sound at any time: chunks of 372 ms in 16-bit stereo at 44.1 kHz,
  /// 3.75 MiB in all. That is less than two seconds only above ten times the data rate of a CD: 0.6
  /// s of 8 channels at 192 kHz.
  static let device = QueueCapacity(chunkByteCount: 64 * 1024, chunkLimit: 60, batch: 1)
  /// For a file, which is not paced: few thread switches, and a batch that stays in a core's cache.
  /// 2 MiB in all hold a third of a second of 8 channels at 192 kHz: more than a rate converter
  /// holds back and a ramp takes.
  static let file = QueueCapacity(chunkByteCount: 64 * 1024, chunkLimit: 32, batch: 8)
}
