import MeditationEngine
import MeditationPlan
import MeditationSystem
import SystemPackage
import Testing

/// Samples that need no processing reach the output without a copy.
@MainActor struct CopyTests {
  @Test("16 bits at full volume are handed on as they were decoded")
  func once() { play(Plan(), .seconds(60)) }

  @Test("so are they in a session, outside of its bells, its fades and its end")
  func session() {
    var plan = Plan()
    plan.length = .time(.seconds(120))
    plan.bells = [.every(.seconds(61))]
    plan.fade = .seconds(5)
    plan.closing = 3
    // The song is said to have begun long ago.
    play(plan, .seconds(60), beginning: .seconds(-30), skipping: .seconds(10))
  }

  private func play(
    _ plan: Plan, _ length: Duration, beginning: Duration = .zero, skipping: Duration = .zero
  ) {
    let memory = Memory()
    let engine = RenderingEngine(
      decoders: memory, outputs: memory, converters: LinearConverters()
    ) { _ in }
    engine.append([Track(path: "song")])
    engine.follow(
      Score(
        generation: Generation(jump: 1), segment: .song(id: 0), beginning: beginning, plan: plan))
    engine.advance(by: skipping)
    memory.seen.withLock { $0.written = [] }
    engine.advance(by: length)
    let seen = memory.seen.withLock { $0 }
    #expect(seen.written.count > 100)
    #expect(seen.written.isSubset(of: seen.decoded))
  }
}

/// Records the addresses at which samples are decoded and written.
private struct Memory: DecoderOpener, OutputOpener {
  struct Seen {
    /// Addresses, by blocks of which each holds a whole number of frames.
    var decoded: Set<Int> = []
    var written: Set<Int> = []
  }

  let seen = Locked(Seen())
  let isFixedFormat = true

  func open(_ path: FilePath) -> any SongDecoder { Silence(self) }
  func open(_ format: OutputFormat, buffer: Duration) -> any Output { Sink(format, self) }

  static func blocks(_ bytes: UnsafeRawBufferPointer) -> [Int] {
    let start = Int(bitPattern: bytes.baseAddress)
    return Array(start / 64...(start + max(bytes.count, 1) - 1) / 64)
  }

  final class Silence: SongDecoder {
    let format = StreamFormat(sampleRate: 44_100, channelCount: 2, sample: .int16)
    let frameCount: Int? = nil
    let tags = Tags()
    private let memory: Memory

    init(_ memory: Memory) { self.memory = memory }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      memory.seen.withLock {
        $0.decoded.formUnion(Memory.blocks(UnsafeRawBufferPointer(buffer)))
      }
      return buffer.count / format.frameByteCount
    }

    func seek(to frame: Int) {}
  }

  final class Sink: Output {
    let format: OutputFormat
    private let memory: Memory

    init(_ format: OutputFormat, _ memory: Memory) {
      self.format = format
      self.memory = memory
    }

    func write(_ frames: UnsafeRawBufferPointer) {
      memory.seen.withLock { $0.written.formUnion(Memory.blocks(frames)) }
    }
  }
}
