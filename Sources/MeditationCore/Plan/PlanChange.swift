public import Score

/// A change of one part of a plan.
public enum PlanChange: Hashable, Sendable {
  /// When the session ends.
  case length(Plan.Length)
  /// Lengthens the session by this time, or shortens it. A session that has no length yet gets this
  /// one; while listening, from now on.
  case lengthen(Duration)
  /// The silence before session time 0.
  case settling(Duration)
  /// The number of strokes at session time 0.
  case opening(Int)
  /// The number of strokes at the end.
  case closing(Int)
  /// The strokes in between.
  case bells(Bells)
  /// What is struck.
  case bell(Bell.Sound)
  /// The bell's volume in percent.
  case bellVolume(Int)
  /// How long the music fades in and out.
  case fade(Duration)
  /// The tone to breathe with; `nil` is none.
  case breath(Breath?)
  /// The volume of the tone to breathe with, in percent.
  case breathVolume(Int)
  /// Whether the first song follows the last, and the last precedes the first.
  case `repeat`(Bool)
  /// How long songs pass into each other.
  case crossfade(Duration)
  /// The volume in percent, as long as this plan is the session's.
  case volume(Int)
  /// Whether songs are brought to one loudness, as long as this plan is the session's.
  case level(Level)
  /// Empties the plan.
  case off
}
