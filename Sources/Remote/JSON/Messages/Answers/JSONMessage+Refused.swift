extension JSONMessage {
  /// The answer to a line that was refused and changed nothing.
  struct Refused: JSONObject {
    /// The id of the line; the key is omitted if it had none, or an invalid one.
    let id: String?
    /// One of the documented words, for programs.
    let reason: String
    /// The reason and what to do instead, for people.
    let text: String

    func writeMembers(to json: inout JSONText) {
      if let id { json.add("id", id) }
      json.add("reason", reason)
      json.add("text", text)
    }
  }
}
