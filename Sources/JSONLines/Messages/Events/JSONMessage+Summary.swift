import MeditationCore

extension JSONMessage {
  /// The summary of a session.
  struct Summary: JSONObject {
    let songs: Int
    let heard: Int
    let failed: Int
    let listened: Duration
    let end: SessionEnd?

    init(_ summary: SessionSummary, end: SessionEnd?) {
      songs = summary.songCount
      heard = summary.heardCount
      failed = summary.failedCount
      listened = summary.listened
      self.end = end
    }

    func writeMembers(to json: inout JSONText) {
      json.add("end", end?.rawValue)
      json.add("failed", failed)
      json.add("heard", heard)
      json.add("listened", listened)
      json.add("songs", songs)
    }
  }
}
