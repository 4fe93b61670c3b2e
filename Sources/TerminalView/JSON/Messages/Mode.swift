import MeditationCore

extension JSONMessage {
  /// A song's mode changed.
  struct Mode: Encodable {
    let song: Int
    let from: String
    let to: String

    init(_ change: ModeChange) {
      song = change.song + 1
      from = change.from.description
      to = change.to.description
    }
  }
}
