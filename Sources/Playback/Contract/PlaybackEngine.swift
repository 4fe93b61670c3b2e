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

  /// Loads the bell file at `path`, so that a plan can strike it. Blocks while it decodes; a file
  /// that is loaded and has not changed takes no time.
  ///
  /// - Throws: If it cannot be decoded. A stroke of it then sounds as the bowl.
  func load(bell path: String) throws(DecodingError)
}
