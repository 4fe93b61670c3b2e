public import MeditationCore
import Score

/// Computes the status of a session and reports its changes.
@MainActor public final class StatusSource {
  /// Called after each batch that may have changed the status.
  public var onChange: () -> Void = {}

  private let session: MeditationViewModel
  private var clock: SessionClock?
  private var timetable: Timetable?
  private var peaks: (song: Int, levels: [UInt8])?
  private var subscription: Subscription?

  /// Creates a source that observes `session`.
  public init(session: MeditationViewModel) {
    self.session = session
    subscription = session.observe(\.self) { [weak self] in self?.follow(from: $0, to: $1) }
  }

  /// The current status; `nil` unless listening.
  public var status: SessionStatus? {
    guard session.phase == .listening else { return nil }
    let sit = sit
    let left = left
    guard let song = session.currentSong, let place = session.place else {
      return sit.map { silence($0, left: left) }
    }
    return SessionStatus(
      transport: session.transport, title: song.title, position: session.position,
      length: song.length, peaks: peaks?.song == song.index ? peaks?.levels ?? [] : [],
      place: place.index + 1, count: place.count, left: left, volume: session.volume,
      isWithoutDevice: session.state.pauseCause?.reason != nil,
      isRepeating: session.state.isRepeating, seed: session.state.arrangement.seed, sit: sit)
  }

  private func silence(_ sit: SitStatus, left: TimeLeft) -> SessionStatus {
    let isSettling = sit.segment == .settling
    return SessionStatus(
      transport: session.transport, title: isSettling ? "settling" : "silence",
      position: isSettling ? (.zero - sit.elapsed).roundedUp : sit.elapsed,
      length: isSettling ? nil : session.state.plan.end, peaks: [], place: nil,
      count: session.playOrder.count, left: left, volume: session.volume,
      isWithoutDevice: session.state.pauseCause?.reason != nil,
      isRepeating: session.state.isRepeating, seed: session.state.arrangement.seed, sit: sit)
  }

  private var sit: SitStatus? {
    let plan = session.state.plan
    guard !plan.isEmpty || session.state.isSilent else { return nil }
    let timetable = timetable ?? Timetable(plan)
    self.timetable = timetable
    return SitStatus(of: session.state, timetable: timetable)
  }

  private var left: TimeLeft {
    guard let end = session.state.plan.end else { return clockNow().left(in: session) }
    return TimeLeft(known: max(end - session.state.elapsed, .zero), isMore: false)
  }

  /// Sets the waveform of `song`, an index, which is shown while it is the current song.
  public func setPeaks(_ levels: [UInt8], forSong song: Int) {
    peaks = (song, levels)
    onChange()
  }

  private func follow(from old: SessionState, to new: SessionState) {
    // The time left is summed again when songs join, leave or move.
    let isSameOrder =
      old.phase == new.phase && old.arrangement == new.arrangement && old.picked == new.picked
    if !isSameOrder { clock = nil }
    if old.plan != new.plan { timetable = nil }
    onChange()
  }

  private func clockNow() -> SessionClock {
    if let clock { return clock }
    let clock = SessionClock(session.playOrder.map { session.songs[$0].length })
    self.clock = clock
    return clock
  }
}
