/// An event of the audio engine in one generation.
public struct EngineEvent: Hashable, Sendable {
  /// The content of an event. Each `reason` is a clause that can be shown to the user.
  public enum Kind: Hashable, Sendable {
    /// Playback reached the position.
    case position
    /// The next segment follows without a gap, or begins to fade in: `generation.following` began.
    case crossed
    /// The segment ended and nothing follows.
    case ended
    /// The song is damaged here: this much was skipped. It plays on behind the damage.
    case damaged(lost: Duration)
    /// The song failed while playing; the engine is silent.
    case failed(reason: String)
    /// The device was lost; the engine is silent.
    case deviceLost(reason: String)
    /// A lost device returned and accepts sound again.
    case deviceRestored
    /// The speakers are gone, and a sound server plays on through others.
    case soundMoved(reason: String)
    /// No sound device could be opened; the session continues without sound.
    case noDevice(reason: String)
    /// The device ran out of sound for at least this long, because the program was held up. Session
    /// time goes on as if it had not. For a song that is decoded too slowly, see ``stalled``.
    case underrun(lost: Duration)
    /// The song has not been decoded in time for a second, because the disk or the machine is too slow;
    /// the engine is silent until it is. A shorter silence is not reported. Session time stands meanwhile.
    case stalled
    /// A song has more channels than the output, which mixes them down. Reported once in a session.
    case mixedDown(from: Int, to: Int)
    /// The loudness of the song is being measured, until which the engine is silent: reported every
    /// second, with how much of it is measured, in percent; `nil` if that is not known.
    case measuring(percent: Int?)
    /// The gain in the tags of the song is not used, because it cannot be true. Reported where the song
    /// begins with the level on, unless it was measured before.
    case gainRefused(reason: String)
    /// The output file cannot be written; the engine stays silent.
    case outputFailed(reason: String)
    /// A voice or a layer cannot be played any further: the file at `path` is missing or damaged. All
    /// else goes on. It concerns the session, whichever its generation is.
    case laneFailed(path: String, reason: String)
    /// All frames before a cue were written. A stroke concerns the session, whichever its generation
    /// is; the end cue, where the music ends and the bells ring out, must be reported again after a jump.
    case cue(Cue)
    /// The session is over, and its bells have rung out: the time to shut down. It comes once, also where
    /// no bell was to be struck; again only after another end cue.
    case rangOut
  }

  /// The generation in which the event happened.
  public var generation: Generation
  /// The position in its segment: the frames written to the device, as time.
  public var position: Duration
  /// The session time: the frames of the session written so far, as time, from its beginning.
  public var elapsed: Duration
  /// The gain in dB that brings the song to the common loudness; `nil` if it has none, or none yet.
  public var gain: Double?
  /// The kind of event.
  public var kind: Kind

  /// Creates an event.
  public init(
    generation: Generation, position: Duration, elapsed: Duration = .zero, gain: Double? = nil,
    kind: Kind
  ) {
    self.generation = generation
    self.position = position
    self.elapsed = elapsed
    self.gain = gain
    self.kind = kind
  }
}
