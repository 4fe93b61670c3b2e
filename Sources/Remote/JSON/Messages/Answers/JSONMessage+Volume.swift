extension JSONMessage {
  /// The current volume.
  struct Volume: JSONObject {
    let percent: Int

    func writeMembers(to json: inout JSONText) {
      json.add("percent", percent)
    }
  }
}
