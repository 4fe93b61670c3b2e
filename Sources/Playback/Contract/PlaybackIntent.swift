import SystemPackage

/// Names one stretch of playing, so that news of an older one can be told from news of this one.
///
/// `generation` grows at every jump (a selection, a skip, a seek, a start, a return to silence);
/// `leg` counts the songs that followed by themselves since that jump.
public struct Stamp: Hashable, Sendable {
  /// Which jump.
  public var generation: Int
  /// How many boundaries were crossed since that jump.
  public var leg: Int

  /// The stretch `leg` boundaries after jump `generation`.
  public init(generation: Int, leg: Int = 0) {
    self.generation = generation
    self.leg = leg
  }

  /// The stretch that begins when this one runs into the next song by itself.
  public var following: Stamp { Stamp(generation: generation, leg: leg + 1) }
}

/// A song as the engine knows it: what to open.
public struct Track: Equatable, Sendable {
  /// The song's index in its session; only handed back, never interpreted.
  public var song: Int
  /// The audio file.
  public var path: FilePath

  /// Song `song`, to be read from `path`.
  public init(song: Int, path: FilePath) {
    self.song = song
    self.path = path
  }
}

/// All that an engine has to bring about: silence, or this track, from here, then that one.
///
/// An engine that follows a new intent compares stamps. Another generation is a jump: what sounds
/// ramps down and `track` begins at `start`. The same generation is never a jump: only `next`,
/// `isPlaying` and `volume` may have changed, or the session has caught up with a boundary that
/// the engine crossed by itself (`stamp.leg` grew).
public struct PlaybackIntent: Equatable, Sendable {
  /// Which stretch of playing this is about.
  public var stamp: Stamp
  /// The current track; `nil` is silence.
  public var track: Track?
  /// Where in the generation's first track playing began.
  public var start: Duration
  /// What follows `track` without a gap; `nil` ends the session.
  public var next: Track?
  /// Whether the transport runs; `false` is a pause.
  public var isPlaying: Bool
  /// Loudness in percent of full scale, 0 to 100; 100 leaves samples untouched.
  public var volume: Int

  /// An intent from its parts.
  public init(
    stamp: Stamp, track: Track?, start: Duration = .zero, next: Track? = nil,
    isPlaying: Bool = true, volume: Int = 100
  ) {
    self.stamp = stamp
    self.track = track
    self.start = start
    self.next = next
    self.isPlaying = isPlaying
    self.volume = volume
  }
}
