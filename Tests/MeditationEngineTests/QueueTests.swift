import MeditationPlan
import MeditationSystem
import SystemPackage
import Testing

@testable import MeditationEngine

/// Decoding ahead of playback.
@MainActor struct QueueTests {
  nonisolated static let formats = [
    StreamFormat(sampleRate: 44_100, channelCount: 2, sample: .int16),
    StreamFormat(sampleRate: 48_000, channelCount: 2, sample: .float32),
    StreamFormat(sampleRate: 192_000, channelCount: 2, sample: .int24in32),
    StreamFormat(sampleRate: 48_000, channelCount: 8, sample: .float32),
    StreamFormat(sampleRate: 192_000, channelCount: 8, sample: .float32),
    StreamFormat(sampleRate: 8_000, channelCount: 1, sample: .int16),
  ]

  @Test("two seconds and more, or all that four megabytes hold", arguments: formats)
  func ahead(format: StreamFormat) {
    let (seconds, byteCount) = decodedAhead(of: format, .device)
    #expect(seconds >= 2 || byteCount > 3_900_000)
    #expect(seconds <= 30)
    #expect(byteCount < 4_000_000)
  }

  @Test("for a file, a batch and more, in two megabytes", arguments: formats)
  func aheadOfFile(format: StreamFormat) {
    let capacity = QueueCapacity.file
    let (seconds, byteCount) = decodedAhead(of: format, capacity)
    #expect(seconds >= 2 || byteCount >= capacity.batch * 2 * capacity.chunkByteCount)
    #expect(byteCount <= 2 << 20)
  }

  /// How much is decoded before anything plays: seconds at first, and bytes however often it is
  /// taken.
  private func decodedAhead(
    of format: StreamFormat, _ capacity: QueueCapacity
  ) -> (seconds: Double, byteCount: Int) {
    var track = MemoryTrack([Int16]())
    track.format = format
    track.bytes = [UInt8](repeating: 0, count: 8_000_000)
    let queue = DecodeQueue(capacity)
    let prefetcher = Prefetcher(
      queue: queue, decoders: MemoryOpener([track]), converters: LinearConverters())
    queue.append([Track(path: MemoryOpener.path(0))])
    queue.post(Score(generation: Generation(jump: 1), segment: .song(id: 0)))
    var (taken, spent) = ([Chunk](), [[UInt8]]())
    func take() {
      while case .worked = prefetcher.step() {}
      queue.take(
        into: &taken, atLeast: .max, recycling: &spent, in: queue.control.epoch)
    }
    func byteCount() -> Int { taken.reduce(0) { $0 + $1.storage.count } }
    take()
    let seconds = taken.reduce(0) { $0 + $1.seconds }
    // Chunks that are taken, but not yet played, count, too.
    for _ in 0..<10 { take() }
    return (seconds, byteCount())
  }

  @Test("at most eight decoders are stuck at once; one that comes back makes room for another")
  func stuck() {
    let queue = DecodeQueue()
    queue.append([Track(path: MemoryOpener.path(0))])
    var (jump, latest) = (0, 0)
    func wantAnother() {
      jump += 1
      queue.post(Score(generation: Generation(jump: jump), segment: .song(id: 0)))
    }
    let replacements = (0..<9).map { _ in
      wantAnother()
      _ = queue.nextTask(for: 0, by: latest)
      wantAnother()
      let id = queue.replaceStalledDecoder()
      latest = id ?? latest
      return id
    }
    #expect(replacements == [1, 2, 3, 4, 5, 6, 7, 8, nil])
    guard case .exit = queue.nextTask(for: 1, by: 0) else {
      Issue.record("one that was replaced goes on")
      return
    }
    #expect(queue.replaceStalledDecoder() == 9)
  }

  @Test("the next song is opened and decoded before the current one ends")
  func nextSong() {
    let songs = (0..<2).map { Signal.noise(frames: 20_000, seed: UInt64($0 + 1)) }
    let rig = Rig(songs.map { MemoryTrack($0) })
    rig.play(0)
    rig.advance(frames: 19_000)
    #expect(rig.files.disk.withLock { $0.openings } == (0..<2).map(MemoryOpener.path))
  }
}
