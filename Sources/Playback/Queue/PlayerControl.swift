import Score
import SystemPackage

/// What the player is to do, read once a step.
struct PlayerControl {
  var epoch: QueueEpoch
  /// The index of the last segment that the latest cut kept.
  var lastKeptSegmentIndex: Int
  var generation: Generation
  var segment: Segment?
  var isPlaying: Bool
  /// Percent of full scale.
  var volume: Int
  /// Whether songs that begin are brought to the common loudness.
  var level: Level
  /// The song that is to be played and that the decoding thread measures; `nil` if none is.
  var measuredSong: FilePath?
  /// What the session wants besides its segments.
  var session: SessionTarget
  /// The length of the segment if it is a song with which the session ends; `nil` if it is not, or
  /// its length is not known.
  var lastSongLength: Duration?
  /// Counts the requests to play; a new one retries a lost device.
  var requestCount: Int
  /// The last bell that was to be heard while no session plays, and how many there were.
  var preview: (number: Int, bell: Bell)?
  var isQuitting: Bool

  /// The volume for which an output is opened: not full where songs get gains of their own.
  var openingVolume: Int { level == .off ? volume : min(volume, 99) }
}
