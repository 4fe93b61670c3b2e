/// The chunks that the player has taken from the queue and not completely played.
///
/// A chunk stays here until its last frame was played, because a ramp down only borrows frames:
/// they are played again when the sound resumes. So are frames held by a rate converter, whose
/// chunks stay even longer.
struct Lookahead {
  /// A range of frames within one chunk.
  struct Piece {
    var index: Int
    var range: Range<Int>
  }

  /// Oldest first.
  private(set) var chunks: [Chunk] = []
  /// The next frame to play, in the first chunk.
  private(set) var cursor = 0
  /// The chunks before the first one in its segment, while their frames may still be held.
  private var held: [Chunk] = []
  /// Storage of played chunks, to be returned to the queue.
  private var played: [[UInt8]] = []

  /// The chunk being played, or the marker that was reached.
  var first: Chunk? { chunks.first }

  /// How many frames are left before damage.
  var frameCountBeforeDamage: Int {
    chunks.prefix { !$0.isDamage }.reduce(0) { $0 + $1.frameCount } - cursor
  }

  /// The position of the next frame in its segment; `nil` if unknown.
  var position: Duration? {
    guard let first = chunks.first else { return nil }
    guard let format = first.format else { return first.start }
    return Duration(frames: first.firstFrame + cursor, sampleRate: format.sampleRate)
  }

  /// The position in its segment where `piece` ends.
  func end(of piece: Piece) -> Duration? {
    let chunk = chunks[piece.index]
    return chunk.format.map {
      Duration(frames: chunk.firstFrame + piece.range.upperBound, sampleRate: $0.sampleRate)
    }
  }

  func gain(of piece: Piece) -> SongGain { chunks[piece.index].gain }

  /// True if it holds the end of a segment, or damage.
  var holdsEnding: Bool { chunks.contains { $0.isMarker } }
  /// True if it holds an end of file, before any damage.
  var holdsEndOfFile: Bool { chunks.first { $0.isMarker }?.ending == .endOfFile }
  var holdsDamage: Bool { chunks.contains { $0.isDamage } }

  /// Takes from `queue` until `duration` follows the first chunk, which can then be written whole.
  mutating func refill(from queue: DecodeQueue, to duration: Duration, in epoch: QueueEpoch) {
    let count = duration.frameCount(at: first?.format?.sampleRate ?? 48_000)
    let wanted = (first?.frameCount ?? 0) + count
    let ahead = chunks.prefix { $0.lostFrameCount == nil }.reduce(0) { $0 + $1.frameCount }
    guard ahead < wanted, !holdsEnding || chunks.count < 4 else { return }
    queue.take(into: &chunks, atLeast: wanted, recycling: &played, in: epoch)
  }

  /// Moves on by `count` frames within the first chunk; the last `heldCount` can be rewound.
  mutating func advance(_ count: Int, heldCount: Int) {
    cursor += count
    guard let first = chunks.first, cursor >= first.frameCount else { return }
    held.append(chunks.removeFirst())
    cursor = 0
    while let oldest = held.first, rewindableCount - oldest.frameCount >= heldCount {
      recycle(held.removeFirst())
    }
  }

  /// How many frames can be rewound, at most to the beginning of the segment.
  var rewindableCount: Int { held.reduce(cursor) { $0 + $1.frameCount } }

  /// Goes back by `count` frames, at most `rewindableCount`.
  mutating func rewind(_ count: Int) {
    var count = count
    while count > cursor, let last = held.popLast() {
      count -= cursor
      cursor = last.frameCount
      chunks.insert(last, at: 0)
    }
    cursor -= min(count, cursor)
  }

  mutating func dropFirst() { discard(upTo: 1) }

  /// Drops all frames before the first marker.
  mutating func dropFrames() {
    discard(upTo: chunks.firstIndex { $0.isMarker } ?? chunks.count)
  }

  mutating func removeAll() { discard(upTo: chunks.count) }

  /// Drops the chunks of segments after the one at `index`, and its end if it is `reopened`.
  mutating func cut(after index: Int, reopened: Bool) {
    while let last = chunks.last, last.segmentIndex > index || (reopened && last.ending != nil) {
      recycle(chunks.removeLast())
    }
  }

  /// The next frames of one format, at most `wanted`, even past the end of a file.
  func pieces(_ wanted: Int) -> [Piece] {
    var pieces: [Piece] = []
    var count = 0
    for (index, chunk) in chunks.enumerated() {
      if chunk.ending == .endOfFile { continue }
      guard !chunk.isMarker, chunk.format == first?.format, count < wanted else { break }
      let start = index == 0 ? cursor : 0
      let end = min(chunk.frameCount, start + wanted - count)
      pieces.append(Piece(index: index, range: start..<end))
      count += end - start
    }
    return pieces
  }

  /// Calls `body` with the frames of `piece`, without a copy.
  func withFrames<Result, Failure: Error>(
    _ piece: Piece, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let size = chunks[piece.index].format?.frameByteCount ?? 0
    let range = (piece.range.lowerBound * size)..<(piece.range.upperBound * size)
    return try chunks[piece.index].storage.withUnsafeBufferPointer {
      bytes throws(Failure) -> Result in
      try body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[range]))
    }
  }

  private mutating func discard(upTo end: Int) {
    for chunk in held + chunks[..<end] { recycle(chunk) }
    held.removeAll()
    chunks.removeSubrange(..<end)
    cursor = 0
  }

  private mutating func recycle(_ chunk: Chunk) {
    if !chunk.storage.isEmpty { played.append(chunk.storage) }
  }
}
