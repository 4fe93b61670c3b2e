import MeditationCore
import Score

/// Says where a session stands, for whoever keeps that in sight.
@MainActor final class StatusSource {
  private let session: MeditationViewModel
  private var clock: SessionClock?
  /// Of the order in which the clock adds the songs up.
  private var revision = 0
  private var peaks: (song: Int, levels: [UInt8])?

  init(session: MeditationViewModel) { self.session = session }

  /// The status now; `nil` unless a song is the current one.
  var status: SessionStatus? {
    guard let song = session.currentSong, let place = session.place else { return nil }
    return SessionStatus(
      transport: session.transport, title: song.title, position: session.position,
      length: song.length, peaks: peaks?.song == song.index ? peaks?.levels ?? [] : [],
      place: place.index + 1, count: place.count,
      left: clockNow().left(at: place.index, position: session.position), volume: session.volume,
      isWithoutDevice: session.state.pauseCause?.reason != nil)
  }

  /// Forgets what was added up: another session may begin.
  func phaseChanged() { clock = nil }

  /// Shows `levels` as the waveform of `song`, an index, while it is the current one.
  func setPeaks(_ levels: [UInt8], forSong song: Int) { peaks = (song, levels) }

  private func clockNow() -> SessionClock {
    let revision = session.state.arrangement.revision
    if let clock, revision == self.revision { return clock }
    let clock = SessionClock(session.playOrder.map { session.songs[$0].length })
    (self.clock, self.revision) = (clock, revision)
    return clock
  }
}
