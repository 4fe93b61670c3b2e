import MeditationPlan

/// A fact about a session that is one of a few words, for scripts and programs.
package struct SessionFact: Sendable {
  package let name: String
  /// The words that a script may expect.
  package let words: [String]
  package let word: @MainActor @Sendable (MeditationViewModel) -> String

  /// In the order of messages.
  package static let all = [
    SessionFact("phase", Phase.allCases.map(\.rawValue)) { $0.phase.rawValue },
    SessionFact("transport", ["playing", "paused"]) { "\($0.transport ?? .paused)" },
    SessionFact("level", Level.allCases.map(\.rawValue)) { $0.level.rawValue },
    SessionFact("repeat", Repeat.allCases.map(\.rawValue)) { $0.state.plan.repeats.rawValue },
    SessionFact("segment", ["song", "silence"]) {
      $0.state.segment.map { $0.songID == nil ? "silence" : "song" } ?? "none"
    },
    // A voice of unknown length speaks to the end.
    SessionFact("voice", ["speaking", "silent"]) { $0.state.isSpokenTo ? "speaking" : "silent" },
    SessionFact("end", SessionEnd.allCases.map(\.rawValue)) { $0.state.end?.rawValue ?? "none" },
    SessionFact("lock", ["on", "off"]) { $0.state.isLocked ? "on" : "off" },
    SessionFact("sound", ["fine", "lost", "absent"]) { $0.state.sound.word },
    SessionFact("music", SessionState.Music.allCases.map(\.rawValue)) {
      $0.state.music?.rawValue ?? "none"
    },
    SessionFact("ringing", ["yes", "no"]) { $0.state.isRinging ? "yes" : "no" },
  ]

  /// Single words, each with the fact and the word for which it stands.
  package static let shorthands: [String: (name: String, word: String)] = [
    "locked": ("lock", "on"), "unlocked": ("lock", "off"),
  ]

  private init(
    _ name: String, _ words: [String],
    word: @escaping @MainActor @Sendable (MeditationViewModel) -> String
  ) {
    (self.name, self.words, self.word) = (name, words, word)
  }

  package static func named(_ name: String) -> SessionFact? { all.first { $0.name == name } }
}

extension SessionState.Sound {
  /// The word for it in scripts and messages.
  package var word: String {
    switch self {
    case .fine: "fine"
    case .lost: "lost"
    case .absent: "absent"
    }
  }
}
