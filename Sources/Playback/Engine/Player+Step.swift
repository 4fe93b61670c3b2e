extension Player {
  /// What became of a step.
  enum Step: Equatable {
    /// So many frames were written, or (0) something else was done; there may be more.
    case worked(Int)
    /// The decoder is behind, or it is not known what follows. Nothing was done.
    case starved
    /// There is nothing to do until the supply's bell rings.
    case idle
    /// The end was asked for; the sound has ramped down.
    case finished
  }
}
