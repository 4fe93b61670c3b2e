extension Player {
  /// The result of a step.
  enum Step: Equatable {
    /// This many frames were written, or (0) something else was done; there may be more to do.
    case worked(Int)
    /// The decoder is behind, or it is not known what follows. Nothing was done.
    case starved
    /// Nothing to do until the queue's `playerWake`.
    case idle
    /// Shut down: the sound has ramped down.
    case finished
  }
}
