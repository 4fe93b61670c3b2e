extension JSONMessage {
  /// All songs as they are now.
  struct List: JSONObject {
    let songs: [Song]

    func writeMembers(to json: inout JSONText) {
      json.add("songs", songs)
    }
  }
}
