import MeditationCore

extension JSONMessage {
  /// How much is picked.
  struct Picked: Encodable {
    let songs: Int
    let length: Seconds
    let unknown: Int

    init(_ total: PickedTotal) {
      songs = total.count
      length = Seconds(total.length)
      unknown = total.unknownCount
    }
  }
}
