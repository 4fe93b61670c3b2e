import Score

/// Plays what a session wants, and reports events.
///
/// Two conform: `AudioEngine`, with real sound, and the scripted engine of `MeditationTesting`, on
/// a virtual clock. An engine is given the handler for its events when it is made.
@MainActor public protocol PlaybackEngine: AnyObject {
  /// Adds songs. The id of a song in a score is its index among all tracks appended so far.
  /// Never blocks.
  func append(_ tracks: [Track])

  /// Plays `score` from now on. Never blocks.
  func follow(_ score: Score)
}
