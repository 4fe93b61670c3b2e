import MeditationPlan
import MeditationSystem

@testable import MeditationEngine

private let rate = 8_000

/// A sound server with a clock of its own: it plays when its queue is full, and silence when that
/// is empty, until it is full again.
struct SoundServer: OutputOpener {
  private struct State {
    var now = Duration.zero
    var heard: [Int16] = []
    var buffers: [Duration] = []
    var queue: ArraySlice<Int16> = []
    var isPlaying = false
    var capacity = 0
    /// When it begins to play after it was full; `nil` until it was.
    var beginning: Duration?
    /// The part of its capacity that it keeps after half a second.
    var lasting = 1.0
    var writeCount = 0
    /// For how long it plays on before the next write fails; `nil` until it is unplugged.
    var lastPlay: Duration?

    /// Plays until `now`.
    mutating func play() {
      while heard.count < now.frameCount(at: rate) {
        let time = Duration(frames: heard.count, sampleRate: rate)
        if let beginning, isPlaying, time < beginning {
          heard.append(0)
          continue
        }
        isPlaying = isPlaying && !queue.isEmpty
        heard.append(isPlaying ? queue.removeFirst() : 0)
      }
    }

    /// How many frames it holds by now.
    var limit: Int {
      let age = beginning.map { now - $0 } ?? .zero
      return age < .milliseconds(400) ? capacity : Int(Double(capacity) * lasting)
    }

    /// Plays until no more than `count` frames wait.
    mutating func play(downTo count: Int) {
      while queue.count > count {
        now += .milliseconds(1)
        play()
      }
    }
  }

  /// The part of the buffer asked for that it holds.
  var share = 1.0
  /// For how long it stands still when it was full for the first time.
  var idle = Duration.zero
  /// The part of that which it still holds half a second after it began to play.
  var lasting = 1.0
  /// How late each twentieth write returns, at most.
  var lateness = Duration.zero
  /// How late the sixth write returns, while it is filled.
  var hesitation = Duration.zero
  /// How much a sink behind it always holds. It tells how long all of that takes to be heard.
  var told: Duration?
  /// How much silence it counts as well while it plays nothing, which it takes back then.
  var silence = Duration.zero
  private let state = Locked(State())

  var now: Duration { state.withLock { $0.now } }
  /// The sample heard at each frame up to `now`, left channel.
  var heard: [Int16] {
    let behind = [Int16](repeating: 0, count: (told ?? .zero).frameCount(at: rate))
    return behind + state.withLock(\.heard)
  }
  /// How often it was written to.
  var writeCount: Int { state.withLock { $0.writeCount } }
  /// How much it has to play.
  var held: Duration { state.withLock { Duration(frames: $0.queue.count, sampleRate: rate) } }
  var buffers: [Duration] { state.withLock { $0.buffers } }

  func open(_ format: OutputFormat, buffer: Duration) throws(OutputError) -> any Output {
    guard format.bits == 16 else { throw OutputError("16 bits only") }
    state.withLock { state in
      state.buffers.append(buffer)
      state.play()
      (state.queue, state.isPlaying) = ([], false)
      state.capacity = (buffer * share).frameCount(at: rate)
      state.lasting = lasting
      state.beginning = nil
    }
    return ServerStream(self, format, buffer)
  }

  /// How long it takes until all that it was given is heard; `nil` if it does not tell.
  fileprivate var delay: ToldDelay? {
    told.map { told in
      state.withLock { state in
        let queue = Duration(frames: state.queue.count, sampleRate: rate)
        let idle = max((state.beginning ?? .zero) - state.now, .zero)
        let behind = state.isPlaying ? told : told + silence
        return ToldDelay(
          whole: queue + idle + behind, least: silence > .zero ? queue : queue + idle + behind)
      }
    }
  }

  /// Plays what is there for `duration`.
  func play(for duration: Duration) {
    state.withLock { state in
      state.now += duration
      state.play()
    }
  }

  /// Plays for `duration` in the next write, which then fails, as all do from then on.
  func unplug(after duration: Duration) { state.withLock { $0.lastPlay = duration } }

  /// Plays its queue to the end.
  fileprivate func drain() {
    state.withLock { state in
      state.isPlaying = true
      state.play(downTo: 0)
    }
  }

  fileprivate func take(_ frames: [Int16]) throws(OutputError) {
    if let rest = state.withLock(\.lastPlay) {
      play(for: rest)
      throw OutputError("unplugged")
    }
    state.withLock { state in
      state.play()
      state.writeCount += 1
      state.queue += frames
      if !state.isPlaying, state.queue.count >= state.limit {
        state.isPlaying = true
        // A stream that ran out is filled again without that.
        state.beginning = state.beginning ?? state.now + idle
      }
      state.play(downTo: state.limit)
      if state.writeCount == 6 {
        state.now += hesitation
        state.play()
      }
      if state.writeCount % 20 == 0 {
        state.now += lateness * (state.writeCount / 20 * 7 % 10 + 1) / 10
        state.play()
      }
    }
  }
}

private final class ServerStream: Output {
  let format: OutputFormat
  let latency: Duration?
  private let server: SoundServer

  init(_ server: SoundServer, _ format: OutputFormat, _ buffer: Duration) {
    (self.server, self.format, latency) = (server, format, buffer)
  }

  deinit { server.drain() }

  var bufferFrameCount: Int { latency?.frameCount(at: rate) ?? 0 }

  func askDelay() -> ToldDelay? { server.delay }

  func write(_ frames: UnsafeRawBufferPointer) throws(OutputError) {
    let samples = frames.bindMemory(to: Int16.self)
    try server.take(stride(from: 0, to: samples.count, by: format.channelCount).map { samples[$0] })
  }
}

/// A program that plays `song` under `plan` on a server, and that can be held.
@MainActor struct ServedProgram {
  let server: SoundServer
  let queue = DecodeQueue(.device)
  let prefetcher: Prefetcher
  let player: FramePlayer
  let device: Device
  private let log = Log()
  var events: [EngineEvent] { log.events }

  /// The time that was lost in each underrun.
  var losses: [Duration] {
    events.compactMap { event -> Duration? in
      if case .underrun(let lost) = event.kind { lost } else { nil }
    }
  }

  /// The frames at which strokes follow silence.
  var onsets: [Int] {
    let heard = server.heard
    return heard.indices.dropFirst().filter {
      abs(Int(heard[$0])) > 6_000 && heard[$0 - 1] == 0
    }
  }

  final class Log { var events: [EngineEvent] = [] }

  init(_ song: [Int16], _ plan: Plan) {
    self.init(
      song,
      Score(generation: Generation(jump: 1), segment: .song(id: 0), session: 1, plan: plan))
  }

  /// The pace of the program's clock by that of the server.
  private let pace: Double

  /// - Parameters:
  ///   - pace: The pace of the program's clock by that of the server.
  ///   - systemTime: The system's clock by that of the server.
  init(
    _ song: [Int16], _ score: Score, on server: SoundServer = SoundServer(), pace: Double = 1,
    proceedsWithoutDevice: Bool = false, systemTime: @escaping (Duration) -> Duration = { $0 }
  ) {
    (self.server, self.pace) = (server, pace)
    let decoders = MemoryOpener([MemoryTrack(song, rate: rate)])
    prefetcher = Prefetcher(queue: queue, decoders: decoders, converters: LinearConverters())
    device = Device(
      opener: server, fallback: TapeOpener(isFixedFormat: false), converters: LinearConverters(),
      mixer: SessionMixer(sounds: .pings), proceedsWithoutDevice: proceedsWithoutDevice,
      now: { [server] in server.now * pace })
    player = FramePlayer(
      queue: queue, device: device,
      systemTime: { [server] in systemTime(server.now) },
      onEvent: { [log] in log.events.append($0) })
    queue.append([Track(path: MemoryOpener.path(0))])
    queue.post(score)
  }

  /// Runs until the server's clock says `time`.
  func run(until time: Duration) {
    while server.now < time {
      switch player.step() {
      case .starved: if case .rested = prefetcher.step() { return }
      case .waits(let time): wait(time)
      case .worked, .idle, .finished: break
      }
    }
  }

  /// Runs until there is nothing to do before another score comes.
  func runUntilIdle() {
    while true {
      switch player.step() {
      case .waits(let time): wait(time)
      case .worked, .starved: break
      case .idle, .finished: return
      }
    }
  }

  /// A time that is rounded to nothing would never pass.
  private func wait(_ time: Duration) { server.play(for: max(time / pace, .microseconds(1))) }

  /// Nothing runs but the server.
  func hold(for duration: Duration) { server.play(for: duration) }
}
