import CustomDump
import MeditationEngine
import MeditationPlan
import MeditationTestSupport
import MeditationText
import SystemPackage
import Testing

@testable import MeditationLibrary

/// Songs that are ranges of files.
struct TrackTests {
  private let temporary = TemporaryFolder()
  private let folder = TemporaryFolder()

  /// "title, artist, album, track, date, seconds, range" of each song, and what was left out.
  private func read(_ names: [String], _ opener: MemoryOpener, cache: SongCache? = nil) -> [String]
  {
    let library = SongLibrary(opener: opener, cache: cache, fewestCached: 0)
    let contents = library.read(names.map { temporary.path.appending($0) })
    return contents.songs.map { song in
      let known = song.properties
      let texts = [
        known.title, known.artist, known.album, known.track.map(String.init) ?? "", known.date,
        known.length.exact.map { "\($0.components.seconds)" } ?? "",
        song.path.lastComponent?.string ?? "",
      ]
      return texts.joined(separator: ", ")
    } + contents.skipped.map { "\(FilePath($0.name).lastComponent?.string ?? ""): \($0.reason)" }
  }

  /// A file of five minutes, "Whole".
  private func opener(_ chapters: Chapters = Chapters()) -> MemoryOpener {
    MemoryOpener(recordings: [
      "album.flac": .init(
        tags: Tags(title: "Whole", artist: "Own", track: "9", date: "2001"),
        frameCount: 300 * 44_100, chapters: chapters)
    ])
  }

  private static let sheet = """
    PERFORMER Foo
    TITLE Bowls
    FILE "album.flac" WAVE
    TRACK 01 AUDIO
    TITLE One
    INDEX 01 00:00:00
    TRACK 02 AUDIO
    PERFORMER "\u{1B}[31mBar"
    INDEX 01 03:20:00
    TRACK 03 AUDIO
    INDEX 01 05:00:00
    """

  private static func marks(_ titles: [String?]) -> Chapters {
    var chapters = Chapters()
    chapters.marks = titles.enumerated().map { .init(at: .seconds(100 * $0 + 1), title: $1) }
    return chapters
  }

  @Test("a track is called what the sheet calls it, else after the file")
  func sheet() throws {
    try temporary.write("album.flac")
    try temporary.write("album.cue", Self.sheet)
    let songs = [
      "One, Foo, Bowls, 1, 2001, 200, 0:00-3:20",
      "Track 2, Bar, Bowls, 2, 2001, 100, 3:20-5:00",
      "5:00-: it begins behind the end of the file",
    ]
    #expect(read(["album.cue"], opener()) == songs)
    #expect(read(["album.flac"], opener()) == songs)
    #expect(
      read(["album.flac/0:30-9:00"], opener()) == [
        "Whole 0:30-9:00, Own, Whole, , 2001, 270, 0:30-9:00"
      ])
  }

  @Test("what is in front of the first track is a song, but for the pause that each disc has")
  func front() throws {
    try temporary.write("album.flac")
    for (start, songs) in [
      (
        "00:15:00",
        [
          "Before track 1, Foo, Bowls, , 2001, 15, 0:00-0:15",
          "One, Foo, Bowls, 1, 2001, 185, 0:15-3:20",
        ]
      ),
      ("00:02:00", ["One, Foo, Bowls, 1, 2001, 198, 0:02-3:20"]),
    ] {
      let indices = "INDEX 00 00:00:00\nINDEX 01 \(start)"
      try temporary.write(
        "album.cue", Self.sheet.replacing("INDEX 01 00:00:00", with: indices))
      #expect(read(["album.flac"], opener()).dropLast(2) == songs[...])
      // Data in front is no song.
      let data =
        "TRACK 00 MODE1/2352\nINDEX 01 00:00:00\nTRACK 01 AUDIO\nTITLE One\nINDEX 01 \(start)"
      try temporary.write(
        "album.cue",
        Self.sheet.replacing("TRACK 01 AUDIO\nTITLE One\nINDEX 01 00:00:00", with: data))
      #expect(read(["album.flac"], opener()).dropLast(2) == songs.suffix(1)[...])
    }
  }

  @Test("chapters are songs; the first has what is before it, and a text in the file counts more")
  func chapters() throws {
    try temporary.write("album.flac")
    var chapters = Self.marks(["Dawn", nil, "\u{1B}[2JNoon"])
    let songs = [
      "Dawn, Own, Whole, 1, 2001, 101, 0:00-1:41",
      "Track 2, Own, Whole, 2, 2001, 100, 1:41-3:21",
      "Noon, Own, Whole, 3, 2001, 99, 3:21-",
    ]
    #expect(read(["album.flac"], opener(chapters)) == songs)
    #expect(read(["album.flac/1:41-3:21"], opener(chapters)) == [songs[1]])
    chapters.cueSheet = Array(Self.sheet.utf8)
    #expect(read(["album.flac"], opener(chapters)).map { $0.prefix(3) } == ["One", "Tra"])
    // It is about other files, too.
    chapters.cueSheet = Array((Self.sheet + "\nFILE b.flac WAVE\nTRACK 04 AUDIO").utf8)
    #expect(read(["album.flac"], opener(chapters)) == songs)
  }

  @Test(
    "marks that make no sense split nothing",
    arguments: [
      [], [0], [0, 0], [5, 3], [0, 400], [-5, -3], [0, 1 << 40], Array(0..<2_000),
    ] as [[Int]])
  func nonsense(seconds: [Int]) throws {
    try temporary.write("album.flac")
    var chapters = Chapters()
    chapters.marks = seconds.map { .init(at: .seconds($0)) }
    #expect(
      read(["album.flac"], opener(chapters)) == ["Whole, Own, , 9, 2001, 300, album.flac"])
  }

  @Test("a file has 1,000 chapters at most, and no chapter behind its end")
  func manyChapters() throws {
    try temporary.write("album.flac")
    for (count, songs) in [(999, 999), (1_000, 1_000), (1_001, 1)] {
      var chapters = Chapters()
      chapters.marks = (0..<count).map { .init(at: .milliseconds($0 * 100)) }
      #expect(read(["album.flac"], opener(chapters)).count == songs)
    }
    // One that begins exactly at the end is behind it.
    var chapters = Chapters()
    chapters.marks = [0, 100, 300].map { .init(at: .seconds($0)) }
    #expect(
      read(["album.flac"], opener(chapters)).map { $0.split(separator: ", ").last } == [
        "0:00-1:40", "1:40-5:00",
      ])
  }

  @Test("a chapter that ends where it begins is none")
  func emptyChapter() throws {
    try temporary.write("album.flac")
    var chapters = Chapters()
    chapters.marks = [0, 0, 100].map { .init(at: .seconds($0)) }
    #expect(
      read(["album.flac"], opener(chapters)) == [
        "Track 2, Own, Whole, 2, 2001, 100, 0:00-1:40", "Track 3, Own, Whole, 3, 2001, 200, 1:40-",
      ])
  }

  @Test("a list has the whole file where it names it")
  func lists() throws {
    try temporary.write("album.flac")
    try temporary.write("list.m3u", "album.flac\n#EXTVLCOPT:start-time=201\nalbum.flac\n")
    #expect(
      read(["list.m3u"], opener(Self.marks(["Dawn", nil, "Noon"]))) == [
        "Whole, Own, , 9, 2001, 300, album.flac", "Noon, Own, Whole, 3, 2001, 99, 3:21-",
      ])
  }

  @Test("a file of many tracks is opened once, and remembered with them")
  func cached() throws {
    try temporary.write("album.flac")
    try temporary.write("album.cue", Self.sheet)
    let cache = SongCache(in: folder.path, reader: "test")
    let opener = CountingOpener()
    let library = SongLibrary(opener: opener, cache: cache, fewestCached: 0)
    let first = library.read([temporary.path.appending("album.cue")])
    #expect(first.songs.count == 3 && opener.openedCount == 1)
    #expect(library.read([temporary.path]) == first)
    #expect(opener.openedCount == 1)
  }

  @Test("the length of a track is not stored as that of its file")
  func lengthOfTrack() throws {
    try temporary.write("album.flac")
    try temporary.write("album.cue", Self.sheet)
    let opener = MemoryOpener(recordings: ["3:20-5:00": .init(frameCount: 100 * 44_100)])
    let library = SongLibrary(
      opener: opener, cache: SongCache(in: folder.path, reader: "test"), fewestCached: 0)
    let first = library.read([temporary.path])
    #expect(first.songs.count == 3)
    #expect(library.exactLength(of: first.songs[1].path) == .seconds(100))
    // With such a length, the third track would begin behind the end.
    #expect(library.read([temporary.path]) == first)
  }

  @Test("chapters are remembered as they are")
  func rememberedChapters() throws {
    try temporary.write("album.flac")
    let cache = SongCache(in: folder.path, reader: "test")
    let chapters = Self.marks(["Dawn\tand\ndusk", nil, "Noon"])
    let first = read(["album.flac"], opener(chapters), cache: cache)
    #expect(first.count == 3)
    // Read anew, the file would be one song.
    #expect(read(["album.flac"], opener(), cache: cache) == first)
  }
}
