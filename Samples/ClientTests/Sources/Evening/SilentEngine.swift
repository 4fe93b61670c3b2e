import MeditationCore
import MeditationPlan

/// An engine that is an actor: it keeps what it was to play.
public actor SilentEngine {
  /// The segments that it was to play, each once.
  public private(set) var segments: [Segment?] = []

  public init() {}

  /// Follows the scores until their session is released.
  public func follow(_ scores: AsyncStream<Score>) async {
    for await score in scores where segments.last != score.segment {
      segments.append(score.segment)
    }
  }
}
