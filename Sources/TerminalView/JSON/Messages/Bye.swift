extension JSONMessage {
  /// The last line: the program ends with this exit code.
  struct Bye: Encodable {
    let code: Int32
  }
}
