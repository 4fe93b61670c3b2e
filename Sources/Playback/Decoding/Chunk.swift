/// A piece of decoded sound on its way from the decoding thread to the playing one, or the mark
/// that a track ends here.
///
/// Its storage is moved, never copied, and comes back to the supply when it was played.
struct Chunk: Sendable {
  /// What stands at the end of a track.
  enum Ending: Equatable, Sendable {
    /// The file's own end.
    case end
    /// Damage, for a reason fit to be shown.
    case damage(String)

    /// Whether this is damage.
    var isDamage: Bool {
      switch self {
      case .end: false
      case .damage: true
      }
    }
  }

  /// Which segment of the generation this belongs to.
  var segmentIndex: Int
  /// The shape of the frames; for an ending, of the frames before it (`nil`: none were decoded).
  var format: StreamFormat?
  /// Where in its track the first frame lies.
  var firstFrame: Int
  /// How many whole frames `storage` begins with.
  var frameCount: Int
  /// The bytes; longer than the frames.
  var storage: [UInt8]
  /// Set on a chunk without frames, which closes its segment.
  var ending: Ending?
  /// For an ending without a format: where in its track decoding was to begin.
  var start = Duration.zero

  /// How long the frames last, in seconds.
  var seconds: Double {
    guard let format else { return 0 }
    return Double(frameCount) / Double(format.sampleRate)
  }
}
