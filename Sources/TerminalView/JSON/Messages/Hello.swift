extension JSONMessage {
  /// The first line: what a client has to know before anything happens.
  struct Hello: Encodable {
    let schema: Int
    let version: String
    let songs: [Song]
    let skipped: [SkippedFile]
    let status: Status
  }
}
