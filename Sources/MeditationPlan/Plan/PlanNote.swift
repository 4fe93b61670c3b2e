import MeditationText

/// Something to know about a plan beforehand.
package struct PlanNote: Equatable {
  package enum Topic: Int {
    case songs, unknownLengths
    case bellsWithoutEnd, lateBells, lateOpenings, lateVoices, lateLayers, lostLines, cutBell
    case longClosings, softMusic, silentEnd, silentGuide, device
  }

  package let topic: Topic
  package let text: String

  package init(_ topic: Topic, _ text: String) { (self.topic, self.text) = (topic, text) }

  /// True if the session will differ from what its plan says.
  package var differs: Bool {
    switch topic {
    case .bellsWithoutEnd, .lateBells, .lateOpenings, .lateVoices, .lateLayers, .lostLines,
      .cutBell:
      true
    case .songs, .unknownLengths, .longClosings, .softMusic, .silentEnd, .silentGuide, .device:
      false
    }
  }
}

extension PlanOutlook {
  /// The notes of all clauses, and `others`, in their order.
  package func notes(_ wording: Wording, and others: [PlanNote]) -> [PlanNote] {
    (PlanClauses.all.flatMap { $0.notes(on: self, wording) } + others)
      .sorted { $0.topic.rawValue < $1.topic.rawValue }
  }
}
