extension JSONMessage {
  /// The answer to a line that was not carried out; it has changed nothing.
  struct Refused: JSONObject {
    /// The line's own id; the key is left out where the line had none, or none that is one.
    let id: String?
    /// A documented word, for programs.
    let reason: String
    /// What to do instead, for people.
    let text: String

    func writeMembers(to json: inout JSONText) {
      if let id { json.add("id", id) }
      json.add("reason", reason)
      json.add("text", text)
    }
  }
}
