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
}
