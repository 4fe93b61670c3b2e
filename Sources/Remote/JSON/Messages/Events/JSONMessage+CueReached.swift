import MeditationCore
import Score

extension JSONMessage {
  /// A bell was struck, or the session's length has passed.
  struct CueReached: JSONObject {
    let kind: String
    let stroke: Int?
    let elapsed: Duration

    /// Creates the message for `change`; `nil` if no cue caused it.
    init?(_ change: SessionChange) {
      guard case .engine(let event) = change.cause, case .cue(let cue) = event.kind,
        change.outcome != .dropped
      else { return nil }
      kind = cue.kind.rawValue
      stroke = cue.kind == .end ? nil : cue.stroke
      elapsed = cue.time
    }

    func writeMembers(to json: inout JSONText) {
      json.add("elapsed", elapsed)
      json.add("kind", kind)
      json.add("stroke", stroke)
    }
  }
}
