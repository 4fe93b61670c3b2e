import MeditationCore
import MeditationPlan
import MeditationPractice

/// Records the session in the journal: at its start, every 30 s, at each pause and at its end.
@MainActor final class JournalRecorder {
  /// The longest time sat between writes: what a power cut can cost.
  static let interval = Duration.seconds(30)

  /// The sit that goes on; `nil` unless listening.
  private(set) var sit: Sit?
  /// The sit in progress with what was heard so far; `nil` unless listening.
  var running: Sit? { sit.map(completed) }
  /// The last sit recorded by this program, when it ended, and its songs if they are not in the
  /// journal; `nil` before the first end.
  private(set) var last: (sit: Sit, closed: Moment, songs: [SitSong]?)?

  private let session: MeditationViewModel
  private let current: SessionOrigin
  private let journal: JournalThread
  private let clock: WallClock
  private let files: SongFiles
  private let isSeen: Bool
  /// True if the sit is in the journal. One that was left during settling never began, unless it
  /// has a note or a label.
  private var isKept = false
  /// True if its songs are in the journal, which stores them after a minute.
  private var areSongsKept = false
  private var writtenAt = Duration.zero
  private var heard: [Int] = []
  /// Where the music began to fade, while it does: a listener who fell asleep resumes there.
  private var fade: Sit.ResumePoint?

  /// Creates a recorder of `session`. `isSeen` is true if somebody sees the session.
  init(
    _ session: MeditationViewModel, _ current: SessionOrigin, _ files: SongFiles,
    journal: JournalThread, clock: WallClock, isSeen: Bool
  ) {
    (self.session, self.current, self.journal) = (session, current, journal)
    (self.clock, self.isSeen, self.files) = (clock, isSeen, files)
  }

  func follow(_ change: SessionChange) {
    let (before, after) = (change.before, change.after)
    follow(step: change)
    if before.sound != after.sound { follow(after.sound) }
    switch (before.phase, after.phase) {
    case (.picking, .listening), (.finished, .listening):
      // Nobody sits a rehearsal.
      if after.rehearsal == nil { begin() }
    case (.listening, .finished), (.listening, .picking):
      close(as: after.end.map(SitEnd.init) ?? .left)
    case (.listening, .listening):
      if change.changes.contains(where: { $0.from.isInSession != $0.to.isInSession })
        || before.arrangement != after.arrangement
      {
        areSongsKept = false
        write()
      } else if before.plan != after.plan || before.jumped != after.jumped
        || (before.pauseCause == nil && after.pauseCause != nil)
      {
        write()
      }
    case (.picking, _), (.finished, _): break
    }
  }

  /// Marks a sit that was all silent because there was no sound device.
  private func follow(_ sound: SessionState.Sound) {
    switch sound {
    // A resumed sit may have been heard before.
    case .absent: if sit?.sat == .zero { sit?.marks.insert(.silent) }
    case .fine: sit?.marks.remove(.silent)
    case .lost: break
    }
  }

  /// Writes the sit in progress, if it is settling and not in the journal.
  func keep(_ id: Sit.ID) {
    guard sit?.id == id, !isKept else { return }
    isKept = true
    write()
  }

  /// Adds a remark to the sit in progress, whose next write would drop it otherwise.
  func remark(_ remark: SitRemark, on id: Sit.ID) {
    guard var sit, sit.id == id else { return }
    remark.replace(in: &sit)
    self.sit = sit
  }

  private func begin() {
    heard = []
    let (continued, set) = (current.continued, current.set)
    var sit = continued ?? Sit(began: clock.now())
    sit.end = nil
    if continued != nil {
      sit.goOn(at: clock.now())
    } else {
      sit.set = set?.text
      if case .absent = session.state.sound { sit.marks.insert(.silent) }
      // A set is a sit even without a plan.
      if set == nil, session.state.plan.isOfSongsAlone { sit.marks.insert(.listening) }
    }
    self.sit = sit
    (isKept, areSongsKept) = (continued != nil, false)
    write()
  }

  /// Follows a batch in which the session went on.
  func follow(step change: SessionChange) {
    let (old, new) = (change.before, change.after)
    guard sit != nil, old != new else { return }
    // A batch that counts a song as heard may already play the next one.
    if new.summary.heardCount > old.summary.heardCount, let song = old.current {
      heard.append(song)
    }
    guard new.phase == .listening else { return }
    updateResumePoint(new)
    let goesOn = old.transport == .paused && new.transport == .playing
    if old.phase == .listening, goesOn || old.isSettling && !new.isSettling {
      sit?.goOn(at: clock.now())
    }
    let isDue =
      !isKept && !new.isSettling || !areSongsKept && new.sat >= Sit.shortest
      || new.sat - writtenAt >= Self.interval
    if isDue { write() }
  }

  /// Writes the end of the sit, unless it never began.
  func close(as end: SitEnd) {
    guard var sit else { return }
    self.sit = nil
    guard isKept else { return }
    sit.end = end
    if end == .completed, let fade { sit.resumePoint = fade }
    sit.sat = session.state.sat
    let songs = areSongsKept ? nil : session.playOrder.map(files.sitSong)
    journal.save(completed(sit), songs: sit.isLong ? songs : nil)
    last = (sit, clock.now(), songs)
  }

  /// Writes the sit as it is now, unless it has not begun.
  private func write() {
    guard var sit else { return }
    let state = session.state
    guard isKept || !state.isSettling else { return }
    isKept = true
    sit.plan = StoredPlan(state.plan)
    sit.planned = planned(state)
    // A plan makes it a sit, and nothing changes that back.
    if !state.plan.isOfSongsAlone { sit.marks.remove(.listening) }
    self.sit = sit
    updateResumePoint(state)
    writtenAt = state.sat
    let songs = !areSongsKept && state.sat >= Sit.shortest
    if songs { areSongsKept = true }
    journal.save(
      completed(self.sit ?? sit), songs: songs ? session.playOrder.map(files.sitSong) : nil)
  }

  private func updateResumePoint(_ state: SessionState) {
    fade = state.isFadingOut ? fade ?? sit?.resumePoint : nil
    sit?.sat = state.sat
    if state.jumped != nil { sit?.marks.insert(.jumped) }
    sit?.resumePoint.place = session.place?.index
    sit?.resumePoint.position = state.position
    sit?.resumePoint.elapsed = state.elapsed
    sit?.resumePoint.volume = state.volume
    sit?.resumePoint.isRepeating = state.isRepeating
  }

  /// `sit` with the songs heard so far. While it goes on, these include the current one, so that
  /// the journal has it even if the program is killed.
  private func completed(_ sit: Sit) -> Sit {
    var sit = sit
    if isSeen || current.isSteered {
      sit.marks.remove(.unattended)
    } else {
      sit.marks.insert(.unattended)
    }
    // A resumed sit starts in a song that it has already.
    let before = Set(sit.heard)
    let current = sit.end == nil ? session.state.current : nil
    let present = current.map { heard.contains($0) ? [] : [$0] } ?? []
    sit.heard += (heard + present).map { files.sitSong($0).title }.filter { !before.contains($0) }
    return sit
  }

  private func planned(_ state: SessionState) -> Duration? {
    switch state.plan.length {
    case .time(let end): return end
    case .open: return nil
    case .songs:
      let length = session.musicLength
      return state.isRepeating || length.isMore ? nil : length.known
    }
  }
}

extension SessionState {
  /// True if the music of the session fades out before its planned end.
  fileprivate var isFadingOut: Bool {
    guard music == .sounding, let end = soundingPlan.end else { return false }
    return plan.fade.out > .zero && elapsed > end - plan.fade.out
  }
}

extension SitEnd {
  init(_ end: SessionEnd) {
    self =
      switch end {
      case .completed: .completed
      case .stopped: .stopped
      case .left: .left
      case .failed: .failed
      }
  }
}
