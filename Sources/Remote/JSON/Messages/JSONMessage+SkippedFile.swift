extension JSONMessage {
  /// A file that was left out of the list.
  struct SkippedFile: JSONObject {
    let name: String
    let reason: String

    func writeMembers(to json: inout JSONText) {
      json.add("name", name)
      json.add("reason", reason)
    }
  }
}
