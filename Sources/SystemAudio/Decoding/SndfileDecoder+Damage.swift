import Playback

/// How damage is found and passed.
extension SndfileDecoder {
  func seek(to frame: Int) throws(DecodingError) {
    let target = min(max(frame, 0), exactFrameCount ?? frame)
    try seekOnce(to: target)
    guard let holes, holes.isOpus else { return }
    // Reading on is true, because each hole's length is logged.
    guard let begin = try seekBeforeHole(target, holes) else { return }
    if begin < target { try decode(to: target) }
  }

  func resume(after frame: Int, step: Int) throws(DecodingError) -> Int {
    guard let end = holeEnd, end > frame else {
      // libsndfile reads an Ogg file to its end, and does not know the length of one that is cut off.
      if holes != nil, exactFrameCount == nil, let error = pending { throw error }
      return try DamageSearch(in: self).resume(after: frame, step: step)
    }
    // Further holes would not be logged.
    if let holes, holes.isOpus, holes.logIsFull {
      isStuck = true
      try seek(to: end)
      return end
    }
    (pending, holeEnd) = (nil, nil)
    self.frame = end
    return end
  }

  /// Seeks to `target`, where libsndfile does not miss a hole of Opus.
  private func seekOnce(to target: Int) throws(DecodingError) {
    (pending, holeEnd, kept) = (nil, nil, [])
    // After a short seek ahead in Vorbis, libsndfile lacks an overlap; a full log tells of no hole.
    if isStuck || holes != nil {
      handle.reopen()
      holes?.reopened()
      isStuck = false
    }
    holes?.begin()
    guard let reached = handle.seek(to: target), reached <= exactFrameCount ?? reached else {
      isStuck = true
      throw DecodingError("it is not possible to go to that place in the file")
    }
    frame = reached
    guard let holes, !holes.isOpus else { return }
    _ = holes.passed()
    guard reached > target else { return }
    let error = DecodingError("the file is damaged")
    (pending, holeEnd) = (error, reached)
    throw error
  }

  /// Goes back until libsndfile is where it says it is.
  ///
  /// - Returns: The frame that was reached; `nil` where that is `target`.
  private func seekBeforeHole(_ target: Int, _ holes: OggHoles) throws(DecodingError) -> Int? {
    var place = target
    for _ in 0..<16 {
      let passed = holes.passed()
      let begin = holes.hole(beforePageOf: place) ?? (passed.isEmpty ? nil : 0)
      guard let begin else { return place == target ? nil : place }
      place = max(0, min(begin, place) - 1)
      isStuck = true
      try seekOnce(to: place)
      if place == 0 { return 0 }
    }
    throw DecodingError("the file is damaged")
  }

  /// Decodes up to `target` for nothing.
  private func decode(to target: Int) throws(DecodingError) {
    let length = 1024
    try withUnsafeTemporaryAllocation(
      byteCount: length * format.frameByteCount, alignment: 16
    ) { buffer throws(DecodingError) in
      while frame < target {
        let count = min(length, target - frame) * format.frameByteCount
        do throws(DecodingError) {
          guard try read(into: .init(rebasing: buffer[..<count])) > 0 else { return }
        } catch {
          guard let end = holeEnd, end <= target else { throw error }
          (pending, holeEnd, frame) = (nil, nil, end)
        }
      }
    }
  }

  /// Splits `count` frames that were read over holes, each of a length in frames.
  ///
  /// - Returns: How many frames are before the first hole.
  func split(
    _ buffer: UnsafeMutableRawBufferPointer, _ count: Int, at lengths: [Int]
  ) -> Int {
    guard let holes else { return count }
    // A page may claim any position.
    let longest = exactFrameCount ?? frame + count
    let lost = lengths.reduce(0) { min(max($0, 0), longest) + min(max($1, 0), longest) }
    // A page that is missing, and not missed.
    if holes.isOpus, lost == 0 { return count }
    let end = frame + count + lost
    let beginnings = holes.beginnings(in: frame...max(frame, end))
    let before = min(max((beginnings.first ?? frame) - frame, 0), count)
    pending = DecodingError("the file is damaged")
    if holes.isOpus {
      holeEnd = end <= longest ? end : nil
      if holeEnd != nil, beginnings.count == lengths.count, let last = beginnings.last,
        let length = lengths.last
      {
        keep(min(end - last - length, count - before), of: buffer, count)
      }
    } else {
      seekBehindHole(at: frame + before, holes)
    }
    return before
  }

  /// Seeks to the end of a hole in Vorbis that begins at `begin`.
  private func seekBehindHole(at begin: Int, _ holes: OggHoles) {
    handle.reopen()
    holes.reopened()
    holes.begin()
    holeEnd = handle.seek(to: begin + 1).flatMap { $0 <= exactFrameCount ?? $0 ? $0 : nil }
    if holeEnd == begin + 1 {
      // A page that is missing, and not missed.
      (pending, holeEnd) = (nil, nil)
      _ = handle.seek(to: begin)
    }
    _ = holes.passed()
  }

  /// Keeps the last `keptCount` of `count` frames.
  private func keep(_ keptCount: Int, of buffer: UnsafeMutableRawBufferPointer, _ count: Int) {
    guard keptCount > 0 else { return }
    let size = format.frameByteCount
    kept = Array(buffer[((count - keptCount) * size)..<(count * size)])
    holeEnd = holeEnd.map { $0 - keptCount }
  }

  /// Delivers frames that were kept.
  func takeKept(_ count: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let size = format.frameByteCount
    let taken = min(count * size, kept.count)
    kept.withUnsafeBytes { buffer.copyMemory(from: .init(rebasing: $0[..<taken])) }
    kept.removeFirst(taken)
    frame += taken / size
    return taken / size
  }
}
