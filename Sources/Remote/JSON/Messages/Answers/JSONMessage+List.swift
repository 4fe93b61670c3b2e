extension JSONMessage {
  /// The answer to `list`, and the new list after sorting.
  struct List: JSONObject {
    let songs: [Song]

    func writeMembers(to json: inout JSONText) {
      json.add("songs", songs)
    }
  }
}
