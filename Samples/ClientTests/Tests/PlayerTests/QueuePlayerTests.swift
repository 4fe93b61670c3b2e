import Foundation
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

  @Test("a player that has shut down says so, whatever it is asked")
  func shutDown() async {
    let heard = Mutex<[PlayerEvent]>([])
    let player = QueuePlayer(
      decoders: SineOpener(frameCount: Self.frameCount), outputs: recording,
      onEvent: { event in heard.withLock { $0.append(event) } })
    player.append(["440", "300"].map { Track(path: $0) })
    player.play()
    #expect(player.isPlaying && !player.isShutDown)
    await player.shutDown()
    #expect(!player.isPlaying && player.isShutDown)
    #expect(player.current == nil && player.position == .zero)
    heard.withLock { $0 = [] }
    player.play()
    player.jump(to: 1)
    player.append([Track(path: "500")])
    player.next()
    player.seek(to: .seconds(1))
    player.stop()
    #expect(!player.isPlaying && player.current == nil)
    let reason = "the player has shut down"
    #expect(
      heard.withLock { $0 } == [0, 1, 2].map { PlayerEvent.failed(track: $0, reason: reason) })
  }

  @Test("a paused player that seeks beyond the end of its track is at the end")
  func seekingBeyondTheEnd() async {
    let player = QueuePlayer(
      decoders: SineOpener(frameCount: Self.frameCount), outputs: recording)
    let events = player.events
    player.append([Track(path: "440")])
    player.jump(to: 0, at: .seconds(3600))
    var heard: [PlayerEvent] = []
    for await event in events {
      heard.append(event)
      if case .position = event { break }
    }
    #expect(heard == [.began(track: 0), .position(track: 0, .seconds(1))])
    #expect(player.position == .seconds(1) && !player.isPlaying)
    player.seek(to: .milliseconds(300))
    #expect(player.position == .milliseconds(300))
    await player.shutDown()
  }

  @Test("its events come to every stream, which ends with a shutdown or a release")
  func stream() async {
    let player = QueuePlayer(decoders: SineOpener(frameCount: 1), outputs: recording)
    let (one, other) = (player.events, player.events)
    player.append([Track(path: "440")])
    player.play()
    for await event in one where event == .ended { await player.shutDown() }
    #expect(await other.contains(.ended))
    #expect(await player.events.contains { _ in true } == false)
    for await _ in QueuePlayer(decoders: SineOpener(frameCount: 1), outputs: recording).events {}
  }

  @Test("tracks are inserted and removed around the current one, which plays on")
  func editing() async {
    let player = QueuePlayer(
      decoders: SineOpener(frameCount: Self.frameCount), outputs: recording)
    let events = player.events
    player.append(["440", "300", "500"].map { Track(path: $0) })
    player.jump(to: 0)
    player.insert([Track(path: "600")], at: 0)
    #expect(player.current == 1 && player.count == 4)
    player.remove(at: 2)
    player.insert([Track(path: "700"), Track(path: "800")], at: 99)
    player.remove(at: -1)
    player.remove(at: 0)
    #expect(player.current == 0 && player.count == 4)
    player.play()
    var begun: [Int] = []
    for await event in events {
      if case .began(let track) = event { begun.append(track) }
      if event == .ended { await player.shutDown() }
    }
    #expect(begun == [0, 1, 2, 3])
    #expect(recording.samples == tone(440) + tone(500) + tone(700) + tone(800))
  }

  @Test("the next track begins where the current one is removed, and the queue ends with the last")
  func removingTheCurrentOne() async {
    let heard = Mutex<[PlayerEvent]>([])
    let player = QueuePlayer(
      decoders: SineOpener(frameCount: Self.frameCount), outputs: recording,
      onEvent: { event in
        if case .position = event { return }
        heard.withLock { $0.append(event) }
      })
    player.append(["440", "300"].map { Track(path: $0) })
    player.jump(to: 0)
    player.remove(at: 0)
    player.remove(at: 0)
    #expect(heard.withLock { $0 } == [.began(track: 0), .began(track: 0), .ended])
    #expect(player.current == nil && player.count == 0)
    await player.shutDown()
  }

  @Test("goes back to the track before, or to the beginning of one that was heard for 3 seconds")
  func previous() async {
    let player = QueuePlayer(
      decoders: SineOpener(frameCount: 10 * Self.frameCount), outputs: recording)
    player.previous()
    player.append(["440", "300"].map { Track(path: $0) })
    player.jump(to: 1, at: .seconds(3))
    player.previous()
    #expect(player.current == 0)
    player.jump(to: 1, at: .milliseconds(3001))
    player.previous()
    #expect(player.current == 1 && player.position == .zero)
    player.previous()
    player.previous()
    #expect(player.current == 0)
    player.clear()
    #expect(player.current == nil && player.count == 0)
    player.append([Track(path: "500")])
    player.jump(to: 0)
    #expect(player.current == 0)
    await player.shutDown()
  }

  @Test("plays into a file, and on a device that is named")
  func outputs() async throws {
    let path = FilePath(
      FileManager.default.temporaryDirectory.appending(path: "\(UUID()).wav").path)
    defer { try? FileManager.default.removeItem(atPath: path.string) }
    for outputs in [try .file(path), .device("null")] as [any OutputOpener] {
      let player = QueuePlayer(decoders: SineOpener(frameCount: 4_800), outputs: outputs)
      let events = player.events
      player.append(["440", "300"].map { Track(path: $0) })
      player.play()
      for await event in events where event == .ended { await player.shutDown() }
    }
    let decoder = try SndfileOpener().open(path)
    #expect(decoder.frameCount == 9_600)
    #expect(throws: OutputError.self) { try QueuePlayer(outputs: .file("/nowhere/x.wav")) }
  }

  @Test("tells pauses of a current track, each once, and has its length")
  func transport() async throws {
    let heard = Mutex<[PlayerEvent]>([])
    let player = QueuePlayer(
      decoders: SineOpener(frameCount: Self.frameCount), outputs: recording,
      onEvent: { event in
        if case .position = event { return }
        heard.withLock { $0.append(event) }
      })
    player.pause()
    player.append([Track(path: "440"), Track(path: "300", length: .seconds(7))])
    player.jump(to: 1)
    player.pause()
    for _ in 1...2 { player.play() }
    for _ in 1...2 { player.pause() }
    player.clear()
    player.stop()
    #expect(
      heard.withLock { $0 } == [
        .began(track: 1), .resumed(track: 1), .paused(track: 1), .stopped,
      ])
    player.append(
      [Track(path: "440"), Track(path: "300", length: .seconds(7)), Track(path: "loud")])
    #expect(player.tracks.map(\.path) == ["440", "300", "loud"])
    #expect(try player.length(ofTrack: 0) == .seconds(1))
    #expect(try player.length(ofTrack: 1) == .seconds(7))
    #expect(throws: SongDecodingError.self) { try player.length(ofTrack: 2) }
    #expect(try player.length(ofTrack: 3) == nil)
    await player.shutDown()
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
        .began(track: 0), .began(track: 1), .stopped, .began(track: 0), .began(track: 1), .ended,
      ])
  }
}
