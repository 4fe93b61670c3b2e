import MeditationPlan
import MeditationSystem
import Testing

@testable import MeditationEngine

/// Segments of silence.
@MainActor struct SilenceTests {
  @Test("settling lasts exactly as long, in the format of the song that follows, opened once")
  func settling() {
    let song = Signal.noise(frames: 20_000)
    let rig = Rig([MemoryTrack(song, rate: 32_000)], outputs: TapeOpener(isFixedFormat: false))
    rig.sit(.of { $0.settling = .milliseconds(1_500) })
    rig.advance(frames: 80_000, rate: 32_000)
    #expect(rig.tape.formats == [OutputFormat(sampleRate: 32_000, channelCount: 1, bits: 16)])
    #expect(rig.tape.int16().prefix(48_000).allSatisfy { $0 == 0 })
    #expect(Signal.firstDifference(rig.tape.int16()[48_000..<68_000], song) == nil)
    #expect(rig.files.disk.withLock { $0.openings.count } == 1)
    #expect(rig.news.map(\.kind) == [.crossed, .ended])
    #expect(rig.news.map(\.elapsed) == [.zero, .milliseconds(625)])
    #expect(rig.events.first?.elapsed ?? .zero < .zero)
  }

  @Test("a song that does not open fails after the settling, not before")
  func failure() {
    let rig = Rig([MemoryTrack(Signal.noise(frames: 100))])
    rig.files.disk.withLock { $0.deleted = [MemoryOpener.path(0)] }
    rig.sit(.of { $0.settling = .seconds(1) })
    rig.advance(frames: 50_000)
    #expect(rig.news.map(\.kind) == [.crossed, .failed(reason: "there is no such file")])
    #expect(rig.news.map(\.elapsed) == [.zero, .zero])
  }

  @Test("after the songs there is silence in their format, without an end")
  func after() {
    let song = Signal.noise(frames: 20_000)
    let rig = Rig([MemoryTrack(song, rate: 32_000)], outputs: TapeOpener(isFixedFormat: false))
    rig.sit(.of { $0.length = .open })
    rig.advance(frames: 32_000 * 60, rate: 32_000)
    #expect(rig.tape.formats.count == 1)
    #expect(rig.news.map(\.kind) == [.crossed])
    #expect(rig.events.last?.elapsed == .seconds(60))
    #expect(rig.events.last?.position == .seconds(60) - .milliseconds(625))
  }

  @Test("session time stands still in a pause, and no jump moves it")
  func sessionTime() {
    let rig = Rig([MemoryTrack(Signal.noise(frames: 400_000))])
    rig.sit(.of { $0.settling = .seconds(1) })
    rig.advance(frames: 44_100)
    rig.advance(frames: 30_000)
    rig.pause()
    rig.advance(frames: 10_000)
    #expect(rig.events.last?.elapsed == Duration(frames: 30_000, sampleRate: 44_100))
    rig.resume()
    rig.play(0, from: .seconds(7))
    rig.advance(frames: 10_000)
    #expect(rig.events.last?.elapsed == Duration(frames: 40_000, sampleRate: 44_100))
    rig.silence()
    rig.advance(frames: 10_000)
    rig.play(0)
    rig.advance(frames: 4_100)
    #expect(rig.events.last?.elapsed == Duration(frames: 44_100, sampleRate: 44_100))
  }

  @Test("a converted song that ends the session is counted to its end")
  func convertedEnd() {
    let songs = [
      MemoryTrack(Signal.noise(frames: 8_000), rate: 8_000),
      MemoryTrack(Signal.noise(frames: 6_000), rate: 6_000),
    ]
    let rig = Rig(songs)
    rig.sit(.of { $0.fade = .seconds(1) })
    rig.advance(frames: 20_000, rate: 8_000)
    #expect(rig.news.map(\.kind) == [.crossed, .ended])
    #expect(rig.news.last?.elapsed == .seconds(2))
    #expect(rig.news.last?.position == .seconds(1))
  }
}
