extension JSONMessage {
  /// The volume as it is now.
  struct Volume: JSONObject {
    let percent: Int

    func writeMembers(to json: inout JSONText) {
      json.add("percent", percent)
    }
  }
}
