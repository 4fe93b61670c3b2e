extension LaneSound {
  /// The frames of a chunk of `count` in which this sounds: from its beginning to its length.
  ///
  /// - Parameter time: Of the chunk's first frame, in seconds since the sound began.
  func soundingFrames(of count: Int, from time: Double, sampleRate: Int) -> Range<Int> {
    let first = Self.frame(at: -time, sampleRate: sampleRate, limit: count)
    let end = Self.frame(at: length / .seconds(1) - time, sampleRate: sampleRate, limit: count)
    return first..<max(first, end)
  }

  /// The first frame at `time` or after it, from 0 to `limit`.
  private static func frame(at time: Double, sampleRate: Int, limit: Int) -> Int {
    Int(min(max((time * Double(sampleRate)).rounded(.up), 0), Double(limit)))
  }
}
