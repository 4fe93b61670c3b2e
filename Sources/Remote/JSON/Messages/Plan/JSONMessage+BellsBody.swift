import Score

extension JSONMessage {
  /// When bells are struck between the opening and the closing.
  struct BellsBody: JSONObject {
    let kind: String
    var every: Duration?
    var times: [Duration]?
    var count: Int?
    var seed: Int?

    init(_ bells: Bells) {
      switch bells {
      case .none: kind = "none"
      case .every(let interval): (kind, every) = ("every", interval)
      case .at(let times): (kind, self.times) = ("at", times.sorted())
      case .random(let count, let seed): (kind, self.count, self.seed) = ("random", count, seed)
      }
    }

    func writeMembers(to json: inout JSONText) {
      json.add("count", count)
      json.add("every", every)
      json.add("kind", kind)
      json.add("seed", seed)
      json.add("times", times)
    }
  }
}
