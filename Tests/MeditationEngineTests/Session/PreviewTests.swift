import MeditationPlan
import Testing

@testable import MeditationEngine

/// A bell that is chosen while nothing plays is heard once, outside of any session.
@MainActor struct PreviewTests {
  private let queue = DecodeQueue()
  private let outputs = TapeOpener(isFixedFormat: false)
  private let device: Device
  private let player: FramePlayer
  private let prefetcher: Prefetcher
  private let sit = Score(
    generation: Generation(jump: 1), segment: .silence(length: nil), session: 1,
    plan: .of { $0.bells = [.at([.milliseconds(100), .seconds(9)])] })

  init() {
    device = Device(
      opener: outputs, fallback: DiscardingOpener(), converters: LinearConverters(),
      mixer: SessionMixer(sounds: .pings))
    player = FramePlayer(queue: queue, device: device, onEvent: { _ in })
    prefetcher = Prefetcher(
      queue: queue, decoders: MemoryOpener([]), converters: LinearConverters())
  }

  /// Steps until `frameCount` more frames are written, or nothing is to be done.
  private func play(_ frameCount: Int = .max) {
    let end = outputs.tape.frameCount.addingReportingOverflow(frameCount).partialValue
    let goal = end < 0 ? Int.max : end
    while outputs.tape.frameCount < goal {
      _ = prefetcher.step()
      switch player.step(limit: goal - outputs.tape.frameCount) {
      case .worked, .waits: continue
      case .starved: if case .rested = prefetcher.step() { return }
      case .idle, .finished: return
      }
    }
  }

  private var heard: [Int32] {
    let samples =
      outputs.tape.formats.last?.bits == 16
      ? outputs.tape.int16(outputs.tape.formats.count - 1).map { Int32($0) << 8 }
      : outputs.tape.int24(outputs.tape.formats.count - 1)
    return stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
  }

  @Test("it rings to its end, once, at its volume and the session's; then the device is silent")
  func rings() {
    var score = Score(segment: nil, transport: .paused, volume: 50)
    score.plan.bell.volume = 50
    queue.post(score)
    queue.preview(score.plan.bell)
    play()
    #expect(heard.count == 88_200)
    #expect(abs(Double(heard[0]) / 0x1p23 - Ping.peak / 64) < 1e-3)
    play()
    #expect(heard.count == 88_200)
    #expect(device.elapsed == .zero)
  }

  @Test("another one takes its place without a click, and the volume changes it")
  func another() {
    queue.preview(Bell())
    play(20_000)
    queue.preview(Bell())
    play()
    let onsets = StrokeTests.onsets(heard)
    #expect(onsets.count == 2)
    let steps = zip(heard, heard.dropFirst()).map { $1 - $0 }
    // Down, it always ramps.
    #expect((steps.min() ?? 0) > Int32(-0.01 * 0x1p23))
  }

  @Test("a session that begins ends it, and has its own bells at their times")
  func session() {
    queue.preview(Bell())
    play(20_000)
    queue.post(sit)
    play(10_000)
    // After a ramp of 10 ms.
    #expect(StrokeTests.onsets(heard) == [0, 20_000 + 441 + 4_410])
    #expect(device.elapsed == Duration(frames: 10_000 - 441, sampleRate: 44_100))
  }

  @Test("after a session, its time stays; during one, nothing is struck")
  func finished() {
    queue.post(sit)
    play(20_000)
    queue.preview(Bell())
    play(2_000)
    #expect(StrokeTests.onsets(heard).count == 1)
    var over = sit
    over.jump(to: nil)
    (over.transport, over.isOver) = (.paused, true)
    queue.post(over)
    play()
    let elapsed = device.elapsed
    queue.preview(Bell())
    play()
    #expect(StrokeTests.onsets(heard).count == 2)
    #expect(device.elapsed == elapsed)
    // Left, and picking again.
    over.isOver = false
    queue.post(over)
    queue.preview(Bell())
    play()
    #expect(StrokeTests.onsets(heard).count == 3)
  }

  @Test("the device is opened anew for a session whose songs need another format")
  func format() {
    queue.preview(Bell())
    play(1_000)
    queue.append([Track(path: MemoryOpener.path(0))])
    var score = sit
    score.format = SoundFormat(sampleRate: 44_100, channelCount: 6)
    queue.post(score)
    play(1_000)
    #expect(outputs.tape.formats.map(\.channelCount) == [2, 6])
  }
}
