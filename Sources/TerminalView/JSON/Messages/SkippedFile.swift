extension JSONMessage {
  /// A file that was left out of the list.
  struct SkippedFile: Encodable {
    let name: String
    let reason: String
  }
}
