extension Score {
  /// Cuts off the sound and begins `segment` at `start`: a seek, a skip, or silence.
  ///
  /// This begins a new generation. Events of older ones may still arrive; drop them.
  ///
  /// - Parameters:
  ///   - segment: The new current segment; `nil` is silence.
  ///   - start: The position in `segment` at which to begin.
  ///   - next: The segment that follows without a gap; `nil` ends the session.
  public mutating func jump(
    to segment: Segment?, at start: Duration = .zero, next: Segment? = nil
  ) {
    generation = Generation(jump: generation.jump + 1)
    self.segment = segment
    self.start = start
    self.next = next
  }

  /// Catches up with an engine that reported ``EngineEvent/Kind/crossed``: the next segment becomes
  /// the current one.
  ///
  /// At the end of a segment, an engine waits until it knows what follows. So a score must catch up
  /// with each boundary, even if nothing follows.
  ///
  /// - Parameter next: The segment that follows the new one; `nil` ends the session.
  public mutating func cross(next: Segment? = nil) {
    generation = generation.following
    segment = self.next
    start = .zero
    self.next = next
  }
}
