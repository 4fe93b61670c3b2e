import Score

/// What the player is to do, read once a step.
struct PlayerControl {
  var epoch: QueueEpoch
  /// The index of the last segment that the latest cut kept.
  var lastKeptSegmentIndex: Int
  var generation: Generation
  var hasSegment: Bool
  var isPlaying: Bool
  /// Percent of full scale.
  var volume: Int
  /// Counts the requests to play; a new one retries a lost device.
  var requestCount: Int
  var isQuitting: Bool
}
