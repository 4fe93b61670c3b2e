import MeditationCore

extension JSONMessage {
  /// What became of a session.
  struct Summary: JSONObject {
    let songs: Int
    let heard: Int
    let failed: Int
    let listened: Duration

    init(_ summary: SessionSummary) {
      songs = summary.songCount
      heard = summary.heardCount
      failed = summary.failedCount
      listened = summary.listened
    }

    func writeMembers(to json: inout JSONText) {
      json.add("failed", failed)
      json.add("heard", heard)
      json.add("listened", listened)
      json.add("songs", songs)
    }
  }
}
