extension JSONMessage {
  /// The answer to a line that was performed, sent after all events that it caused.
  struct Done: JSONObject {
    /// The id of the line; the key is omitted if it had none.
    let id: String?

    func writeMembers(to json: inout JSONText) {
      if let id { json.add("id", id) }
    }
  }
}
