import CustomDump
import Glibc
import MeditationAudio
import MeditationEngine
import MeditationPlan
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

@testable import MeditationLibrary

/// Scans with a cache: how they use it, and how they leave it.
struct CachedScanTests {
  private let temporary = TemporaryFolder()
  private let folder = TemporaryFolder()

  private func openCache() -> SongCache { SongCache(in: folder.path, reader: "test") }

  /// Reads the folder; returns its contents, and how many files were opened for them.
  private func read(_ cache: SongCache) -> (contents: LibraryContents, openedCount: Int) {
    let opener = CountingOpener()
    let contents = SongLibrary(opener: opener, cache: cache, fewestCached: 0).read([temporary.path])
    return (contents, opener.openedCount)
  }

  @Test("what is stored is not opened again")
  func hits() throws {
    for number in 1...300 { try temporary.write("\(number).wav") }
    try temporary.write("refused.flac")
    try temporary.write("empty.flac", "")
    let cache = openCache()
    let first = read(cache)
    #expect(first.openedCount == 301)
    let second = read(cache)
    #expect(second.openedCount == 0)
    expectNoDifference(first.contents, second.contents)
    #expect(second.contents.songs.count == 300 && second.contents.skipped.count == 2)
  }

  @Test("a handful of files is read without opening the cache", arguments: [31, 32])
  func handful(count: Int) throws {
    for number in 1...count { try temporary.write("\(number).wav") }
    let library = SongLibrary(opener: MemoryOpener(), cache: openCache())
    #expect(library.read([temporary.path]).songs.count == count)
    #expect(folder.path.appending("songs.db").isThere == (count >= 32))
  }

  @Test("another size or another time is another file")
  func changes() throws {
    let file = try temporary.write("a.wav", "four")
    let cache = openCache()
    #expect(read(cache).openedCount == 1)
    try temporary.write("a.wav", "fifteen letters")
    #expect(read(cache).openedCount == 1)
    try setModificationTime(of: file, nanoseconds: 1)
    #expect(read(cache).openedCount == 1)
    try setModificationTime(of: file, nanoseconds: 2)
    #expect(read(cache).openedCount == 1)
    #expect(read(cache).openedCount == 0)
  }

  @Test("each part of a version counts")
  func versions() throws {
    let cache = openCache()
    let file = FileVersion(
      path: [0x2F, 0xFF, 0x0A], stamp: FileStamp(size: 1, modificationTime: 2, changeTime: -3))
    var others = [FileVersion](repeating: file, count: 4)
    others[0].path[1] = 0xFE
    others[1].stamp.size = 2
    others[2].stamp.modificationTime = 3
    others[3].stamp.changeTime = 4
    let report = FileReport.sound(
      SongProperties(
        title: "Ü", artist: "a'b", album: "c", disc: 2, track: 11, date: "2019-05",
        length: .exact(.nanoseconds(1_234_567_891)),
        format: SoundFormat(sampleRate: 48_000, channelCount: 6), encoding: "Ogg Vorbis"))
    cache.store([(file, report)])
    #expect(cache.reports(on: [file] + others) == [report, nil, nil, nil, nil])
  }

  @Test("a path that is no text is stored")
  func invalidPath() throws {
    try temporary.write(bytes: [0xFF, 0x0A, 0xC3] + Array(".wav".utf8), contents: [1])
    let cache = openCache()
    let first = read(cache)
    #expect(first.openedCount == 1 && first.contents.songs.count == 1)
    let second = read(cache)
    #expect(second.openedCount == 0 && second.contents == first.contents)
  }

  @Test("a playlist's words are not the file's")
  func hints() throws {
    let file = try temporary.write("a.wav")
    let list = try temporary.write("list.m3u", "#EXTINF:7,Foo - Bar\na.wav\n")
    let library = SongLibrary(opener: MemoryOpener(), cache: openCache(), fewestCached: 0)
    let listed = Song(
      path: file,
      properties: SongProperties(
        title: "Bar", artist: "Foo", length: .estimated(.seconds(7)), format: .stereo))
    let alone = Song(path: file, properties: SongProperties(title: "a", format: .stereo))
    #expect(library.read([list]).songs == [listed])
    #expect(library.read([file]).songs == [alone])
    #expect(library.read([list]).songs == [listed])
  }

  @Test("what a cache says is cleaned, as what a file says is")
  func unclean() throws {
    let file = try temporary.write("a.wav")
    let cache = openCache()
    let version = try FileVersion(ofSongAt: file)
    cache.store([
      (
        version,
        .sound(
          SongProperties(
            title: "\u{1B}[2J", artist: "a\nb", disc: -1, track: .max, date: "\u{1B}[2J",
            length: .exact(.seconds(1 << 60))))
      )
    ])
    let song = Song(path: file, properties: SongProperties(title: "a", artist: "a b"))
    #expect(read(cache).contents.songs == [song])
  }

  @Test("real files say the same with a cache, the first and the second time")
  func realFiles() throws {
    let samples = FilePath(#filePath).removingLastComponent().removingLastComponent()
      .removingLastComponent()
      .removingLastComponent().appending("Samples")
    try temporary.write("noise.mp3", "no sound in here")
    let paths = [samples.appending("Songs"), samples.appending("Evening.m3u8"), temporary.path]
    let without = SongLibrary(opener: SystemDecoders(programs: nil)).read(paths)
    #expect(without.songs.count == 20)
    #expect(without.skipped.count == 1)
    for _ in 1...2 {
      let cache = openCache()
      let with = SongLibrary(opener: SystemDecoders(programs: nil), cache: cache, fewestCached: 0)
        .read(paths)
      expectNoDifference(with, without)
    }
    let opener = CountingOpener()
    _ = SongLibrary(opener: opener, cache: openCache(), fewestCached: 0).read(paths)
    #expect(opener.openedCount == 0)
  }

  private func setModificationTime(of file: FilePath, nanoseconds: Int) throws {
    let times = [timespec(), timespec(tv_sec: 1_000_000_000, tv_nsec: nanoseconds)]
    try #require(file.withPlatformString { utimensat(AT_FDCWD, $0, times, 0) } == 0)
  }
}

/// Counts what it opens, and refuses `refused.flac`.
final class CountingOpener: DecoderOpener {
  private let count = Locked(0)

  var openedCount: Int { count.withLock { $0 } }

  func open(_ path: FilePath) throws(SongDecodingError) -> any SongDecoder {
    count.withLock { $0 += 1 }
    return try MemoryOpener(recordings: ["refused.flac": .init(failure: "it is damaged")])
      .open(path)
  }
}
