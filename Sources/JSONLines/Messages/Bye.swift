extension JSONMessage {
  /// The last line: the program ends with this exit code.
  struct Bye: JSONObject {
    let code: Int32

    func writeMembers(to json: inout JSONText) {
      json.add("code", Int(code))
    }
  }
}
