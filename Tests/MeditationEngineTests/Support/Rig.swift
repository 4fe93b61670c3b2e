import MeditationPlan

@testable import MeditationEngine

/// A minimal session: plays tracks one after another on a timeline.
@MainActor final class Rig {
  let tape: Tape
  let files: MemoryOpener
  private(set) var events: [EngineEvent] = []
  private(set) var engine: RenderingEngine?
  private(set) var score = Score(generation: Generation(jump: 0), segment: nil)
  /// True if a boundary is followed by the score that has caught up with it.
  var followsBoundaries = true
  /// True if the session is over when the engine says that it has ended.
  var endsItself = false
  /// True if the first song follows the last.
  var repeats = false
  private let count: Int

  init(
    _ tracks: [MemoryTrack], outputs: TapeOpener = TapeOpener(),
    converters: any RateConverterMaker = LinearConverters(), sounds: LaneSounds = .silent,
    gains: (any GainSource)? = nil, lengths: [Duration?] = []
  ) {
    tape = outputs.tape
    files = MemoryOpener(tracks)
    count = tracks.count
    engine = RenderingEngine(
      decoders: files, outputs: outputs, converters: converters, gains: gains, sounds: sounds
    ) { [weak self] in self?.hear($0) }
    engine?.append(
      tracks.indices.map {
        Track(
          path: MemoryOpener.path($0), length: lengths.indices.contains($0) ? lengths[$0] : nil)
      })
  }

  /// All but positions.
  var news: [EngineEvent] { events.filter { $0.kind != .position } }

  /// Jumps to `song`.
  func play(_ song: Int, from start: Duration = .zero, volume: Int? = nil) {
    change {
      $0.jump(to: segment(song), at: start)
      $0.next = following($0.segment, in: $0.plan)
      $0.transport = .playing
      $0.volume = volume ?? $0.volume
    }
  }

  /// Changes the score without a jump.
  func change(_ change: (inout Score) -> Void) {
    change(&score)
    engine?.follow(score)
  }

  func pause() { change { $0.transport = .paused } }
  func resume() { change { $0.transport = .playing } }

  func silence() {
    change {
      $0.jump(to: nil)
      $0.transport = .paused
    }
  }

  /// Begins a session of `plan` with all songs.
  func sit(_ plan: Plan) {
    change {
      let first = segment(0) ?? .silence(length: nil)
      let settles = plan.settling > .zero
      $0.jump(to: settles ? .silence(length: plan.settling) : first)
      $0.plan = plan
      $0.next = settles ? first : following(first, in: plan)
      $0.transport = .playing
      $0.isOver = false
      $0.session += 1
      $0.beginning = .zero - plan.settling
    }
  }

  /// Ends the session.
  func stop() {
    change {
      $0.jump(to: nil)
      $0.transport = .paused
      $0.isOver = true
    }
  }

  func advance(frames: Int, rate: Int = 44_100) {
    engine?.advance(by: Duration(frames: frames, sampleRate: rate))
  }

  func finish() { engine?.shutDown() }

  func segment(_ song: Int) -> Segment? {
    song < count ? .song(id: SongID(rawValue: song)) : nil
  }

  private func hear(_ event: EngineEvent) {
    events.append(event)
    if endsItself, event.generation.jump == score.generation.jump,
      event.kind == .ended || event.isEnd
    {
      return stop()
    }
    guard event.kind == .crossed, followsBoundaries, event.generation == score.generation else {
      return
    }
    change {
      $0.cross()
      $0.next = following($0.segment, in: $0.plan)
    }
  }

  /// The segment after `segment` in a session; `nil` at the end, and after a silence.
  private func following(_ segment: Segment?, in plan: Plan) -> Segment? {
    guard let id = segment?.songID else { return nil }
    return self.segment(id.rawValue + 1) ?? (repeats ? self.segment(0) : nil)
      ?? (plan.outlastsSongs ? .silence(length: nil) : nil)
  }
}

extension EngineEvent {
  /// The cue that it reports.
  var cue: Cue? {
    if case .cue(let cue) = kind { cue } else { nil }
  }

  /// True if it reports the end of the plan.
  var isEnd: Bool { cue?.kind == .end }
}
