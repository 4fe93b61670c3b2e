/// When the parts of a plan begin and end, and how one passes into the next.
extension Plan {
  /// The session time at which a part begins.
  ///
  /// - Precondition: There is a part with this index, or it is the number of parts: that means the end
  ///   of the last one, if its length is a time.
  public func begin(ofPart index: Int) -> Duration {
    guard 0...parts.count ~= index else { stopForMissingPart(index) }
    return parts[..<index].reduce(.zero) { $0 + ($1.duration ?? .zero) }
  }

  /// The session time at which a part ends; `nil` if the plan gives none.
  ///
  /// - Precondition: There is a part with this index.
  public func end(ofPart index: Int) -> Duration? {
    guard parts.indices ~= index else { stopForMissingPart(index) }
    if index == parts.count - 1, awaitsClock { return nil }
    return parts[index].duration.map { begin(ofPart: index) + $0 }
  }

  private func stopForMissingPart(_ index: Int) -> Never {
    stopForBrokenPrecondition(
      "The plan has \(parts.count) parts, and none with the index \(index).")
  }

  /// The session time of the first stroke that opens a part: after those that close the one before.
  ///
  /// - Precondition: There is a part with this index.
  public func opening(ofPart index: Int) -> Duration {
    guard parts.indices ~= index else { stopForMissingPart(index) }
    let begin = begin(ofPart: index)
    guard index > 0, !parts[index - 1].closing.isNone else { return begin }
    let (closing, opening) = (parts[index - 1].closing, soundingParts[index].opening)
    // By ear, two rows are one unless the gap between them is clearly longer than those within.
    return begin + closing.length + max(closing.distance, opening.distance) * 2
  }

  /// How many opening strokes of a part are struck: those closing the part before come first.
  package func openingStrokes(ofPart index: Int) -> (struck: Int, planned: Int) {
    let strokes = soundingParts[index].opening
    let offsets = strokes.schedule(of: strokes.bell(bell).sound).map(\.offset)
    guard let end = end(ofPart: index) else { return (offsets.count, offsets.count) }
    let left = end - Timetable.quietBeforeEnd - opening(ofPart: index)
    return (offsets.count { $0 <= left }, offsets.count)
  }

  /// The index of the part at session time `time`; before session time 0 the first, later the last.
  public func part(at time: Duration) -> Int {
    var end = Duration.zero
    for (index, part) in parts.dropLast().enumerated() {
      end += part.duration ?? .zero
      if time < end { return index }
    }
    return parts.count - 1
  }

  package var musicRests: MusicRests {
    var ranges: [Range<Duration>] = []
    var begin = Duration.zero
    for part in parts {
      // Parts of public values may be longer together than any time.
      let end = min(part.duration.map { begin + $0 } ?? MusicRests.never, MusicRests.never)
      if !part.hasMusic, begin < end {
        let isContinued = ranges.last?.upperBound == begin
        ranges.append((isContinued ? ranges.removeLast().lowerBound : begin)..<end)
      }
      begin = end
    }
    // In the last part it waits however long the session goes on.
    if let last = ranges.last, last.upperBound == begin {
      ranges[ranges.count - 1] = last.lowerBound..<MusicRests.never
    }
    return MusicRests(ranges)
  }
}
