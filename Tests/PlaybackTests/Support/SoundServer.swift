import Platform
import Score

@testable import Playback

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

    /// Plays until `now`.
    mutating func play() {
      while heard.count < now.frameCount(at: rate) {
        isPlaying = isPlaying && !queue.isEmpty
        heard.append(isPlaying ? queue.removeFirst() : 0)
      }
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
  private let state = Locked(State())

  var now: Duration { state.withLock { $0.now } }
  /// What was heard at each frame of `now`, left channel.
  var heard: [Int16] { state.withLock { $0.heard } }
  var buffers: [Duration] { state.withLock { $0.buffers } }

  func open(_ format: OutputFormat, buffer: Duration) throws(OutputError) -> any Output {
    guard format.bits == 16 else { throw OutputError("16 bits only") }
    state.withLock { state in
      state.buffers.append(buffer)
      state.play()
      (state.queue, state.isPlaying) = ([], false)
      state.capacity = (buffer * share).frameCount(at: rate)
    }
    return ServerStream(self, format, buffer)
  }

  /// Plays what is there for `duration`.
  func play(for duration: Duration) {
    state.withLock { state in
      state.now += duration
      state.play()
    }
  }

  /// Plays its queue to the end.
  fileprivate func drain() {
    state.withLock { state in
      state.isPlaying = true
      state.play(downTo: 0)
    }
  }

  fileprivate func take(_ frames: [Int16]) {
    state.withLock { state in
      state.play()
      state.queue += frames
      state.isPlaying = state.isPlaying || state.queue.count >= state.capacity
      state.play(downTo: state.capacity)
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

  func write(_ frames: UnsafeRawBufferPointer) {
    let samples = frames.bindMemory(to: Int16.self)
    server.take(stride(from: 0, to: samples.count, by: format.channelCount).map { samples[$0] })
  }
}

/// A program that plays `song` under `plan` on a server, and that can be held.
@MainActor struct ServedProgram {
  let server: SoundServer
  let queue = DecodeQueue(.device)
  let prefetcher: Prefetcher
  let player: Player
  let device: Device
  private let log = Log()
  var events: [EngineEvent] { log.events }

  final class Log { var events: [EngineEvent] = [] }

  init(_ song: [Int16], _ plan: Plan) {
    self.init(
      song,
      Score(generation: Generation(jump: 1), segment: .song(id: 0), session: 1, plan: plan))
  }

  /// - Parameter systemTime: The system's clock by that of the server.
  init(
    _ song: [Int16], _ score: Score, on server: SoundServer = SoundServer(),
    systemTime: @escaping (Duration) -> Duration = { $0 }
  ) {
    self.server = server
    let decoders = MemoryOpener([MemoryTrack(song, rate: rate)])
    prefetcher = Prefetcher(queue: queue, decoders: decoders, gains: nil)
    device = Device(
      opener: server, fallback: PacedOpener(), converters: nil,
      mixer: SessionMixer(sounds: .pings), now: { [server] in server.now })
    player = Player(
      queue: queue, device: device, now: { [server] in server.now },
      systemTime: { [server] in systemTime(server.now) },
      onEvent: { [log] in log.events.append($0) })
    queue.append([Track(path: MemoryOpener.path(0))])
    queue.post(score)
  }

  /// Runs until the server's clock says `time`.
  func run(until time: Duration) {
    while server.now < time {
      if player.step() == .starved, case .rested = prefetcher.step() { return }
    }
  }

  /// Nothing runs but the server.
  func hold(for duration: Duration) { server.play(for: duration) }
}
