import Score
import SystemPackage

/// What the supply tells each of the two threads.
extension SupplyState {
  /// What the decoding thread is to work at; a new serial makes the old work useless.
  struct Job: Sendable {
    var serial: Int
    var segmentIndex: Int
    var segment: Segment
    /// The song's file; `nil` where there is no such song.
    var path: FilePath?
    var start: Duration
  }

  /// What the decoding thread is told when it asks.
  enum Order {
    /// Nothing to do: wait for the bell. In silence, files are let go.
    case rest(isSilent: Bool)
    /// Leave what is decoded, and begin with this.
    case begin(Job)
    /// Decode into this storage.
    case fill([UInt8])
    /// Another one does the work: come to an end.
    case retire
  }

  /// Which sound the queue holds: grows with each jump, and with each cut.
  struct Edition: Equatable {
    /// Counts jumps.
    var jump = 0
    /// Counts the times that what was decoded ahead was thrown away.
    var cut = 0
  }

  /// What the playing thread is to bring about, read once a step.
  struct Control {
    var edition: Edition
    /// The index of the last segment that the latest cut left whole.
    var cutIndex: Int
    var generation: Generation
    var hasSegment: Bool
    var isPlaying: Bool
    var volume: Int
    var requestCount: Int
    var isQuitting: Bool
  }
}
