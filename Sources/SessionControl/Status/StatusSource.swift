public import MeditationCore
import Score

/// Computes the status of a session and reports its changes.
@MainActor public final class StatusSource {
  /// Called after each batch that may have changed the status.
  public var onChange: () -> Void = {}

  private let session: MeditationViewModel
  private var clock: SessionClock?
  private var peaks: (song: Int, levels: [UInt8])?
  private var subscriptions: [Subscription] = []

  /// Creates a source that observes `session`.
  public init(session: MeditationViewModel) {
    self.session = session
    // The time left is summed again when songs join, leave or move.
    observe(\.phase) { $0.clock = nil }
    observe(\.arrangement.revision) { $0.clock = nil }
    observe(\.picked) { $0.clock = nil }
    observe(\.current)
    observe(\.position)
    observe(\.pauseCause)
    observe(\.volume)
    observe(\.isRepeating)
  }

  /// The current status; `nil` if there is no current song.
  public var status: SessionStatus? {
    guard let song = session.currentSong, let place = session.place else { return nil }
    return SessionStatus(
      transport: session.transport, title: song.title, position: session.position,
      length: song.length, peaks: peaks?.song == song.index ? peaks?.levels ?? [] : [],
      place: place.index + 1, count: place.count,
      left: clockNow().left(at: place.index, position: session.position), volume: session.volume,
      isWithoutDevice: session.state.pauseCause?.reason != nil,
      isRepeating: session.state.isRepeating, seed: session.state.arrangement.seed)
  }

  /// Sets the waveform of `song`, an index, which is shown while it is the current song.
  public func setPeaks(_ levels: [UInt8], forSong song: Int) {
    peaks = (song, levels)
    onChange()
  }

  private func observe(
    _ property: KeyPath<SessionState, some Equatable>,
    _ prepare: @escaping (StatusSource) -> Void = { _ in }
  ) {
    subscriptions.append(
      session.observe(property) { [weak self] _, _ in
        guard let self else { return }
        prepare(self)
        onChange()
      })
  }

  private func clockNow() -> SessionClock {
    if let clock { return clock }
    let clock = SessionClock(session.playOrder.map { session.songs[$0].length })
    self.clock = clock
    return clock
  }
}
