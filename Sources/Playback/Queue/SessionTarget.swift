import Score

/// What the session wants besides its segments.
struct SessionTarget: Equatable, Sendable {
  /// Numbers the beginnings of session time.
  var number = 0
  /// The session time at its beginning.
  var beginning = Duration.zero
  var plan = Plan()
  /// Whether the session is over.
  var isOver = false
  /// What its songs need of an output that keeps its format; `nil` leaves it to the first song.
  var format: SoundFormat?
  /// Counts the changes of all others, so that a change is found without a comparison.
  private(set) var version = 0

  /// Adopts `score`.
  mutating func follow(_ score: Score) {
    guard
      version == 0 || number != score.session || beginning != score.beginning
        || isOver != score.isOver || plan != score.plan || format != score.format
    else { return }
    number = score.session
    beginning = score.beginning
    plan = score.plan
    isOver = score.isOver
    format = score.format
    version += 1
  }
}
