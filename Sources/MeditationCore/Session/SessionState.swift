public import MeditationPlan

/// The phase of a session.
public enum Phase: String, CaseIterable, Hashable, Sendable {
  /// The user picks songs; nothing plays.
  case picking
  /// The session plays, or is paused.
  case listening
  /// The session is over. `start` plays it again, `back` returns to picking.
  case finished
}

/// How a session ended.
public enum SessionEnd: String, CaseIterable, Hashable, Sendable {
  /// It came to the end of its plan, or of the song that was to be its last.
  case completed
  /// The user ended it, by `finish` or by skipping the last song.
  case stopped
  /// It was abandoned while listening, by `back` or because the program ended.
  case left
  /// Nothing was heard, because every song (or the one that was to be the last) failed or was
  /// empty, or the output file could not be written.
  case failed
}

/// Why the transport is paused. A device that returns ends only a pause for its loss.
public enum PauseCause: Hashable, Sendable {
  /// The user paused.
  case user
  /// The sound device was lost, or the sound has moved to another one, for this reason.
  case device(reason: String)

  /// The reason of the device; `nil` if the user paused.
  public var reason: String? { if case .device(let reason) = self { reason } else { nil } }
}

/// The published state of a session, except for the modes of its songs.
///
/// A value: changing a copy, to compare it with another state, does not change the session.
public struct SessionState: Hashable, Sendable {
  /// The phase of the session.
  public var phase: Phase = .picking
  /// How the latest session ended; `nil` before the first, and while listening.
  public var end: SessionEnd?
  /// The number of songs in the list.
  public var songCount = 0
  /// The current song's index in the list, from 0; `nil` unless listening, and in silence.
  public var current: Int?
  /// The index in the list of the song that follows the current one or the silence, possibly the
  /// same song; `nil` if none follows, and unless listening.
  public var upcoming: Int?
  /// Counts the beginnings of songs, in all sessions, from 0. A song that begins again counts
  /// again, by repeating, which changes no mode, or by `previous`. A seek does not count.
  public var beginningCount = 0
  /// The position in the current song or silence, from its beginning.
  public var position: Duration = .zero
  /// Why the current song is paused; `nil` while it plays, and unless listening.
  public var pauseCause: PauseCause?
  /// The listener's own volume of everything in percent, 0 to 100, on a perceptual scale: 50 sounds
  /// half as loud as 100 (-18 dB).
  public var ownVolume = 100
  /// The listener's own choice of whether songs are brought to one loudness.
  public var ownLevel = Level.off
  /// The level with which the current song began; `nil` in silence, and unless listening. A change
  /// of `level` takes effect with the next song or jump.
  public var currentLevel: Level?
  /// True if the session ends with the current song; see ``Action/finishAfter(_:)``.
  public var finishesAfterSong = false
  /// True if the current song is the last because it ends after the time is up
  /// (`Plan.playsWholeSongs`), or may do so.
  public var isPlayingOut = false
  /// The gain in dB that brings the current song to one loudness; `nil` with the level off, while
  /// it is not known, in silence, and unless listening.
  public var gain: Double?
  /// How much of the current song is measured, in percent; `nil` unless it waits for that.
  public var measured: Int?
  /// The order of the list, and the order in which songs play.
  public var arrangement = Arrangement()
  /// The number and length of the picked songs.
  public var picked = PickedTotal()
  /// The plan: everything that sounds besides the songs, and when the session ends.
  public var plan = Plan()
  /// The session time of the current or the latest session; negative while settling.
  public var elapsed: Duration = .zero
  /// The stretches heard so far, if the current or latest session is a rehearsal; otherwise `nil`.
  public var rehearsal: Rehearsal?
  /// How far the session time is ahead of the time sat, because the session began within its plan
  /// or jumped; negative after jumps back, and `nil` if nothing was jumped.
  public var jumped: Duration?
  /// The latest stroke of a bell in the current or the latest session.
  public var latestStroke: Cue?
  /// True while bells may still ring or be struck after the end.
  public var isRinging = false
  /// True while the session refuses to be stopped, moved, or changed in when it ends and what it
  /// plays; see ``Action/lock(_:)``.
  public var isLocked = false

  /// The state of the sound device, as far as it is known.
  public var sound = Sound.fine
  /// The counts of the current or the latest session.
  public var summary = SessionSummary()

  /// The generation of the current segment. Each jump begins one, and each boundary that the engine
  /// crosses. A seek is a jump.
  public var generation = Generation(jump: 0)
  /// The segment in the music lane: the current song or a silence of the plan; `nil` unless listening.
  public var segment: Segment?
  /// The segment that follows without a gap; `nil` if the session ends then, and unless listening.
  public var next: Segment?
  /// The position in the current song at which this generation began.
  public var start: Duration = .zero
  /// Counts the beginnings of session time: each start, and each end of the settling by the user.
  public var sessionCount = 0
  /// The session time at the latest beginning: negative if it begins with settling.
  public var beginning: Duration = .zero
  /// When session time 0 is, by the system's clock; `nil` if the session began at once.
  public var clockStart: ClockStart?
  /// The lowest output format for the songs of the current or the latest session, not counting
  /// those that joined later; `nil` before the first.
  public var format: SoundFormat?

  /// Creates the state of a new session without songs.
  public init() {}

  /// The volume in percent: that of the plan, or the listener's own.
  public var volume: Int { plan.volume ?? ownVolume }
  /// How songs are brought to one loudness: by the plan, or the listener's own choice.
  public var level: Level { plan.level ?? ownLevel }
  /// True if the plan repeats all songs, or one.
  public var isRepeating: Bool { plan.repeats != .off }

  /// The time sat in the current or the latest session.
  public var sat: Duration {
    max(elapsed.clampedSessionTime - (jumped ?? .zero).clampedSessionTime, .zero)
  }

  /// True if the session is in the silence before session time 0.
  public var isSettling: Bool { if case .silence(length: _?) = segment { true } else { false } }

  /// True if a silence is the current segment.
  public var isSilent: Bool { segment != nil && current == nil }

  /// True if a lost device ends the pause when it is back. Other speakers do not.
  package var waitsForDevice: Bool {
    pauseCause?.reason != nil && pauseCause?.reason == sound.reason
  }

  /// True if nothing but bells is to be heard from now on.
  var hasOnlyBells: Bool {
    current == nil && upcoming == nil && plan.under.isEmpty && plan.guide == nil
      && plan.soundingParts.allSatisfy {
        $0.under.isEmpty && $0.voices.isEmpty && $0.breath == nil
      }
  }

  /// The state of the music; `nil` without a current song.
  public var music: Music? {
    guard current != nil else { return nil }
    return plan.musicRests.rest(at: elapsed) == nil ? .sounding : .waiting
  }

  /// True if a voice of the plan speaks.
  public var isSpokenTo: Bool { segment != nil && !isSettling && plan.voice(at: elapsed) != nil }

  /// True if the session is in the silence after its last song.
  var isAfterMusic: Bool { segment == .silence(length: nil) }

  /// The transport of the current song or silence; `nil` unless listening.
  public var transport: Transport? {
    guard phase == .listening else { return nil }
    return pauseCause == nil ? .playing : .paused
  }

  /// True if the level takes effect with the next song or jump: the current one began with another.
  public var isLevelAhead: Bool { currentLevel != nil && currentLevel != level }

  /// The plan, ending with the current song if that is the last.
  package var soundingPlan: Plan { isPlayingOut ? plan.endingWithSong : plan }

  /// The score of this state, for the engine.
  public var score: Score {
    var score = Score(
      generation: generation, segment: segment, start: start, next: next,
      transport: transport ?? .paused, volume: volume, level: level, session: sessionCount,
      beginning: beginning, zero: clockStart?.zero, plan: soundingPlan,
      isOver: phase == .finished, format: format)
    // It would be heard on other speakers.
    score.dropsHeld = pauseCause?.reason != nil && !waitsForDevice
    score.decidesByTime = rehearsal != nil || isPlayingOut
    return score
  }

  /// The next stroke of the plan; `nil` if none is to come, or it is not known yet.
  ///
  /// The plan alone does not know when a session ends with its songs;
  /// ``MeditationViewModel/nextStroke`` does. A stroke due exactly now is not included.
  public var nextStroke: Cue? {
    let timetable: Timetable
    switch phase {
    case .picking: return nil
    case .finished where !isRinging: return nil
    case .listening: timetable = Timetable(soundingPlan)
    case .finished: timetable = Timetable(plan, endedAt: elapsed)
    }
    let hasClosed = phase == .listening || latestStroke?.kind == .closing
    guard let latestStroke, hasClosed, latestStroke.time >= elapsed else {
      return timetable.stroke(from: elapsed)
    }
    return timetable.stroke(after: latestStroke.time)
  }
}

extension SessionState {
  /// The states of the sound device.
  public enum Sound: Hashable, Sendable {
    /// A device plays, or nothing is known yet.
    case fine
    /// It was lost, and nothing has been heard since.
    case lost(reason: String)
    /// None could be opened: the session goes on without sound.
    case absent(reason: String)

    /// Why there is no sound; `nil` if there is.
    public var reason: String? {
      switch self {
      case .fine: nil
      case .lost(let reason), .absent(let reason): reason
      }
    }
  }

  /// The state of the music while a song is current.
  public enum Music: String, CaseIterable, Hashable, Sendable {
    /// It sounds, or is paused.
    case sounding
    /// It waits, because this part of the plan has no music.
    case waiting
  }
}

/// The counts of a session, so far or at its end.
public struct SessionSummary: Hashable, Sendable {
  /// The number of songs in the session.
  public var songCount = 0
  /// The number of songs that were heard, at least in part.
  public var heardCount = 0
  /// The number of songs that failed while playing.
  public var failedCount = 0
  /// The number of strokes of bells.
  public var bellCount = 0
  /// How often the device ran out of sound.
  public var underrunCount = 0
  /// How long that was in all.
  public var underrunTime: Duration = .zero
  /// The time for which songs were heard: skipped parts do not count, repeated ones each time.
  public var listened: Duration = .zero

  /// Creates the counts of a session without songs.
  public init() {}
}

/// The number and length of the picked songs.
public struct PickedTotal: Hashable, Sendable {
  /// The number of picked songs.
  public var count = 0
  /// The sum of the known lengths, each rounded to a second, as in rows.
  public var length: Duration = .zero
  /// The number of picked songs of unknown length.
  public var unknownCount = 0

  /// Creates a total.
  public init(count: Int = 0, length: Duration = .zero, unknownCount: Int = 0) {
    self.count = count
    self.length = length
    self.unknownCount = unknownCount
  }
}
