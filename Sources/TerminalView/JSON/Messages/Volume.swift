extension JSONMessage {
  /// The volume as it is now.
  struct Volume: Encodable {
    let percent: Int
  }
}
