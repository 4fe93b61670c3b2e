import MeditationEngine
import MeditationPlan
import SystemPackage
import Testing

/// Songs of one format follow each other without one frame lost, added or altered.
@MainActor struct GaplessTests {
  @Test("two and five songs in a row are their concatenation", arguments: [1, 2, 5])
  func concatenation(count: Int) {
    let songs = (0..<count).map { Signal.noise(frames: 30_000 + $0 * 7_777, seed: UInt64($0 + 1)) }
    let rig = Rig(songs.map { MemoryTrack($0) })
    rig.play(0)
    rig.advance(frames: songs.reduce(0) { $0 + $1.count })
    #expect(Signal.firstDifference(rig.tape.int16(), songs.flatMap { $0 }) == nil)
    #expect(rig.news.map(\.kind) == Array(repeating: .crossed, count: count - 1) + [.ended])
    #expect(rig.news.map(\.generation.segment) == Array(0..<count))
    #expect(
      rig.news.map(\.position)
        == songs.map { Duration(frames: $0.count, sampleRate: 44_100) })
  }

  @Test("a song that repeats follows itself frame by frame, rendered and live")
  func repeatedSong() async {
    let song = Signal.noise(frames: 30_001)
    let rig = Rig([MemoryTrack(song)])
    rig.repeats = true
    rig.play(0)
    rig.advance(frames: 4 * song.count)
    #expect(Signal.firstDifference(rig.tape.int16(), song + song + song + song) == nil)
    #expect(rig.news.map(\.kind) == Array(repeating: .crossed, count: 4))

    // A busy machine may let the decoder wait; an underrun would add a ramp.
    var timing = AudioEngine.Timing()
    timing.underrunDelay = .seconds(600)
    let stage = Stage(
      [MemoryTrack(song)], outputs: TapeOpener(isFixedFormat: false), timing: timing)
    stage.repeats = true
    stage.play(0)
    for _ in 0..<3 { await stage.wait { $0 == .crossed } }
    await stage.engine.shutDown()
    let heard = stage.tape.int16().prefix(3 * song.count)
    #expect(Signal.firstDifference(heard, song + song + song) == nil)
  }

  @Test("24 bits come out as they went in, in three bytes")
  func int24() {
    let samples = Signal.noise(frames: 40_000).map {
      Int32($0) << 16 | Int32(UInt8($0 & 0xFF)) << 8
    }
    let rig = Rig([MemoryTrack(samples, channels: 2)])
    rig.play(0)
    rig.advance(frames: 20_000)
    #expect(rig.tape.formats == [OutputFormat(sampleRate: 44_100, channelCount: 2, bits: 24)])
    #expect(rig.tape.int24() == samples.map { $0 >> 8 })
  }

  @Test("a thousand songs of one second")
  func thousandSongs() {
    let songs = (0..<1_000).map { Signal.noise(frames: 1_000, seed: UInt64($0 + 1)) }
    let rig = Rig(songs.map { MemoryTrack($0, rate: 1_000) })
    rig.play(0)
    rig.advance(frames: 1_000 * 1_000, rate: 1_000)
    #expect(Signal.firstDifference(rig.tape.int16(), songs.flatMap { $0 }) == nil)
    #expect(rig.news.count == 1_000)
    #expect(rig.news.last?.kind == .ended)
  }

  @Test("an unknown successor is waited for, and begins at its first frame")
  func unknownSuccessor() {
    let songs = (0..<3).map { Signal.noise(frames: 5_000, seed: UInt64($0 + 1)) }
    let rig = Rig(songs.map { MemoryTrack($0) })
    rig.followsBoundaries = false
    rig.play(0)
    rig.advance(frames: 11_000)
    #expect(
      Signal.firstDifference(
        rig.tape.int16(), songs[0] + songs[1] + [Int16](repeating: 0, count: 1_000)) == nil)
    rig.change {
      $0.generation = $0.generation.following
      $0.segment = rig.segment(1)
      $0.next = rig.segment(2)
    }
    rig.advance(frames: 5_000)
    #expect(Signal.firstDifference(Array(rig.tape.int16().suffix(5_000)), songs[2]) == nil)
  }

  @Test("a score from before a boundary that was crossed since changes nothing of what plays")
  func lateScore() {
    let songs = (0..<3).map { Signal.noise(frames: 5_000, seed: UInt64($0 + 1)) }
    let rig = Rig(songs.map { MemoryTrack($0) })
    rig.followsBoundaries = false
    rig.play(0)
    rig.advance(frames: 6_000)
    rig.change { $0.next = rig.segment(1) }
    rig.advance(frames: 4_000)
    #expect(Signal.firstDifference(rig.tape.int16(), songs[0] + songs[1]) == nil)
  }

  @Test("a successor that changes after it was decoded ahead")
  func changedSuccessor() {
    let songs = (0..<4).map { Signal.noise(frames: 50_000, seed: UInt64($0 + 1)) }
    for successor in [2, 3, nil] {
      let rig = Rig(songs.map { MemoryTrack($0) })
      rig.play(0)
      rig.advance(frames: 40_000)
      rig.change { $0.next = successor.flatMap { rig.segment($0) } }
      rig.advance(frames: 60_000)
      let expected = songs[0] + (successor.map { songs[$0] } ?? [])
      let silence = [Int16](repeating: 0, count: 100_000 - expected.count)
      #expect(Signal.firstDifference(rig.tape.int16(), expected + silence) == nil)
      #expect(rig.news.first?.kind == (successor == nil ? .ended : .crossed))
    }
  }

  @Test("a successor that comes late, but before the end")
  func lateSuccessor() {
    let songs = (0..<2).map { Signal.noise(frames: 20_000, seed: UInt64($0 + 1)) }
    let rig = Rig(songs.map { MemoryTrack($0) })
    rig.play(0)
    rig.change { $0.next = nil }
    rig.advance(frames: 19_000)
    rig.change { $0.next = rig.segment(1) }
    rig.advance(frames: 21_000)
    #expect(Signal.firstDifference(rig.tape.int16(), songs[0] + songs[1]) == nil)
  }

  @Test("after the end nothing sounds until a jump")
  func overIsOver() {
    let song = Signal.noise(frames: 1_000)
    let rig = Rig([MemoryTrack(song)])
    rig.play(0)
    rig.advance(frames: 1_500)
    rig.change { $0.next = rig.segment(0) }
    rig.pause()
    rig.resume()
    rig.advance(frames: 1_500)
    #expect(
      Signal.firstDifference(rig.tape.int16(), song + [Int16](repeating: 0, count: 2_000)) == nil)
    rig.play(0)
    rig.advance(frames: 1_000)
    #expect(Signal.firstDifference(Array(rig.tape.int16().suffix(1_000)), song) == nil)
    #expect(rig.news.map(\.kind) == [.ended, .ended])
  }
}
