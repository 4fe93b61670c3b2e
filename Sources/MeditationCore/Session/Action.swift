public import MeditationPlan

/// A user's action. Songs are given by their index in the list, from 0.
public enum Action: Hashable, Sendable {
  /// While picking, toggles a song; while listening, jumps to it, unless it is the current one.
  case select(Int)
  /// Picks songs. While listening, those not in the session join its end, in this order.
  case pick([Int])
  /// While listening, plays these songs right after the current one, in this order. Songs that are
  /// not part of the session join it; the others must be after the current song.
  case pickNext([Int])
  /// Unpicks songs. While listening, removes songs that have not been heard from the session.
  case unpick([Int])
  /// While picking, toggles songs. A song that is given twice is toggled only once.
  case invert([Int])
  /// While picking, sorts the list, and the session plays in its order. While listening, sorts the
  /// songs after the current one; the list stays as it is.
  case sort(SongSort)
  /// Shuffles the order in which the session plays; a seed makes it repeatable. While listening,
  /// only the songs after the current one.
  case shuffle(seed: Int)
  /// Moves songs of the session to a place in its order, one after the other as given. While
  /// listening, both the songs and the place must be after the current song.
  case move([Int], to: Place)
  /// Undoes the last change of the picks, the orders or the plan. While listening, only changes
  /// since the start of the session; when it is finished, only those of the plan.
  ///
  /// Steering playback is not undone: `next`, `seek`, `jump`, `finishAfter` a song, a skip to the
  /// next part or within a voice, `volume` and `level`, even those of a plan. After undoing
  /// `repeat`, the song that it began goes on.
  ///
  /// A song that joined and has begun stays: undoing that is refused once, as is undoing a change
  /// of the plan that has passed; the next undo is about the change before. A song that comes back
  /// gets its place again, even before the current song.
  ///
  /// Changes are kept up to 16 MB, such as ten orders of 200,000 songs; the oldest are dropped.
  case undo
  /// Redoes the change that was undone last, unless there was a new one. While listening, only
  /// changes that were undone since the start of the session.
  case redo
  /// Starts the session; when it is finished, plays it again.
  case start
  /// Resumes the current song.
  case play
  /// Pauses the current song.
  case pause
  /// Pauses or resumes the current song.
  case toggle
  /// Skips to the next song. After the last one, continues in silence if the plan goes on;
  /// otherwise ends the session. With `repeat` of either kind, the first song follows the last.
  case next
  /// Returns to the previous song. On the first song, or when more than 3 seconds have played,
  /// restarts the current one. With `repeat` of either kind, the last song comes before the first.
  case previous
  /// Seeks within the current song.
  case seek(Seek)
  /// Stops the session and returns to picking; the picks are kept.
  case back
  /// Ends the session.
  case finish
  /// Ends the session after the current song, even if that fails, or after the current part; `nil`
  /// lets it go on after the song, as does a jump to another song. An end after the part is a
  /// change of the plan, which removes the parts to come.
  case finishAfter(Boundary?)
  /// Sets or changes the volume, in any phase: that of the plan, if it has one.
  case volume(VolumeChange)
  /// Sets the level of songs, in any phase. The current song keeps its gain until a jump.
  case level(Level)
  /// Changes the plan, in any phase: all of it or, if one change is refused, nothing. While
  /// listening, only what has not happened yet. After a session it is for the next one, but closing
  /// bells that still ring follow it.
  case plan([PlanChange])
  /// While picking or finished, returns to picking, picks exactly these songs in this order, and
  /// replaces the plan by one made of these changes. `undo` undoes all of it at once.
  case load([Int], plan: [PlanChange])
  /// While picking or finished, starts a session of the picked songs in the middle.
  case resume(Resumption)
  /// While picking or finished, starts a session of the picked songs at a session time, without
  /// settling: music, breath and bells are where they would be if all before it had been sat. A
  /// stroke at this very time is struck.
  case startAt(SessionTarget)
  /// While picking or finished, rehearses the session of the picked songs: jumps from cue to cue,
  /// at the first position that the engine reports after a stretch.
  case rehearse
  /// While picking or finished, starts a session of the picked songs that settles until its time 0
  /// comes; later, it is joined at the present session time, as by `startAt`. While settling,
  /// corrects the session time in the same way.
  case startByClock(ClockStart, now: Duration)
  /// While listening, locks or unlocks the session: a locked one refuses what would stop or move
  /// it, or change when it ends and what it plays (``Refusal/locked``). The lock ends with the
  /// session.
  case lock(Bool)
  /// Ends a session whose plan says until what time of day it lasts at this session time, or at
  /// once if that has passed. The next session's plan has no such length.
  case endByClock(Duration)
  /// While listening, moves session time, to hear another place of the plan: everything at or after
  /// it is to come, and the music goes where it would be if nothing had been skipped. Ringing bells
  /// end.
  case jump(Jump)

  /// A place in the session.
  public enum SessionTarget: Hashable, Sendable {
    /// This session time; a negative one is 0.
    case time(Duration)
    /// The first stroke that opens the part with this number, from 1, or where it would be.
    case part(Int)
  }

  /// The target of a jump.
  public enum Jump: Hashable, Sendable {
    /// A place in the session.
    case to(SessionTarget)
    /// An offset from the present session time, forwards or backwards. A jump to before 0 is
    /// refused as ``Refusal/beforeBeginning``.
    case by(Duration)
  }

  /// The point at which a session continues.
  public struct Resumption: Hashable, Sendable {
    /// The current song's position in the playing order of the picked songs, from 0; another number
    /// is refused as ``Refusal/noSuchPlace(number:count:)``. `nil` continues in the silence after
    /// the last song or, before session time 0, in the settling; without either, the songs begin
    /// again.
    public var place: Int?
    /// The position in the song.
    public var position: Duration
    /// The session time; negative while settling, when place and position do not count.
    public var elapsed: Duration
    /// How far the session time was ahead of the time sat; `nil` if nothing was jumped.
    public var jumped: Duration?

    /// Creates a point of a session.
    public init(
      place: Int?, position: Duration = .zero, elapsed: Duration, jumped: Duration? = nil
    ) {
      self.place = place
      self.position = position
      self.elapsed = elapsed
      self.jumped = jumped
    }
  }

  /// Where songs are moved to.
  public enum Place: Hashable, Sendable {
    /// The position of the first of them in the order, from 0.
    case position(Int)
    /// After the current song.
    case next
  }

  /// A boundary that can be the end of a session.
  public enum Boundary: String, CaseIterable, Hashable, Sendable {
    /// The current song.
    case song
    /// The current part of the plan.
    case part
  }

  /// A target within the current song.
  ///
  /// At the song's end or after it, the session goes on as `next` does; before its beginning, the
  /// song begins again. A song of unknown length has no end. In silence, a seek is refused.
  public enum Seek: Hashable, Sendable {
    /// A time from the beginning.
    case to(Duration)
    /// An offset from the current position, forwards or backwards.
    case by(Duration)
    /// A percentage of the length, which must be known; clamped to 0…100, where 100 is the end.
    case percent(Int)
  }

  /// A change of the volume in percent. The result is clamped to 0…100.
  public enum VolumeChange: Hashable, Sendable {
    /// An absolute volume.
    case level(Int)
    /// An offset from the current volume.
    case offset(Int)
  }
}

// MARK: - The lock

extension Action {
  /// True if a locked session in `state` refuses it, because it pauses, ends, leaves or moves the
  /// session, or changes when it ends or what it plays.
  func isRefusedByLock(in state: SessionState) -> Bool {
    switch self {
    case .pause, .next, .previous, .seek, .jump, .select, .back, .finish, .finishAfter: true
    case .shuffle, .sort, .move, .pick, .pickNext, .unpick, .invert: true
    // They might restore an earlier end, or other songs.
    case .undo, .redo: true
    case .toggle: state.transport == .playing
    case .plan(let changes): changes.contains(where: \.changesCourse)
    case .volume, .level, .lock, .play: false
    // While listening, these are refused anyway, or only follow the clock.
    case .start, .resume, .startAt, .rehearse, .startByClock, .endByClock, .load: false
    }
  }
}

// MARK: - Descriptions

extension Action: CustomStringConvertible {
  /// The action as written in code, with songs by index: `pick([0, 2])`, `seek(to: 10.0 seconds)`.
  public var description: String {
    switch self {
    case .select(let song): "select(\(song))"
    case .pick(let songs): "pick(\(songs))"
    case .pickNext(let songs): "pickNext(\(songs))"
    case .unpick(let songs): "unpick(\(songs))"
    case .invert(let songs): "invert(\(songs))"
    case .sort(let sort): "sort(\(sort.key)\(sort.isDescending ? ", descending" : ""))"
    case .shuffle(let seed): "shuffle(seed: \(seed))"
    case .move(let songs, .position(let place)): "move(\(songs), to: \(place))"
    case .move(let songs, .next): "move(\(songs), to: next)"
    case .undo: "undo"
    case .redo: "redo"
    case .start: "start"
    case .play: "play"
    case .pause: "pause"
    case .toggle: "toggle"
    case .next: "next"
    case .previous: "previous"
    case .seek(.to(let time)): "seek(to: \(time))"
    case .seek(.by(let offset)): "seek(by: \(offset))"
    case .seek(.percent(let part)): "seek(percent: \(part))"
    case .back: "back"
    case .finish: "finish"
    case .finishAfter(let boundary): "finishAfter(\(boundary?.rawValue ?? "nil"))"
    case .volume(.level(let percent)): "volume(\(percent))"
    case .volume(.offset(let percent)): "volume(by: \(percent))"
    case .level(let level): "level(\(level))"
    case .plan(let changes): "plan(\(changes))"
    case .load(let songs, let changes): "load(\(songs), plan: \(changes))"
    case .resume(let point):
      "resume(place: \(point.place.map(String.init) ?? "nil"), position: \(point.position), "
        + "elapsed: \(point.elapsed))"
    case .startAt(let target): "startAt(\(target))"
    case .rehearse: "rehearse"
    case .startByClock(let start, let now): "startByClock(\(start.zero), now: \(now))"
    case .lock(let isOn): "lock(\(isOn))"
    case .endByClock(let time): "endByClock(\(time))"
    case .jump(.to(let target)): "jump(to: \(target))"
    case .jump(.by(let offset)): "jump(by: \(offset))"
    }
  }
}

extension Action.SessionTarget: CustomStringConvertible {
  /// The session time, or the number of the part: `part 2`.
  public var description: String {
    switch self {
    case .time(let time): "\(time)"
    case .part(let number): "part \(number)"
    }
  }
}

/// The result of an action or an event.
public enum Outcome: Hashable, Sendable {
  /// It changed the session.
  case changed
  /// It was valid but changed nothing.
  case unchanged
  /// It was refused; nothing changed.
  case refused(Refusal)
  /// It waits until the running action has settled.
  case queued
  /// An event that no longer matters: of another generation, of a cue or an end that has passed, or
  /// while picking. Nothing changed.
  case dropped
}

/// When a session begins whose plan has a time of day for it.
public struct ClockStart: Hashable, Sendable {
  /// When session time 0 is heard, by the system's clock, since 1970-01-01 00:00 UTC.
  public var zero: Duration
  /// True if it is tomorrow, because today's time has passed.
  public var isNextDay: Bool
  /// The time that local clocks show then, if they skip the planned one; otherwise `nil`.
  public var moved: TimeOfDay?

  /// Creates a beginning.
  public init(zero: Duration, isNextDay: Bool = false, moved: TimeOfDay? = nil) {
    self.zero = zero
    self.isNextDay = isNextDay
    self.moved = moved
  }
}
