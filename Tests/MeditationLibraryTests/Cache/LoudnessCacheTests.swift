import Foundation
import MeditationEngine
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

@testable import MeditationLibrary

/// Measurements survive the program, for the version of the file that was measured.
struct LoudnessCacheTests {
  private static let measurement = SongMeasurement(
    loudness: Loudness(integrated: -23.25, truePeak: -1.5), length: .milliseconds(12_345),
    peaks: (0..<200).map { UInt8($0) })

  private let folder = TemporaryFolder()
  private let song: FilePath
  private let stamp: FileStamp

  init() throws {
    let song = try folder.write("song.wav")
    self.song = song
    stamp = try #require(FileStamp(of: song))
  }

  private func open(reader: String = "test", day: Int64 = 20_000) -> SongCache {
    SongCache(
      in: folder.path.appending("cache"), reader: reader, day: day, maximumMeasurementCount: 2)
  }

  @Test("what was stored is found by the next program")
  func found() throws {
    let cache = open()
    #expect(cache.measurement(of: song, stamp) == nil)
    cache.store(Self.measurement, of: song, stamp)
    #expect(cache.measurement(of: song, stamp) == Self.measurement)
    let next = open()
    #expect(next.measurement(of: song, stamp) == Self.measurement)
    #expect(next.measurement(of: try folder.write("other.wav"), stamp) == nil)
  }

  @Test("the file of version 0.1.0, which measured mono songs otherwise, is removed")
  func versionBefore() throws {
    try folder.write("cache/loudness.db")
    let cache = open()
    cache.store(Self.measurement, of: song, stamp)
    #expect(try folder.names("cache") == ["songs.db"])
  }

  @Test("a file that was written and given its other times back is not found")
  func modified() throws {
    let cache = open()
    cache.store(Self.measurement, of: song, stamp)
    var other = stamp
    other.modificationTime += 1
    #expect(cache.measurement(of: song, other) == nil)
  }

  @Test("another decoder keeps what was measured, beside the songs")
  func reader() throws {
    open().store(Self.measurement, of: song, stamp)
    #expect(open(reader: "other").measurement(of: song, stamp) == Self.measurement)
  }

  @Test("the least recently used rows are dropped first")
  func limit() throws {
    let songs = try (0..<5).map { try folder.write("\($0).wav") }
    let stamp = FileStamp(size: 1, modificationTime: 2, changeTime: 3)
    for (day, song) in zip(Int64(1_000)..., songs) {
      open(day: day).store(Self.measurement, of: song, stamp)
    }
    let known = songs.map { open(day: 1_005).measurement(of: $0, stamp) != nil }
    #expect(known == [false, false, true, true, true])
  }

  @Test("silence is remembered as such")
  func silence() throws {
    var silence = Self.measurement
    silence.loudness = Loudness(integrated: -.infinity, truePeak: -.infinity)
    let cache = open()
    cache.store(silence, of: song, stamp)
    #expect(cache.measurement(of: song, stamp) == silence)
  }

  @Test("rows unused for a year are deleted; those in use are kept")
  func pruned() throws {
    let (old, used) = (try folder.write("old.wav"), try folder.write("used.wav"))
    let stamps = (try #require(FileStamp(of: old)), try #require(FileStamp(of: used)))
    let first = open(day: 1_000)
    first.store(Self.measurement, of: old, stamps.0)
    first.store(Self.measurement, of: used, stamps.1)
    #expect(open(day: 1_300).measurement(of: used, stamps.1) != nil)
    let last = open(day: 1_400)
    #expect(last.measurement(of: old, stamps.0) == nil)
    #expect(last.measurement(of: used, stamps.1) != nil)
  }
}
