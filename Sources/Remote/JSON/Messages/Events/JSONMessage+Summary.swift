import MeditationCore

extension JSONMessage {
  /// The summary of a session.
  struct Summary: JSONObject {
    let songs: Int
    let heard: Int
    let failed: Int
    let listened: Duration
    let sat: Duration
    let end: SessionEnd?

    /// Creates the summary of a session that ended as `state` says.
    init(_ state: SessionState) { self.init(state, end: state.end) }

    /// Creates the summary of a session that ends now.
    init(_ state: SessionState, end: SessionEnd?) {
      let summary = state.summary
      songs = summary.songCount
      heard = summary.heardCount
      failed = summary.failedCount
      listened = summary.listened
      sat = max(state.elapsed, .zero)
      self.end = end
    }

    func writeMembers(to json: inout JSONText) {
      json.add("end", end?.rawValue)
      json.add("failed", failed)
      json.add("heard", heard)
      json.add("listened", listened)
      json.add("sat", sat)
      json.add("songs", songs)
    }
  }
}
