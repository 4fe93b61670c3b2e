/// An event of the audio engine in one generation.
public struct EngineEvent: Hashable, Sendable {
  /// The content of an event. Each `reason` is a clause that can be shown to the user.
  public enum Kind: Hashable, Sendable {
    /// Playback reached the position.
    case position
    /// The segment ended and the next one follows without a gap: `generation.following` began. With
    /// a crossfade, that is where the next song begins to be heard.
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
    /// A sound server has moved the sound to other speakers, because those that it was heard on are gone.
    /// It plays on there.
    case soundMoved(reason: String)
    /// No sound device could be opened; the session continues without sound.
    case noDevice(reason: String)
    /// The device ran out of sound for this long or longer, because the program was held up. The
    /// session time goes on as if it had not. A song that is decoded too slowly is no underrun: see
    /// ``stalled``.
    case underrun(lost: Duration)
    /// The song has not been decoded in time for a second, because the disk or the machine is too slow;
    /// the engine is silent until it is. A shorter silence is not reported. Session time stands meanwhile.
    case stalled
    /// A song has more channels than the output, which mixes them down. Reported once in a session, of
    /// whichever generation.
    case mixedDown(from: Int, to: Int)
    /// The loudness of the song is being measured, which takes more than a second; the engine is
    /// silent until its gain is known. It is reported every second with how much is measured, in
    /// percent; `nil` if that is not known.
    case measuring(percent: Int?)
    /// The gain in the tags of the song is not used, because it cannot be true. Reported where the song
    /// begins with the level on, unless it was measured before.
    case gainRefused(reason: String)
    /// The output file cannot be written; the engine stays silent.
    case outputFailed(reason: String)
    /// A voice or a layer cannot be played any further: the file at `path` is missing or damaged. All
    /// else goes on. It concerns the session, whichever its generation is.
    case laneFailed(path: String, reason: String)
    /// A cue was reached: all frames before it were written. A stroke concerns the session, whichever
    /// its generation is; the end cue is dropped if the session has jumped since, and has to be
    /// reported again. At the end cue, the music has ended; the bells ring out.
    case cue(Cue)
    /// The session is over, and its bells have rung out: the time to shut down. It comes once, after
    /// the end cue of a plan or after a score with ``Score/isOver``, also where no bell was to be
    /// struck; again only if the end cue is.
    case rangOut
  }

  /// The generation in which the event happened.
  public var generation: Generation
  /// The position in its segment: the frames written to the device, as time.
  public var position: Duration
  /// The session time: the frames of the session written so far, as time, from its beginning.
  public var elapsed: Duration
  /// The gain in dB that brings the song to the common loudness; `nil` if it began with the level
  /// off, in silence, and where it is not known yet.
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

extension EngineEvent: CustomStringConvertible {
  /// The event and its times: `crossed at 60.0 seconds, session time 70.0 seconds, generation 2.0`.
  public var description: String {
    "\(kind) at \(position), session time \(elapsed), generation \(generation)"
  }
}

extension EngineEvent.Kind: CustomStringConvertible {
  /// The kind and its details: `deviceLost: the sound server closed the connection`.
  public var description: String {
    switch self {
    case .position: "position"
    case .crossed: "crossed"
    case .ended: "ended"
    case .damaged(let lost): "damaged: \(lost) lost"
    case .failed(let reason): "failed: \(reason)"
    case .deviceLost(let reason): "deviceLost: \(reason)"
    case .deviceRestored: "deviceRestored"
    case .soundMoved(let reason): "soundMoved: \(reason)"
    case .noDevice(let reason): "noDevice: \(reason)"
    case .underrun(let lost): "underrun: \(lost) lost"
    case .stalled: "stalled"
    case .mixedDown(let count, let other): "mixedDown: \(count) to \(other) channels"
    case .measuring(let percent): "measuring: \(percent.map { "\($0)%" } ?? "unknown part")"
    case .gainRefused(let reason): "gainRefused: \(reason)"
    case .outputFailed(let reason): "outputFailed: \(reason)"
    case .laneFailed(let path, let reason): "laneFailed: \(path): \(reason)"
    case .cue(let cue): "cue: \(cue)"
    case .rangOut: "rangOut"
    }
  }
}
