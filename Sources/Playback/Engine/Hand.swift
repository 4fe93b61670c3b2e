/// What the player has taken from the supply and not yet played.
///
/// Chunks stay here, whole, until their last frame was played: what ramps down is only looked at,
/// and played again afterwards.
struct Hand {
  /// A stretch of frames within one chunk.
  struct Piece {
    var index: Int
    var range: Range<Int>
  }

  /// Oldest first.
  private(set) var chunks: [Chunk] = []
  /// The first frame to be played, in the first chunk.
  private(set) var cursor = 0
  /// Storage of what was played, on its way back to the supply.
  private var spent: [[UInt8]] = []

  /// The chunk that is being played, or the mark that is met.
  var first: Chunk? { chunks.first }

  /// How many frames are left to be played.
  var frameCount: Int { chunks.reduce(0) { $0 + $1.frameCount } - cursor }

  /// Where in its track the next frame lies; `nil` if that is not known.
  var position: Duration? {
    guard let first = chunks.first else { return nil }
    guard let format = first.format else { return first.start }
    return Duration(frames: first.firstFrame + cursor, sampleRate: format.sampleRate)
  }

  /// Where in its track `piece` ends.
  func end(of piece: Piece) -> Duration? {
    let chunk = chunks[piece.index]
    return chunk.format.map {
      Duration(frames: chunk.firstFrame + piece.range.upperBound, sampleRate: $0.sampleRate)
    }
  }

  /// Whether the end of a track is at hand.
  var holdsEnding: Bool { chunks.contains { $0.ending != nil } }
  /// Whether a file's own end is at hand.
  var holdsOwnEnd: Bool { chunks.contains { $0.ending == .end } }
  /// Whether damage is at hand.
  var holdsDamage: Bool { holdsEnding && chunks.contains { $0.ending?.isDamage == true } }

  /// Takes more from `supply`, if less than `duration` is left.
  mutating func refill(from supply: Supply, to duration: Duration, seen: SupplyState.Edition) {
    let count = duration.frameCount(at: chunks.first?.format?.sampleRate ?? 48_000)
    guard frameCount < count, !holdsEnding || chunks.count < 4 else { return }
    supply.take(into: &chunks, atLeast: count + cursor, returning: &spent, seen: seen)
  }

  /// Goes `count` frames on within the first chunk.
  mutating func advance(_ count: Int) {
    cursor += count
    if let first = chunks.first, cursor >= first.frameCount { dropFirst() }
  }

  /// Lets the first chunk go.
  mutating func dropFirst() {
    discard(upTo: 1)
  }

  /// Lets all sound before the first mark go.
  mutating func dropSound() {
    discard(upTo: chunks.firstIndex { $0.ending != nil } ?? chunks.count)
  }

  /// Lets everything go.
  mutating func empty() {
    discard(upTo: chunks.count)
  }

  /// Lets go of what belongs to later segments than that of `index`.
  mutating func cut(after index: Int) {
    while let last = chunks.last, last.segmentIndex > index { recycle(chunks.removeLast()) }
  }

  /// The next frames of one format, at most `wanted`, also from beyond a song's own end.
  func pieces(_ wanted: Int) -> [Piece] {
    var pieces: [Piece] = []
    var count = 0
    for (index, chunk) in chunks.enumerated() {
      if chunk.ending == .end { continue }
      guard chunk.ending == nil, chunk.format == first?.format, count < wanted else { break }
      let start = index == 0 ? cursor : 0
      let end = min(chunk.frameCount, start + wanted - count)
      pieces.append(Piece(index: index, range: start..<end))
      count += end - start
    }
    return pieces
  }

  /// Calls `body` with the frames of `piece`, where they are in memory.
  func withFrames<Result>(
    _ piece: Piece, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let size = chunks[piece.index].format?.frameByteCount ?? 0
    let range = (piece.range.lowerBound * size)..<(piece.range.upperBound * size)
    return chunks[piece.index].storage.withUnsafeBytes {
      body(UnsafeRawBufferPointer(rebasing: $0[range]))
    }
  }

  private mutating func discard(upTo end: Int) {
    for chunk in chunks[..<end] { recycle(chunk) }
    chunks.removeSubrange(..<end)
    cursor = 0
  }

  private mutating func recycle(_ chunk: Chunk) {
    if !chunk.storage.isEmpty { spent.append(chunk.storage) }
  }
}
