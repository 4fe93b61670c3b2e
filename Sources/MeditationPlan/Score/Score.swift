/// Instructions for an engine: play a segment from a position, then the next one without a gap.
///
/// An engine that follows a new score compares generations. If `jump` differs, it ramps the sound
/// down and begins `segment` at `start`. If `jump` is the same, the sound continues: only `next`,
/// `transport`, `volume` and `level` may differ, or the session has caught up with a boundary that the
/// engine has already crossed (`generation.segment` is greater).
///
/// Bells and session time are independent of generations: a bell rings on through jumps, and session
/// time advances only by what is played, silence included. Strokes, fades and the end follow from
/// `plan` and session time, so that a changed plan applies at once to what is to come.
public struct Score: Hashable, Sendable {
  /// The generation that this score describes.
  public var generation: Generation
  /// The current segment; `nil` is silence.
  public var segment: Segment?
  /// The position in its first segment at which the generation begins.
  public var start: Duration
  /// The segment that follows without a gap; `nil` ends the session.
  public var next: Segment?
  /// The segment plays, or is paused.
  public var transport: Transport
  /// True if a pause is to be heard at once: what the device still holds is dropped, and not ramped down.
  public var dropsHeld = false
  /// True while the session decides by its time, as a rehearsal does, and so needs each second's position.
  public var decidesByTime = false
  /// The volume of all that sounds in percent, 0 to 100; 100 does not change the samples. The gain is
  /// the cube of the fraction, so that 50 sounds half as loud (-18 dB).
  public var volume: Int
  /// How songs that begin are brought to one loudness.
  public var level: Level
  /// Numbers the beginnings of session time. Where it changes, session time begins at `beginning`,
  /// and bells that still ring are ramped down.
  public var session: Int
  /// The session time at the beginning: negative while settling.
  public var beginning: Duration
  /// When session time 0 is to be heard, since 1970-01-01 00:00 UTC; `nil` leaves it to the settling,
  /// which an engine in real time lengthens or shortens for this by up to some seconds.
  public var zero: Duration?
  /// The plan: all that sounds besides the segments, and the end of the session.
  public var plan: Plan
  /// True if the session is over: the closing bells are struck now, unless they have begun at the
  /// plan's end, and all ring out. If it is `false` without a segment, bells are ramped down.
  public var isOver: Bool
  /// The least format that suits all songs of the session, for an output that keeps one: a file, or
  /// the device of a session with a plan. `nil` leaves it to the first song.
  public var format: SoundFormat?

  /// Creates a score that plays `segment` from `start`.
  public init(
    generation: Generation = Generation(jump: 0), segment: Segment?, start: Duration = .zero,
    next: Segment? = nil, transport: Transport = .playing, volume: Int = 100, level: Level = .off,
    session: Int = 0, beginning: Duration = .zero, zero: Duration? = nil, plan: Plan = Plan(),
    isOver: Bool = false, format: SoundFormat? = nil
  ) {
    self.generation = generation
    self.segment = segment
    self.start = start
    self.next = next
    self.transport = transport
    self.volume = volume
    self.level = level
    self.session = session
    self.beginning = beginning
    self.zero = zero
    self.plan = plan
    self.isOver = isOver
    self.format = format
  }

  // MARK: - Changes

  /// Cuts off the sound and begins `segment` at `start`: a seek, a skip, or silence. This begins a new
  /// generation. Events of older ones may still arrive; drop them.
  ///
  /// - Parameters:
  ///   - segment: The new current segment; `nil` is silence.
  ///   - start: The position in `segment` at which to begin.
  ///   - next: The segment that follows without a gap; `nil` ends the session.
  public mutating func jump(
    to segment: Segment?, at start: Duration = .zero, next: Segment? = nil
  ) {
    generation = Generation(jump: generation.jump + 1)
    self.segment = segment
    self.start = start
    self.next = next
  }

  /// Catches up with a reported ``EngineEvent/Kind/crossed``: the next segment becomes the current.
  ///
  /// At the end of a segment, an engine waits until it knows what follows. So a score must catch up
  /// with each boundary, even if nothing follows.
  ///
  /// - Parameter next: The segment that follows the new one; `nil` ends the session.
  public mutating func cross(next: Segment? = nil) {
    generation = generation.following
    segment = self.next
    start = .zero
    self.next = next
  }
}

extension Score: CustomStringConvertible {
  /// The segments, the transport and the times: `song 0 at 3.0 seconds, then song 1; playing, session
  /// time 3.0 seconds, generation 2.0`.
  public var description: String {
    let music = segment.map { "\($0) at \(start)" } ?? (isOver ? "the end" : "nothing")
    let following = next.map { ", then \($0)" } ?? ""
    return "\(music)\(following); \(transport), session time \(beginning), generation \(generation)"
  }
}

// MARK: - What a score is made of

/// A part of a session that plays without interruption.
public enum Segment: Hashable, Sendable {
  /// A song.
  case song(id: SongID)
  /// Silence of this length; `nil` is silence without an end.
  case silence(length: Duration?)

  /// The id of the song; `nil` in silence.
  public var songID: SongID? { if case .song(let id) = self { id } else { nil } }
}

extension Segment: CustomStringConvertible {
  /// `song 2`, `silence of 60.0 seconds`, `silence`.
  public var description: String {
    switch self {
    case .song(let id): "song \(id.rawValue)"
    case .silence(let length?): "silence of \(length)"
    case .silence(nil): "silence"
    }
  }
}

/// Identifies a song in its session and in the engine: neither sorting nor new songs change it.
public struct SongID: RawRepresentable, Hashable, Sendable {
  /// The number of songs that were there before it, in the session or the engine.
  public let rawValue: Int

  /// The id of the song that has this many before it, in the order in which songs were added.
  public init(rawValue: Int) { self.rawValue = rawValue }
}

extension SongID: ExpressibleByIntegerLiteral {
  /// Creates an id from a number in code: `.song(id: 0)`.
  public init(integerLiteral rawValue: Int) { self.rawValue = rawValue }
}

extension SongID: Comparable {
  /// True if the first was added before the second.
  public static func < (first: SongID, second: SongID) -> Bool { first.rawValue < second.rawValue }
}

extension SongID: CustomStringConvertible {
  /// The number of songs before it.
  public var description: String { "\(rawValue)" }
}

/// Identifies an uninterrupted run of one segment, so that late events of earlier runs are dropped.
public struct Generation: Hashable, Sendable {
  /// The number of jumps so far: each selection, skip, seek, start and stop. The session raises it,
  /// and an engine takes it from the score.
  public var jump: Int
  /// The number of segment boundaries crossed since that jump.
  ///
  /// The engine raises it at each boundary: the event `crossed` has the generation that ended. The
  /// session raises its own when it receives that, and its score says so to the engine.
  public var segment: Int

  /// Creates the generation `segment` boundaries after the jump numbered `jump`.
  public init(jump: Int, segment: Int = 0) {
    self.jump = jump
    self.segment = segment
  }

  /// The generation that begins when the engine crosses into the next segment.
  public var following: Generation { Generation(jump: jump, segment: segment &+ 1) }
}

extension Generation: CustomStringConvertible {
  /// The numbers of the jump and of the segment: `2.0`.
  public var description: String { "\(jump).\(segment)" }
}

/// The current segment plays, or is paused.
public enum Transport: Hashable, Sendable {
  /// The segment plays.
  case playing
  /// Nothing sounds: the segment keeps its position, or there is no segment.
  case paused
}

/// A sample rate and a number of channels: of a song, or the least for all songs of a session.
public struct SoundFormat: Hashable, Sendable {
  /// In hertz; 0 where it is unknown.
  public var sampleRate: Int
  /// The number of channels, 1 to 8.
  public var channelCount: Int

  /// Creates a format. A number of channels that the engine cannot play counts as the nearest.
  public init(sampleRate: Int, channelCount: Int) {
    self.sampleRate = max(sampleRate, 0)
    self.channelCount = min(max(channelCount, 1), 8)
  }

  /// The least for all `songs`; at least stereo, as bells and the tone of the breath are.
  public init(covering songs: some Sequence<SoundFormat>) {
    self.init(sampleRate: 0, channelCount: 2)
    for song in songs {
      sampleRate = max(sampleRate, song.sampleRate)
      channelCount = max(channelCount, song.channelCount)
    }
  }
}
