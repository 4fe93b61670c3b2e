import Glibc
import MeditationEngine
import MeditationPlan
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

@testable import MeditationLibrary

/// Songs are read whatever the state of the cache file.
struct SongCacheTests {
  private let temporary = TemporaryFolder()
  private var folder: FilePath { temporary.path.appending("cache") }
  private var file: FilePath { folder.appending("songs.db") }

  private static let report = FileReport.sound(
    SongProperties(title: "Waves", length: .exact(.seconds(9))))

  private static func version(_ number: Int) -> FileVersion {
    FileVersion(FilePath("/\(number)"), FileStamp(size: 1, modificationTime: 2, changeTime: 3))
  }

  private func open(
    reader: String = "test", day: Int64 = 20_000, maximumCount: Int = 1_000
  ) -> SongCache {
    SongCache(in: folder, reader: reader, day: day, maximumSongCount: maximumCount)
  }

  private func knows(_ number: Int, day: Int64 = 20_000) -> Bool {
    open(day: day).reports(on: [Self.version(number)]) == [Self.report]
  }

  /// Caches one file and closes the cache.
  private func fill() { open().store([(Self.version(1), Self.report)]) }

  private var isSetAside: Bool {
    (try? folder.appending("songs.db.damaged").stat(followTargetSymlink: false)) != nil
  }

  @Test("the folder is made, private; what is stored is there at the next start")
  func persistence() throws {
    let opened = open()
    #expect(opened.reports(on: [Self.version(1)]) == [nil])
    #expect(try folder.stat().permissions.rawValue & 0o777 == 0o700)
    #expect(try file.stat().permissions.rawValue & 0o777 == 0o600)
    opened.store([
      (Self.version(1), Self.report), (Self.version(2), .refused(reason: "x")),
    ])
    let again = open()
    #expect(!isSetAside)
    #expect(
      again.reports(on: [3, 2, 1, 2].map(Self.version))
        == [nil, .refused(reason: "x"), Self.report, .refused(reason: "x")])
  }

  @Test(
    "what is no cache of ours is set aside, and a new one begun",
    arguments: ["garbage", "truncated", "foreign", "newer", "older", "tableless", "fifo", "folder"])
  func unusable(kind: String) throws {
    fill()
    switch kind {
    case "garbage": try temporary.write("cache/songs.db", String(repeating: "garbage ", count: 999))
    case "truncated": _ = file.withPlatformString { truncate($0, 5_000) }
    case "foreign": try change("PRAGMA application_id = 7")
    case "newer": try change("PRAGMA user_version = \(literal: SongCache.version + 1)")
    case "older": try change("PRAGMA user_version = 0")
    case "tableless": try change("DROP TABLE song; DROP TABLE origin")
    case "fifo":
      _ = file.withPlatformString { unlink($0) }
      _ = try temporary.makePipe("cache/songs.db")
    default:
      _ = file.withPlatformString { unlink($0) }
      try temporary.makeFolder("cache/songs.db")
    }
    let opened = open()
    #expect(opened.reports(on: [Self.version(1)]) == [nil])
    #expect(isSetAside)
    opened.store([(Self.version(1), Self.report)])
    #expect(knows(1))
  }

  @Test("damage that shows only later costs this start, and the next begins anew")
  func lateDamage() throws {
    let cache = open()
    cache.store((0..<500).map { (Self.version($0), Self.report) })
    let size = try file.stat().size
    let descriptor = try FileDescriptor.open(file, .writeOnly)
    // All but the schema: the file looks whole until a row is wanted.
    try descriptor.closeAfter {
      _ = try descriptor.writeAll(
        toAbsoluteOffset: 12_288, [UInt8](repeating: 0xA5, count: Int(size) - 12_288))
    }
    let opened = open()
    #expect(!isSetAside)
    let all = (0..<500).map(Self.version)
    #expect(opened.reports(on: all) == [FileReport?](repeating: nil, count: 500))
    opened.store([(Self.version(1), Self.report)])
    open().store([(Self.version(1), Self.report)])
    #expect(isSetAside)
    #expect(knows(1))
  }

  @Test("what the version before has stored is read again")
  func versionBefore() throws {
    try temporary.writeVersionBefore("cache/songs.db")
    let cache = open(reader: "libsndfile-1.2.0, ffmpeg of 1778678620", day: 20_780)
    let versions = [("song4.flac", 127_635), ("Wave 1.wav", 705_644), ("broken.wav", 9)].map {
      name, size in
      FileVersion(
        FilePath("/tmp/songs/\(name)"),
        FileStamp(
          size: size, modificationTime: 1_767_323_045_678_000_000,
          changeTime: 1_795_441_697_334_798_234))
    }
    #expect(cache.reports(on: versions) == [nil, nil, nil])
    cache.store([(versions[0], Self.report)])
    #expect(cache.reports(on: versions) == [Self.report, nil, nil])
  }

  @Test("an estimate stays one, until the exact length of this version of the file is stored")
  func estimate() {
    let file = Self.version(1)
    let guess = FileReport.sound(SongProperties(title: "Waves", length: .estimated(.seconds(9))))
    open().store([(file, guess)])
    #expect(open().reports(on: [file]) == [guess])
    open().store(length: .seconds(7), of: Self.version(2))
    #expect(open().reports(on: [file]) == [guess])
    open().store(length: .seconds(7), of: file)
    let exact = SongProperties(title: "Waves", length: .exact(.seconds(7)))
    #expect(open().reports(on: [file]) == [.sound(exact)])
  }

  @Test("another decoder reads everything again")
  func reader() throws {
    fill()
    #expect(knows(1))
    #expect(open(reader: "other").reports(on: [Self.version(1)]) == [nil])
    #expect(!knows(1))
  }

  @Test("two processes write at once: both succeed, and neither waits forever")
  func twoWriters() async throws {
    let caches = [open(), open()]
    await withTaskGroup { group in
      for (index, cache) in caches.enumerated() {
        group.addTask {
          for part in 0..<20 {
            let numbers = (0..<10).map { part * 20 + $0 * 2 + index }
            cache.store(numbers.map { (Self.version($0), Self.report) })
            _ = cache.reports(on: numbers.map(Self.version))
          }
        }
      }
    }
    let all = (0..<400).map(Self.version)
    for cache in caches {
      #expect(cache.reports(on: all) == [FileReport?](repeating: Self.report, count: 400))
    }
  }

  @Test("while another program writes, songs are still read; nothing waits long, or twice")
  func locked() throws {
    fill()
    let cache = open()
    let other = try DatabaseConnection(path: file.string)
    try other.withoutTransaction { db in
      try db.execute("BEGIN IMMEDIATE")
      cache.store([(Self.version(2), Self.report)])
      #expect(cache.reports(on: [1, 2].map(Self.version)) == [Self.report, nil])
      try db.execute("COMMIT; BEGIN EXCLUSIVE")
      for _ in 1...1_000 { #expect(cache.reports(on: [Self.version(1)]) == [nil]) }
      try db.execute("COMMIT")
    }
    #expect(!knows(2))
  }

  @Test("where nothing can be written, nothing is remembered")
  func unwritable() throws {
    try temporary.write("cache", "a file where the folder should be")
    for cache in [open(), SongCache(in: nil, reader: "test")] {
      cache.store([(Self.version(1), Self.report)])
      #expect(cache.reports(on: [Self.version(1)]) == [nil])
    }
  }

  @Test("a folder whose name is not UTF-8 has a cache")
  func oddName() throws {
    let folder = temporary.path.pushing(FilePath(platformString: [0x63, -1, 0]))
    for isKnown in [false, true] {
      let cache = SongCache(in: folder, reader: "test")
      #expect((cache.reports(on: [Self.version(1)]) == [Self.report]) == isKnown)
      cache.store([(Self.version(1), Self.report)])
    }
    #expect(try folder.appending("songs.db").stat().type == .regular)
  }

  @Test("a full disk stops the writing, not the reading")
  func full() async throws {
    fill()
    let folder = folder.string
    await #expect(processExitsWith: .success) { [folder = folder as String] in
      // Files cannot grow beyond 32 kB: a disk that is full in the middle of a file.
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 32_768, rlim_max: 32_768)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let cache = SongCache(in: FilePath(folder), reader: "test", day: 20_000)
      for part in 1...10 {
        cache.store((0..<100).map { (Self.version(100 * part + $0), Self.report) })
      }
      #expect(cache.reports(on: [Self.version(1)]) == [Self.report])
      #expect(cache.reports(on: [Self.version(1_099)]) == [nil])
    }
    #expect(knows(1))
    #expect(!isSetAside)
  }

  @Test("what was not used for long is forgotten; a use is noted")
  func pruning() throws {
    let cache = open(day: 10_000)
    cache.store([(Self.version(1), Self.report), (Self.version(2), Self.report)])
    #expect(knows(1, day: 10_300))
    open(day: 10_400).store([(Self.version(3), Self.report)])
    #expect([1, 2, 3].map { knows($0, day: 10_400) } == [true, false, true])
  }

  @Test("the cache keeps its limit and drops the least recently used rows first")
  func limit() throws {
    for day in 0..<5 as Range<Int64> {
      open(day: 10_000 + day).store([(Self.version(Int(day)), Self.report)])
    }
    open(day: 10_010, maximumCount: 2).store([(Self.version(9), Self.report)])
    #expect(
      [0, 1, 2, 3, 4, 9].map { knows($0, day: 10_010) } == [false, false, false, true, true, true])
  }

  private func change(_ sql: SQL) throws {
    let connection = try DatabaseConnection(path: file.string)
    try connection.withoutTransaction { try $0.execute(sql) }
    connection.close()
  }
}
