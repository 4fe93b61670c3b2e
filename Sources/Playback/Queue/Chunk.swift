/// Decoded frames on their way from the decoding thread to the playing thread, or a marker that a
/// segment ends here or that frames are missing.
///
/// Its storage is moved, never copied, and is reused once the frames have been played.
struct Chunk: Sendable {
  /// How a segment ends.
  enum Ending: Equatable, Sendable {
    /// At the end of the file.
    case endOfFile
    /// By damage, for a reason fit to be shown.
    case damage(String)

    /// Whether the file is damaged here.
    var isDamage: Bool {
      switch self {
      case .endOfFile: false
      case .damage: true
      }
    }
  }

  /// The index within its generation of the segment that this belongs to.
  var segmentIndex: Int
  /// The format of the frames; of a marker, that of the frames before it (`nil`: there are none).
  var format: StreamFormat?
  /// The position of the first frame in its segment.
  var firstFrame: Int
  /// Whole frames at the beginning of `storage`.
  var frameCount: Int
  /// The frames' bytes, followed by unused room.
  var storage: [UInt8]
  /// Set on a marker, which has no frames.
  var ending: Ending?
  /// The gain of the song.
  var gain = SongGain.off
  /// Set on a marker of damage, which has no frames: how many from `firstFrame` on are lost.
  var lostFrameCount: Int?
  /// For a marker without a format: where in the segment decoding was to begin.
  var start = Duration.zero

  /// Whether this is a marker.
  var isMarker: Bool { ending != nil || lostFrameCount != nil }
  /// Whether damage begins here, so that the sound is to end with a ramp.
  var isDamage: Bool { lostFrameCount != nil || ending?.isDamage == true }

  /// The duration of the frames in seconds.
  var seconds: Double {
    guard let format else { return 0 }
    return Double(frameCount) / Double(format.sampleRate)
  }
}
