extension JSONMessage {
  /// All songs as they are now.
  struct List: Encodable {
    let songs: [Song]
  }
}
