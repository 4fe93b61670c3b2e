extension JSONMessage {
  /// The answer to a line that was carried out; all that it caused has been told.
  struct Done: JSONObject {
    /// The line's own id; the key is left out where the line had none.
    let id: String?

    func writeMembers(to json: inout JSONText) {
      if let id { json.add("id", id) }
    }
  }
}
