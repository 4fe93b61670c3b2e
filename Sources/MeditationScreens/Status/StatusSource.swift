import MeditationCore
import MeditationPlan

/// Computes the status of a session, and calls its owner when that may have changed.
@MainActor package final class StatusSource {
  /// Called after each batch that may have changed the status.
  package var onChange: () -> Void = {}

  private let session: MeditationViewModel
  private var timesLeft: TimeLeftTable?
  private var timetable: Timetable?
  private var peaks: (song: Int, levels: [UInt8])?
  private var subscription: Subscription?

  package init(session: MeditationViewModel) {
    self.session = session
    subscription = session.observe(\.self) { [weak self] in
      self?.sessionChanged(from: $0, to: $1)
    }
  }

  package var status: SessionStatus? {
    guard let transport = session.transport else { return nil }
    let state = session.state
    let silence = silence
    var status = SessionStatus(
      transport: transport, title: silence.title, position: silence.position,
      length: silence.length,
      peaks: [], count: session.playOrder.count, elapsed: state.elapsed,
      left: session.timeLeft(in: timesLeftNow), volume: session.volume, level: state.level,
      isLevelAhead: state.isLevelAhead, gain: state.gain, measured: state.measured,
      isWithoutDevice: state.isWithoutDevice, reminders: state.isLocked ? ["locked"] : [],
      repeats: state.plan.repeats, seed: state.arrangement.seed,
      underrunCount: state.summary.underrunCount,
      underrunTime: state.summary.underrunTime, sit: sit)
    if let song = session.currentSong, state.music == .sounding {
      (status.title, status.position, status.length) = (song.title, state.position, song.length)
      status.place = session.place.map { $0.index + 1 }
      if let peaks, peaks.song == song.index { status.peaks = peaks.levels }
    } else if state.isSettling {
      let begin = state.clockStart == nil ? nil : state.plan.begin
      status.title = begin.map { "until \($0.spelled)" } ?? "settling"
      status.position = .zero - state.elapsed
      status.length = nil
    }
    return status
  }

  /// The title and times of a silence, or of a part without music: the part's, or the session's.
  private var silence: (title: String, position: Duration, length: Duration?) {
    let (plan, elapsed) = (session.state.plan, session.state.elapsed)
    guard plan.hasParts else { return ("silence", elapsed, plan.end) }
    let part = plan.part(at: elapsed)
    let begin = plan.begin(ofPart: part)
    return (plan.name(ofPart: part), elapsed - begin, plan.end(ofPart: part).map { $0 - begin })
  }

  private var sit: SitStatus? {
    let plan = session.state.plan
    guard !plan.isOfSongsAlone || session.state.isSilent else { return nil }
    let timetable = timetable ?? Timetable(session.state.soundingPlan)
    self.timetable = timetable
    return SitStatus(of: session.state, timetable: timetable)
  }

  /// Sets the waveform of `song`, an index, which is shown while it is the current song.
  package func setPeaks(_ levels: [UInt8], forSong song: Int) {
    peaks = (song, levels)
    onChange()
  }

  private func sessionChanged(from old: SessionState, to new: SessionState) {
    // The time left is summed again when songs join, leave or move.
    if old.phase != new.phase || old.arrangement != new.arrangement || old.picked != new.picked
      || old.plan != new.plan
    {
      timesLeft = nil
    }
    if old.soundingPlan != new.soundingPlan { timetable = nil }
    onChange()
  }

  private var timesLeftNow: TimeLeftTable {
    let table = timesLeft ?? TimeLeftTable(of: session)
    timesLeft = table
    return table
  }
}

extension SessionState {
  /// True if nothing is heard for want of a device. One that was lost is tried while the session goes on.
  fileprivate var isWithoutDevice: Bool {
    switch sound {
    case .fine: false
    case .lost: transport != .playing
    case .absent: true
    }
  }
}
