import MeditationCore

extension JSONMessage {
  /// What became of a session.
  struct Summary: Encodable {
    let songs: Int
    let heard: Int
    let failed: Int
    let listened: Seconds

    init(_ summary: SessionSummary) {
      songs = summary.songCount
      heard = summary.heardCount
      failed = summary.failedCount
      listened = Seconds(summary.listened)
    }
  }
}
