extension JSONMessage {
  /// The last message: the program exits with this code.
  struct Bye: JSONObject {
    let code: Int32

    func writeMembers(to json: inout JSONText) {
      json.add("code", Int(code))
    }
  }
}
