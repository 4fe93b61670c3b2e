import GaplessAudio
import Synchronization
import Testing
import TwoFiles

@Suite("A player of a queue") struct QueuePlayerTests {
  private static let frameCount = 48_000
  private let recording = Recording()

  private func tone(_ frequency: Double, from frame: Int = 0) -> [Int16] {
    (frame..<Self.frameCount).map { SineOpener.sample($0, of: frequency) }
  }

  /// Plays tones until the queue has ended, and calls `react` with each event, before more is played.
  private func play(
    _ names: [FilePath],
    _ react: @escaping @Sendable (PlayerEvent, QueuePlayer) -> Void = { _, _ in }
  ) async -> [PlayerEvent] {
    let (events, continuation) = AsyncStream<PlayerEvent>.makeStream()
    let itself = Mutex<QueuePlayer?>(nil)
    let player = QueuePlayer(decoders: SineOpener(frameCount: Self.frameCount), outputs: recording)
    {
      event in
      if let player = itself.withLock({ $0 }) { react(event, player) }
      continuation.yield(event)
    }
    itself.withLock { $0 = player }
    player.append(names.map { Track(path: $0) })
    player.play()
    var heard: [PlayerEvent] = []
    for await event in events {
      if case .position = event { continue }
      heard.append(event)
      if event == .ended { break }
    }
    await player.shutDown()
    itself.withLock { $0 = nil }
    return heard
  }

  @Test("plays one track after the other without a gap")
  func gapless() async {
    let events = await play(["440", "300", "500"])
    #expect(events == [.began(track: 0), .began(track: 1), .began(track: 2), .ended])
    #expect(recording.samples == tone(440) + tone(300) + tone(500))
  }

  @Test("goes on with the next track where one cannot be played")
  func failure() async {
    let events = await play(["440", "loud", "300"])
    #expect(
      events == [
        .began(track: 0), .began(track: 1),
        .failed(track: 1, reason: "its name is no frequency"), .began(track: 2), .ended,
      ])
    #expect(recording.samples.count == 2 * Self.frameCount)
  }

  @Test("plays what is added while the last track plays")
  func appending() async {
    let events = await play(["440"]) { event, player in
      if event == .began(track: 0) { player.append([Track(path: "300")]) }
    }
    #expect(events == [.began(track: 0), .began(track: 1), .ended])
    #expect(recording.samples == tone(440) + tone(300))
  }

  @Test("seeks and jumps to the exact frame")
  func seeking() async {
    let events = await play(["440", "300"]) { event, player in
      if event == .began(track: 0) { player.jump(to: 1, at: .milliseconds(500)) }
    }
    #expect(events == [.began(track: 0), .began(track: 1), .ended])
    let afterRamp = tone(300, from: 24_000 + 480)
    #expect(Array(recording.samples.suffix(afterRamp.count)) == afterRamp)
  }

  @Test("a track that is sought in does not begin again")
  func seekingInTrack() async {
    let events = await play(["440"]) { event, player in
      if event == .began(track: 0) { player.seek(to: .milliseconds(500)) }
    }
    #expect(events == [.began(track: 0), .ended])
    let afterRamp = tone(440, from: 24_000 + 480)
    #expect(Array(recording.samples.suffix(afterRamp.count)) == afterRamp)
  }

  @Test("a paused player keeps its position, and plays every frame")
  func pausing() async {
    let events = await play(["440"]) { event, player in
      guard case .position(0, ..<Duration.milliseconds(200)) = event else { return }
      player.pause()
      #expect(!player.isPlaying && player.current == 0)
      player.play()
    }
    #expect(events == [.began(track: 0), .ended])
    #expect(recording.samples.count >= Self.frameCount)
  }

  @Test("fades to another volume, in small steps")
  func fading() async {
    let player = QueuePlayer(
      decoders: SineOpener(frameCount: Self.frameCount), outputs: recording, onEvent: { _ in })
    await player.fade(to: 0, over: .milliseconds(50))
    #expect(player.volume == 0)
    player.volume = 140
    #expect(player.volume == 100)
    for (percent, reached) in [(Int.min, 0), (.max, 100)] {
      await player.fade(to: percent, over: .milliseconds(30))
      #expect(player.volume == reached)
    }
    #expect(player.level == .off)
    player.level = .album
    #expect(player.level == .album)
    await player.shutDown()
  }

  @Test("its events as a stream end when it is released")
  func stream() async {
    let (events, continuation) = AsyncStream<PlayerEvent>.makeStream()
    _ = QueuePlayer(
      decoders: SineOpener(frameCount: 1), outputs: recording, events: continuation)
    for await _ in events {}
  }

  @Test("stops, and begins at the first track again")
  func stopping() async {
    let stops = Mutex(1)
    let events = await play(["440", "300"]) { event, player in
      guard event == .began(track: 1),
        stops.withLock({
          $0 -= 1; return $0 == 0
        })
      else { return }
      player.stop()
      #expect(player.current == nil)
      player.play()
    }
    #expect(
      events == [
        .began(track: 0), .began(track: 1), .began(track: 0), .began(track: 1), .ended,
      ])
  }
}
