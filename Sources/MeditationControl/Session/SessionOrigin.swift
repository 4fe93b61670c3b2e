import MeditationCore
import MeditationPlan
import MeditationPractice

/// Knows which session this is: its number, the set that it plays, and the sit that it continues.
@MainActor package final class SessionOrigin {
  private(set) var number = 0
  /// The set that was loaded last, with its songs in their order.
  var loaded: (name: SetName, songs: [SongID], plan: Plan)?
  /// The sit that the session continues; `nil` except while it begins.
  private(set) var continued: Sit?
  /// True if anybody typed a line, or steered a session that plays.
  var isSteered = false
  private let session: MeditationViewModel

  init(_ session: MeditationViewModel) { self.session = session }

  /// The loaded set, if its songs are the session's or, without songs, its plan is.
  package var set: SetName? {
    guard let loaded, loaded.songs == songs,
      !loaded.songs.isEmpty || loaded.plan == session.state.plan
    else { return nil }
    return loaded.name
  }

  func noteLoaded(_ name: SetName) { loaded = (name, songs, session.state.plan) }

  private var songs: [SongID] { session.playOrder.map { session.songs[$0].id } }

  /// Renames the loaded set, if its name is `old`.
  func rename(_ old: SetName, to new: SetName) { if loaded?.name == old { loaded?.name = new } }

  func resume(_ sit: Sit, at point: Action.Resumption) -> Outcome {
    continued = sit
    defer { continued = nil }
    return session.perform(.resume(point))
  }

  func follow(_ change: SessionChange) {
    if change.before.phase != .listening, change.after.phase == .listening { number += 1 }
  }
}
