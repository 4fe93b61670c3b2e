extension Score {
  /// Breaks off what sounds, and begins `segment` at `start`: a seek, a skip, or silence.
  ///
  /// This begins a new generation. Drop events of older ones, which may still be on their way.
  ///
  /// - Parameters:
  ///   - segment: What is to sound; `nil` is silence.
  ///   - start: Where in `segment` to begin.
  ///   - next: What follows `segment` without a gap; `nil` ends the session.
  public mutating func jump(
    to segment: Segment?, at start: Duration = .zero, next: Segment? = nil
  ) {
    generation = Generation(jump: generation.jump + 1)
    self.segment = segment
    self.start = start
    self.next = next
  }

  /// Catches up with an engine that reported ``EngineEvent/Kind/crossed``: what followed is now
  /// the current segment.
  ///
  /// An engine that reaches the end of a segment waits until it knows what follows. So a score must
  /// catch up with each boundary, even where nothing follows.
  ///
  /// - Parameter next: What follows the new segment; `nil` ends the session.
  public mutating func cross(next: Segment? = nil) {
    generation = generation.following
    segment = self.next
    start = .zero
    self.next = next
  }
}
