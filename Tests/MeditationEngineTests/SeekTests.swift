import MeditationEngine
import MeditationPlan
import MeditationSystem
import SystemPackage
import Testing

/// Jumps within the song that plays: its file stays open.
@MainActor struct SeekTests {
  private let songs = (0..<3).map { Signal.noise(frames: 500_000, seed: UInt64($0 + 1)) }
  private static let ramp = TransportTests.ramp

  @Test(
    "a song that was deleted while it plays still seeks, also once the next one is decoded",
    arguments: [0, 44_100, 300_000, 450_000])
  func deleted(target: Int) {
    let rig = Rig(songs.map { MemoryTrack($0) })
    rig.play(0)
    // By now the next song is being decoded ahead.
    rig.advance(frames: 420_000)
    rig.files.disk.withLock { $0.deleted = [MemoryOpener.path(0)] }
    rig.play(0, from: Duration(frames: target, sampleRate: 44_100))
    rig.advance(frames: 40_000)
    #expect(rig.news.isEmpty)
    let ramp = Self.ramp
    let heard = rig.tape.int16().dropFirst(420_000 + 2 * ramp).prefix(30_000)
    let expected = songs[0].dropFirst(target + ramp).prefix(30_000)
    #expect(Signal.firstDifference(heard, expected) == nil)
  }

  @Test("each file is opened once, however often a song is sought")
  func openings() {
    let rig = Rig(songs.map { MemoryTrack($0) })
    rig.play(0)
    for target in [0, 400_000, 499_999, 10, 499_000] {
      rig.play(0, from: Duration(frames: target, sampleRate: 44_100))
      rig.advance(frames: 900)
    }
    rig.advance(frames: 1_000)
    rig.play(1, from: .seconds(5))
    rig.advance(frames: 500_000 - 220_500)
    #expect(rig.news.map(\.kind) == [.crossed, .crossed])
    #expect(rig.files.disk.withLock { $0.openings } == (0..<3).map(MemoryOpener.path))
  }

  @Test("silence closes files: afterwards a song is opened by its name again")
  func silence() {
    let rig = Rig(songs.map { MemoryTrack($0) })
    rig.play(0)
    rig.advance(frames: 10_000)
    rig.silence()
    rig.advance(frames: 10_000)
    rig.play(0)
    rig.advance(frames: 10_000)
    let path = MemoryOpener.path(0)
    #expect(rig.files.disk.withLock { $0.openings } == [path, path])
  }

  @Test("a failed file is reopened, which fails at the position to resume")
  func broken() {
    var track = MemoryTrack(songs[0])
    track.damage = (33_333, "the file is damaged")
    let rig = Rig([track])
    rig.play(0)
    rig.advance(frames: 50_000)
    rig.files.disk.withLock { $0.deleted = [MemoryOpener.path(0)] }
    rig.play(0, from: .seconds(5))
    rig.advance(frames: 10_000)
    #expect(
      rig.news.map(\.kind) == [
        .failed(reason: "the file is damaged"), .failed(reason: "there is no such file"),
      ])
    #expect(rig.news.last?.position == .seconds(5))
  }
}
