import MeditationPlan

/// Renders a session frame by frame along its own timeline, without threads and as fast as it can.
///
/// Each score takes effect at the exact frame that the timeline has reached. It runs the prefetcher
/// and the player of `AudioEngine` in lockstep.
@MainActor package final class RenderingEngine: SteppedEngine {
  private let bells: BellSounds
  private let gains: (any GainSource)?
  private let queue = DecodeQueue()
  private let prefetcher: Prefetcher
  private let device: Device
  private let timeline: Timeline
  private let player: FramePlayer

  /// An engine that renders into what `outputs` opens.
  ///
  /// - Parameters:
  ///   - gains: Gives the gains of songs; without it every level is off.
  ///   - sounds: Gives the sounds beside the songs; by default the built-in ones, and files.
  ///   - onEvent: Called with every event, within `advance`; it may call `follow`.
  package init(
    decoders: any DecoderOpener, outputs: any OutputOpener, converters: any RateConverterMaker,
    gains: (any GainSource)? = nil, sounds: LaneSounds? = nil,
    onEvent: @escaping (EngineEvent) -> Void
  ) {
    let bells = BellSounds(decoders: decoders, converters: converters)
    self.bells = bells
    self.gains = gains
    let timeline = Timeline()
    self.timeline = timeline
    prefetcher = Prefetcher(
      queue: queue, decoders: decoders, converters: converters, gains: gains)
    device = Device(
      opener: outputs, fallback: DiscardingOpener(), converters: converters,
      mixer: SessionMixer(sounds: sounds ?? LaneSounds(bells, waits: true)),
      now: { timeline.now })
    player = FramePlayer(
      queue: queue, device: device,
      onEvent: { event in
        onEvent(event)
        timeline.stopIfEnough()
      })
  }

  package func append(_ tracks: [Track]) {
    gains?.append(tracks)
    queue.append(tracks)
  }

  package func setLength(_ length: Duration, of song: SongID) {
    queue.setLength(length, of: song)
  }

  @discardableResult
  package nonisolated func load(bell path: String) throws(SongDecodingError) -> Bool {
    try bells.load(path)
  }

  package nonisolated func length(ofFile path: String) throws(SongDecodingError) -> Duration? {
    try bells.decoders.length(ofFile: path)
  }

  package func follow(_ score: Score) { queue.post(score) }

  /// Renders the next `time` of the timeline: sound while something plays, otherwise silence.
  /// Nothing is written before the first song has opened the output.
  @discardableResult
  package func advance(by time: Duration, until isEnough: () -> Bool = { false }) -> Duration {
    withoutActuallyEscaping(isEnough) { isEnough in render(time, until: isEnough) }
  }

  private func render(_ time: Duration, until isEnough: @escaping () -> Bool) -> Duration {
    let start = timeline.now
    timeline.begin(time, until: isEnough)
    defer { timeline.end() }
    while !timeline.hasStopped {
      let due = timeline.due(device.format)
      if device.format != nil, due == 0 { break }
      // Decoding keeps ahead here, too: a ramp may need frames from beyond a boundary.
      _ = prefetcher.step()
      switch player.step(limit: due) {
      case .worked(let count):
        timeline.rendered(count, device.format)
      // A file always has room.
      case .waits: break
      case .starved:
        if case .rested = prefetcher.step(), !player.handleUnderrun() { silence(due) }
      case .idle, .finished:
        silence(due)
      }
      if device.format == nil, isIdle { break }
    }
    if !timeline.hasStopped {
      timeline.finish()
      player.reportPosition()
    }
    return timeline.now - start
  }

  /// Ramps the sound down, and closes the output, so that a file is complete.
  package func shutDown() {
    queue.quit()
    while player.step() != .finished {}
    device.shutDown(exiting: false)
  }

  /// True if nothing can be rendered because nothing was ever opened.
  private var isIdle: Bool {
    switch player.step(limit: 0) {
    case .idle, .finished: true
    case .worked, .waits: false
    case .starved: if case .rested = prefetcher.step() { true } else { false }
    }
  }

  private func silence(_ count: Int) {
    device.appendSilence(frameCount: min(count, 1 << 16))
  }
}

private final class Timeline {
  /// How far it has been rendered.
  private(set) var now = Duration.zero
  private var target = Duration.zero
  private var origin: (time: Duration, format: OutputFormat)?
  /// Frames written since then.
  private var frameCount = 0
  /// Asked after each event while rendering.
  private var isEnough: (() -> Bool)?
  /// True if an event was enough.
  private(set) var hasStopped = false

  /// Begins to render the next `duration`, or up to an event after which `isEnough`.
  func begin(_ duration: Duration, until isEnough: @escaping () -> Bool) {
    target = now + duration
    self.isEnough = isEnough
    hasStopped = false
  }

  func end() { isEnough = nil }

  func stopIfEnough() {
    if isEnough?() == true { hasStopped = true }
  }

  func finish() { now = target }

  /// How many frames are left to render; 0 while `format` is unknown.
  func due(_ format: OutputFormat?) -> Int {
    guard let format else {
      origin = nil
      return 0
    }
    if origin?.format != format {
      origin = (now, format)
      frameCount = 0
    }
    guard let origin else { return 0 }
    return max((target - origin.time).frameCount(at: format.sampleRate) - frameCount, 0)
  }

  /// Records that `count` frames were written.
  func rendered(_ count: Int, _ format: OutputFormat?) {
    guard count > 0, let format, let origin else { return }
    frameCount += count
    now = origin.time + Duration(frames: frameCount, sampleRate: format.sampleRate)
  }
}
