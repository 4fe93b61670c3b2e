import Score

/// Renders a session frame by frame along its own timeline, without threads and as fast as it can.
///
/// Each score takes effect at the very frame that the timeline has reached. It is the engine of
/// `AudioEngine`, driven in lockstep.
@MainActor public final class RenderingEngine: PlaybackEngine {
  private let supply = Supply()
  private let feeder: Feeder
  private let device: Device
  private let timeline: Timeline
  private let player: Player
  private let news: News

  /// An engine that renders into what `outputs` opens.
  ///
  /// - Parameter onEvent: Told of everything, within `advance`; it may call `follow`.
  public init(
    decoders: any DecoderOpener, outputs: any OutputOpener,
    onEvent: @escaping (EngineEvent) -> Void
  ) {
    let timeline = Timeline()
    let news = News(onEvent)
    self.timeline = timeline
    self.news = news
    feeder = Feeder(supply: supply, decoders: decoders)
    device = Device(opener: outputs, fallback: DiscardingOpener())
    player = Player(
      supply: supply, device: device, now: { timeline.now }, onEvent: { news.tell($0) })
  }

  public func append(_ tracks: [Track]) { supply.append(tracks.map(\.path)) }

  /// Takes `score` as what is wanted from here on.
  public func follow(_ score: Score) { supply.follow(score) }

  /// Renders the next `duration` of the timeline: sound while something plays, else silence.
  ///
  /// Nothing is written before the first track opened the output. Tells all events on its way.
  ///
  /// - Parameter stop: Asked after each event; `true` ends the rendering there.
  /// - Returns: How much of the timeline was rendered: `duration`, unless it was stopped.
  @discardableResult
  public func advance(
    by duration: Duration, stoppingWhen stop: ((EngineEvent) -> Bool)? = nil
  ) -> Duration {
    let start = timeline.now
    news.stop = stop
    news.hasStopped = false
    defer { news.stop = nil }
    timeline.target = start + duration
    while !news.hasStopped {
      let due = timeline.due(device.format)
      if device.format != nil, due == 0 { break }
      // Decoding keeps ahead here, too: a ramp may need frames from beyond a boundary.
      _ = feeder.step()
      switch player.step(limit: due) {
      case .worked(let count):
        timeline.rendered(count, device.format)
      case .starved:
        if case .rested = feeder.step(), !player.endure() { silence(due) }
      case .idle, .finished:
        silence(due)
      }
      if device.format == nil, isIdle { break }
    }
    if !news.hasStopped {
      timeline.now = timeline.target
      player.tellPosition()
    }
    return timeline.now - start
  }

  /// Ramps down what sounds, and closes the output, so that a file is complete.
  public func shutDown() {
    supply.quit()
    while player.step() != .finished {}
    device.shutDown()
  }

  /// Whether nothing can be rendered because nothing was ever opened.
  private var isIdle: Bool {
    switch player.step(limit: 0) {
    case .idle, .finished: true
    case .worked: false
    case .starved: if case .rested = feeder.step() { true } else { false }
    }
  }

  private func silence(_ count: Int) {
    device.appendSilence(frameCount: min(count, 1 << 16))
  }
}
