extension JSONMessage {
  /// All files that were left out of the list.
  struct Skipped: JSONObject {
    let files: [SkippedFile]

    func writeMembers(to json: inout JSONText) {
      json.add("files", files)
    }
  }
}
