import MeditationCore

extension JSONMessage {
  /// The session went over into another phase.
  struct PhaseChange: Encodable {
    let from: String
    let to: String

    init(from old: Phase, to new: Phase) {
      from = old.jsonWord
      to = new.jsonWord
    }
  }
}
