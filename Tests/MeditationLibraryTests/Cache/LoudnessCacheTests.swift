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

  @Test("what was stored is found by the next program")
  func found() throws {
    let folder = TemporaryFolder()
    let song = try folder.write("song.wav")
    let stamp = try #require(FileStamp(of: song))
    let cache = SongCache(in: folder.path.appending("cache"), reader: "test")
    #expect(cache.measurement(of: song, stamp) == nil)
    cache.store(Self.measurement, of: song, stamp)
    #expect(cache.measurement(of: song, stamp) == Self.measurement)
    let next = SongCache(in: folder.path.appending("cache"), reader: "test")
    #expect(next.measurement(of: song, stamp) == Self.measurement)
    #expect(next.measurement(of: try folder.write("other.wav"), stamp) == nil)
  }

  @Test("the file of version 0.1.0, which measured mono songs otherwise, is removed")
  func versionBefore() throws {
    let folder = TemporaryFolder()
    let song = try folder.write("song.wav")
    try folder.write("cache/loudness.db")
    let cache = SongCache(in: folder.path.appending("cache"), reader: "test")
    cache.store(Self.measurement, of: song, try #require(FileStamp(of: song)))
    #expect(try folder.names("cache") == ["songs.db"])
  }

  @Test("a file that was written and given its other times back is not found")
  func modified() throws {
    let folder = TemporaryFolder()
    let song = try folder.write("song.wav")
    var stamp = try #require(FileStamp(of: song))
    let cache = SongCache(in: folder.path.appending("cache"), reader: "test")
    cache.store(Self.measurement, of: song, stamp)
    stamp.modificationTime += 1
    #expect(cache.measurement(of: song, stamp) == nil)
  }

  @Test("another decoder keeps what was measured, beside the songs")
  func reader() throws {
    let folder = TemporaryFolder()
    let song = try folder.write("song.wav")
    let stamp = try #require(FileStamp(of: song))
    SongCache(in: folder.path, reader: "test").store(Self.measurement, of: song, stamp)
    let next = SongCache(in: folder.path, reader: "other")
    #expect(next.measurement(of: song, stamp) == Self.measurement)
  }

  @Test("the least recently used rows are dropped first")
  func limit() throws {
    let folder = TemporaryFolder()
    let songs = try (0..<5).map { try folder.write("\($0).wav") }
    let stamp = FileStamp(size: 1, modificationTime: 2, changeTime: 3)
    func cache(on day: Int64) -> SongCache {
      SongCache(in: folder.path, reader: "test", day: day, maximumMeasurementCount: 2)
    }
    for (day, song) in zip(Int64(1_000)..., songs) {
      cache(on: day).store(Self.measurement, of: song, stamp)
    }
    let known = songs.map { cache(on: 1_005).measurement(of: $0, stamp) != nil }
    #expect(known == [false, false, true, true, true])
  }

  @Test("another version of the file is not found")
  func changed() throws {
    let folder = TemporaryFolder()
    let song = try folder.write("song.wav")
    let stamp = try #require(FileStamp(of: song))
    let cache = SongCache(in: folder.path.appending("cache"), reader: "test")
    cache.store(Self.measurement, of: song, stamp)
    _ = try folder.write("song.wav", "a longer sound")
    #expect(cache.measurement(of: song, try #require(FileStamp(of: song))) == nil)
  }

  @Test("silence is remembered as such")
  func silence() throws {
    let folder = TemporaryFolder()
    let song = try folder.write("song.wav")
    let stamp = try #require(FileStamp(of: song))
    var silence = Self.measurement
    silence.loudness = Loudness(integrated: -.infinity, truePeak: -.infinity)
    let cache = SongCache(in: folder.path.appending("cache"), reader: "test")
    cache.store(silence, of: song, stamp)
    #expect(cache.measurement(of: song, stamp) == silence)
  }

  @Test("rows unused for a year are deleted; those in use are kept")
  func pruned() throws {
    let folder = TemporaryFolder()
    let (old, used) = (try folder.write("old.wav"), try folder.write("used.wav"))
    let stamps = (try #require(FileStamp(of: old)), try #require(FileStamp(of: used)))
    func cache(on day: Int64) -> SongCache {
      SongCache(in: folder.path.appending("cache"), reader: "test", day: day)
    }
    let first = cache(on: 1_000)
    first.store(Self.measurement, of: old, stamps.0)
    first.store(Self.measurement, of: used, stamps.1)
    #expect(cache(on: 1_300).measurement(of: used, stamps.1) != nil)
    let last = cache(on: 1_400)
    #expect(last.measurement(of: old, stamps.0) == nil)
    #expect(last.measurement(of: used, stamps.1) != nil)
  }

  @Test("a damaged file is replaced, and no folder remembers nothing")
  func damaged() throws {
    let folder = TemporaryFolder()
    let song = try folder.write("song.wav")
    let stamp = try #require(FileStamp(of: song))
    _ = try folder.write("cache/songs.db", "no database")
    let cache = SongCache(in: folder.path.appending("cache"), reader: "test")
    cache.store(Self.measurement, of: song, stamp)
    #expect(cache.measurement(of: song, stamp) == Self.measurement)
    let none = SongCache(in: nil, reader: "test")
    none.store(Self.measurement, of: song, stamp)
    #expect(none.measurement(of: song, stamp) == nil)
  }
}
