public import Score

extension MeditationViewModel {
  /// The score now, and each changed one, for an engine that is an actor or has a thread of its own.
  ///
  /// Only the latest score waits for a consumer that is slower than the session: it describes all
  /// that is to be played. The stream ends when the session is released. Pass the engine's events
  /// to ``receive(_:)``, on the main actor:
  ///
  /// ```swift
  /// let scores = session.scores()  // Outside of the task, which would keep the session.
  /// Task { for await score in scores { await engine.follow(score) } }
  /// ```
  public func scores() -> AsyncStream<Score> {
    let streams = scoreStreams ?? ScoreStreams()
    scoreStreams = streams
    return streams.stream(from: score)
  }
}
