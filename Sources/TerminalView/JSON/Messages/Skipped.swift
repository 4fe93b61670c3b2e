extension JSONMessage {
  /// All files that were left out of the list.
  struct Skipped: Encodable {
    let files: [SkippedFile]
  }
}
