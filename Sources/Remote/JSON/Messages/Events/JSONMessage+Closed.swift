extension JSONMessage {
  /// The last message of a conversation that ends while the program runs on.
  struct Closed: JSONObject {
    /// One of the documented words, for programs.
    let reason: String
    /// The reason, for people.
    let text: String

    func writeMembers(to json: inout JSONText) {
      json.add("reason", reason)
      json.add("text", text)
    }
  }
}
