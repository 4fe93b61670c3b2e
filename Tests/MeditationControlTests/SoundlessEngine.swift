import MeditationEngine
import MeditationPlan

/// Follows no score.
@MainActor final class SoundlessEngine: PlaybackEngine {
  func append(_ tracks: [Track]) {}
  func follow(_ score: Score) {}
}

/// Defaults for the engines of these tests: they make no sound, and need no files.
extension PlaybackEngine {
  nonisolated func load(bell path: String) throws(SongDecodingError) -> Bool { false }

  nonisolated func length(ofFile path: String) throws(SongDecodingError) -> Duration? { nil }
}
