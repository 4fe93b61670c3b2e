import Score
import SystemPackage

/// One segment to decode.
struct DecodeJob: Sendable {
  /// Numbers the jobs; chunks of an older job are discarded.
  var serial: Int
  /// The segment's index within its generation.
  var segmentIndex: Int
  var segment: Segment
  /// The song's file; of silence, that of the song that follows, whose format it gets. `nil` where
  /// there is no such song.
  var path: FilePath?
  /// Where in the segment decoding begins.
  var start: Duration
  /// Whether the song is brought to the common loudness.
  var level: Level
  /// How long the song passes into the next one; 0 is not at all.
  var crossfade = Duration.zero
  /// Whether the song begins with the end of the one before, which was held back.
  var joins = false
  /// Whether the end of the song is held back, until it is known what follows.
  var holdsTail = false
  /// Whether the end of the song, which was held back, is played as it is: no song follows.
  var finishes = false
}
