import Platform
import Score
import Testing

@testable import Playback

private let rate = 8_000

/// What becomes of a session whose device runs out of sound, because nothing of the program ran.
@MainActor struct UnderrunTests {
  /// A sound server with a clock of its own: it plays when its queue is full, and silence when that
  /// is empty, until it is full again.
  private struct Server: OutputOpener {
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
        state.capacity = buffer.frameCount(at: rate)
      }
      return Stream(self, format, buffer)
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

  private final class Stream: Output {
    let format: OutputFormat
    let latency: Duration?
    private let server: Server

    init(_ server: Server, _ format: OutputFormat, _ buffer: Duration) {
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
  private struct Program {
    let server = Server()
    let queue = DecodeQueue(.device)
    let prefetcher: Prefetcher
    let player: Player
    let device: Device
    private let log = Log()
    var events: [EngineEvent] { log.events }

    final class Log { var events: [EngineEvent] = [] }

    init(_ song: [Int16], _ plan: Plan) {
      let decoders = MemoryOpener([MemoryTrack(song, rate: rate)])
      prefetcher = Prefetcher(queue: queue, decoders: decoders, gains: nil)
      device = Device(
        opener: server, fallback: PacedOpener(), converters: nil,
        mixer: SessionMixer(sounds: .pings), now: { [server] in server.now })
      player = Player(
        queue: queue, device: device, now: { [server] in server.now },
        onEvent: { [log] in log.events.append($0) })
      queue.append([Track(path: MemoryOpener.path(0))])
      queue.post(
        Score(
          generation: Generation(jump: 1), segment: .song(id: 0), session: 1, plan: plan))
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

  private func plan(_ change: (inout Plan) -> Void) -> Plan { .of(change) }

  @Test("the bells after it come at their times by the clock, and it is reported")
  func bells() throws {
    let silence = [Int16](repeating: 0, count: rate * 20)
    let program = Program(
      silence,
      plan {
        $0.length = .time(.seconds(15))
        $0.bells = [.every(.seconds(3))]
      })
    program.run(until: .seconds(1))
    program.hold(for: .milliseconds(700))
    program.run(until: .seconds(8))
    let heard = program.server.heard
    let onsets = heard.indices.dropFirst().filter {
      abs(Int(heard[$0])) > 6_000 && heard[$0 - 1] == 0
    }
    // Half of the buffer and 10 ms of silence at the beginning; a stroke of 3 s rings for 2 s.
    let first = try #require(onsets.first)
    #expect(onsets.count == 2)
    #expect((3 * rate...3 * rate + rate / 50).contains(first))
    #expect(onsets.last.map { abs($0 - first - 3 * rate) <= 8 } == true)
    let lost = program.events.compactMap { event -> Duration? in
      if case .underrun(let lost) = event.kind { lost } else { nil }
    }
    // 700 ms, less what the device held.
    #expect(lost.count == 1)
    #expect(lost.allSatisfy { .milliseconds(440)...(.milliseconds(460)) ~= $0 })
  }

  @Test("a stroke that was due meanwhile is struck at once")
  func strokeMeanwhile() {
    let program = Program(
      [Int16](repeating: 0, count: rate * 20),
      plan {
        $0.length = .time(.seconds(15))
        $0.bells = [.every(.seconds(3))]
      })
    program.run(until: .milliseconds(2_600))
    program.hold(for: .milliseconds(700))
    program.run(until: .seconds(5))
    let onset = program.server.heard.firstIndex { abs(Int($0)) > 6_000 }
    let time = Duration(frames: onset ?? 0, sampleRate: rate)
    #expect(time >= .milliseconds(3_300) && time < .milliseconds(3_400))
  }

  @Test("a program that was stopped for minutes holds its session, and reports nothing")
  func stopped() {
    let program = Program(
      [Int16](repeating: 0, count: rate * 20), plan { $0.length = .time(.seconds(15)) })
    program.run(until: .seconds(1))
    program.hold(for: .seconds(300))
    program.run(until: .seconds(302))
    #expect(program.device.elapsed < .seconds(4))
    #expect(program.events.allSatisfy { $0.kind == .position })
  }

  @Test("a player without a plan begins with little, and has more from the first sign of one on")
  func grows() {
    let song = Signal.sine(100, frames: rate * 20, rate: rate)
    let program = Program(song, Plan())
    program.run(until: .seconds(1))
    #expect(program.server.buffers == [.milliseconds(100)])
    program.hold(for: .milliseconds(80))
    program.run(until: .seconds(2))
    #expect(program.server.buffers == [.milliseconds(100), .milliseconds(250)])
    program.hold(for: .milliseconds(230))
    program.run(until: .seconds(3))
    #expect(program.server.buffers.last == .milliseconds(500))
    #expect(program.events.allSatisfy { $0.kind == .position })
    // Where it was opened anew, the sound went out and came in.
    #expect(Signal.largestStep(program.server.heard) <= Signal.largestStep(song) + 60)
  }

  @Test("a plan has a quarter of a second from its beginning on, and twice that with a settling")
  func planned() {
    for (settling, buffer) in [(0, 250), (10, 500)] {
      let program = Program(
        Signal.sine(100, frames: rate * 4, rate: rate),
        plan {
          $0.length = .time(.seconds(15))
          $0.settling = .seconds(settling)
        })
      program.run(until: .seconds(1))
      #expect(program.server.buffers == [.milliseconds(buffer)])
    }
  }
}

struct DeviceFillTests {
  @Test("an hour at the pace of a slower or faster clock is no underrun")
  func clocks() {
    for pace in [999.0, 1_000.0, 1_001.0] {
      var fill = DeviceFill(capacity: .milliseconds(250))
      for _ in 0..<25 { fill.accept(.milliseconds(10), at: .zero) }
      for slice in 1...360_000 {
        let now = Duration.milliseconds(10) * (Double(slice) * pace / 1_000)
        #expect(!fill.isLow(at: now))
        fill.accept(.milliseconds(10), at: now)
      }
    }
  }

  @Test("a device that does not play yet, or that is left to run out, has no underrun")
  func idle() {
    var fill = DeviceFill(capacity: .milliseconds(100))
    fill.accept(.milliseconds(90), at: .zero)
    #expect(fill.takeUnderrun(at: .seconds(1)) == nil)
    fill.accept(.milliseconds(10), at: .seconds(1))
    #expect(fill.takeUnderrun(at: .seconds(1) + .milliseconds(90)) == nil)
    fill.rest()
    #expect(fill.takeUnderrun(at: .seconds(2)) == nil)
  }
}
