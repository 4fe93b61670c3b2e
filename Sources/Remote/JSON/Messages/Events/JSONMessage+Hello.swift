extension JSONMessage {
  /// The first message: the state at the start.
  struct Hello: JSONObject {
    let schema: Int
    let version: String
    let songs: [Song]
    let skipped: [SkippedFile]
    let status: Status

    func writeMembers(to json: inout JSONText) {
      json.add("schema", schema)
      json.add("skipped", skipped)
      json.add("songs", songs)
      json.add("status", status)
      json.add("version", version)
    }
  }
}
