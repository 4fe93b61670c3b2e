import CustomDump
import Glibc
import MeditationEngine
import MeditationPlan
import MeditationTestSupport
import MeditationText
import SystemPackage
import Testing

@testable import MeditationLibrary

struct SongLibraryTests {
  private let temporary = TemporaryFolder()

  @Test("a song's own tags come first, then a playlist, then its name")
  func texts() throws {
    for name in ["01 - one.flac", "02 - two.flac", "03 - three.flac"] { try temporary.write(name) }
    let list = try temporary.write(
      "list.m3u",
      """
      #EXTINF:5,Listed Artist - Listed Title
      01 - one.flac
      #EXTINF:6,Listed Artist - Listed Title
      02 - two.flac
      03 - three.flac
      """)
    let opener = MemoryOpener(recordings: [
      "01 - one.flac": .init(
        tags: Tags(title: " Own\u{1B}[31m Title\n", artist: "\u{202E}Own Artist"),
        frameCount: 44_100 * 90 + 22_050),
      "02 - two.flac": .init(tags: Tags(title: "\u{1B}[0m", artist: " ")),
    ])
    let contents = SongLibrary(opener: opener).read([list])
    expectNoDifference(
      contents,
      LibraryContents(songs: [
        Song(
          path: temporary.path.appending("01 - one.flac"),
          properties: SongProperties(
            title: "Own Title", artist: "Own Artist", length: .exact(.milliseconds(90_500)),
            format: .stereo)),
        Song(
          path: temporary.path.appending("02 - two.flac"),
          properties: SongProperties(
            title: "Listed Title", artist: "Listed Artist", length: .estimated(.seconds(6)),
            format: .stereo)),
        Song(
          path: temporary.path.appending("03 - three.flac"),
          properties: SongProperties(title: "three", format: .stereo)),
      ]))
  }

  @Test(
    "durations that cannot be are unknown",
    arguments: [
      (nil, 44_100, nil), (-1, 44_100, nil), (Int.max, 44_100, nil), (Int.max, 1, nil),
      (1, Int.max, nil), (100, 0, nil), (100, -8, nil), (96_000, 96_000, .seconds(1)),
      (1, 8_000, .microseconds(125)), (6 * 86_400 * 8_000, 8_000, .seconds(6 * 86_400)),
      (7 * 86_400 * 8_000, 8_000, nil),
    ] as [(Int?, Int, Duration?)])
  func durations(frameCount: Int?, sampleRate: Int, duration: Duration?) throws {
    let file = try temporary.write("a.wav")
    let opener = MemoryOpener(recordings: [
      "a.wav": .init(frameCount: frameCount, sampleRate: sampleRate)
    ])
    let songs = SongLibrary(opener: opener).read([file]).songs
    #expect(songs.map(\.properties.length) == [SongLength(duration)])
  }

  @Test(
    "the number of a track or a disc is a number, or unknown",
    arguments: [
      ("3", 3), ("03", 3), ("3/12", 3), (" 3 of 12", 3), ("0", nil), ("", nil), ("A3", nil),
      ("-3", nil), ("3.5", nil), ("/12", nil), ("12345", nil), ("99999999999999999999", nil),
      ("\u{FF13}", nil), ("\u{1B}[3m", nil), (nil, nil),
    ] as [(String?, Int?)])
  func numbers(tag: String?, number: Int?) throws {
    let file = try temporary.write("a.wav")
    let opener = MemoryOpener(recordings: ["a.wav": .init(tags: Tags(disc: tag, track: tag))])
    let songs = SongLibrary(opener: opener).read([file]).songs
    #expect(songs.map(\.properties.track) == [number])
    #expect(songs.map(\.properties.disc) == [number])
  }

  @Test(
    "a date is known as far as it makes sense",
    arguments: [
      ("2019", "2019"), ("2019-05", "2019-05"), ("2019-05-01", "2019-05-01"),
      ("2019-05-01T12:30:00Z", "2019-05-01"), ("2019/5/1", "2019"), ("2019.05.01", "2019-05-01"),
      ("20190501", "2019-05-01"), ("2019-13-01", "2019"), ("2019-05-32", "2019-05"),
      ("2019-00-00", "2019"), (" 1971 (remaster)", "1971"), ("0000", ""), ("19", ""), ("2019x", ""),
      ("20190", ""), ("May 2019", ""), ("-2019", ""), ("\u{1B}[2J", ""), (nil, ""),
    ] as [(String?, String)])
  func dates(tag: String?, date: String) throws {
    let file = try temporary.write("a.wav")
    let opener = MemoryOpener(recordings: ["a.wav": .init(tags: Tags(date: tag))])
    #expect(SongLibrary(opener: opener).read([file]).songs.map(\.properties.date) == [date])
  }

  @Test("unplayable files are left out, with the reason")
  func skipped() throws {
    let pipe = try temporary.makePipe("pipe.wav")
    let paths = [
      pipe, try temporary.write("empty.flac", ""), try temporary.write("a.m4a"),
      temporary.path.appending("missing.flac"), temporary.path.appending("missing.m4a"),
      try temporary.write("broken.flac"), try temporary.write("wordless.flac"),
      try temporary.write("silent.wav"), FilePath("/dev/null"), FilePath(""),
      try temporary.write("new\nline \u{1B}[2J.m4a"), try temporary.write("good.flac"),
    ]
    try temporary.link("loop.flac", to: "loop.flac")
    let opener = MemoryOpener(recordings: [
      "broken.flac": .init(failure: "its \u{1B}[31mheader is\ndamaged"),
      "wordless.flac": .init(failure: ""), "silent.wav": .init(frameCount: 0),
    ])
    let contents = SongLibrary(opener: opener).read(
      paths + [temporary.path.appending("loop.flac")])
    let folder = temporary.path.string + "/"
    #expect(contents.songs.map(\.properties.title) == ["good"])
    expectNoDifference(
      contents.skipped,
      [
        SkippedFile(name: folder + "pipe.wav", reason: "it is a pipe, not a file"),
        SkippedFile(name: folder + "empty.flac", reason: "the file is empty"),
        SkippedFile(
          name: folder + "a.m4a", reason: "MP4 (.m4a) needs ffmpeg: install the package 'ffmpeg'"),
        SkippedFile(name: folder + "missing.flac", reason: "the file does not exist"),
        SkippedFile(name: folder + "missing.m4a", reason: "the file does not exist"),
        SkippedFile(name: folder + "broken.flac", reason: "its header is damaged"),
        SkippedFile(name: folder + "wordless.flac", reason: "the file cannot be decoded"),
        SkippedFile(name: folder + "silent.wav", reason: "the file contains no sound"),
        SkippedFile(name: "/dev/null", reason: "it is a device, not a file"),
        SkippedFile(name: "(unprintable name)", reason: "the file does not exist"),
        SkippedFile(
          name: folder + "new line .m4a",
          reason: "MP4 (.m4a) needs ffmpeg: install the package 'ffmpeg'"),
        SkippedFile(
          name: folder + "loop.flac", reason: "its symbolic links form a loop"),
      ])
  }

  @Test("names that are not UTF-8 are found, opened and shown")
  func invalidNames() throws {
    let file = try temporary.write(
      bytes: [0x30, 0x31, 0x20, 0xFF, 0x0A, 0x62] + Array(".wav".utf8), contents: [1])
    let contents = SongLibrary(opener: MemoryOpener()).read([temporary.path])
    #expect(contents.songs.map(\.path) == [file])
    #expect(contents.songs.map(\.properties.title) == ["\u{FFFD} b"])
  }

  @Test("10,000 files come in their order, in parts that add up")
  func manyFiles() throws {
    for number in 1...10_000 {
      try temporary.write("\(number).\(number % 100 == 0 ? "wma" : "wav")")
    }
    let library = SongLibrary(opener: MemoryOpener())
    var songs: [Song] = []
    var skippedCount = 0
    var readCounts: [Int] = []
    library.read([temporary.path]) { part in
      songs += part.contents.songs
      skippedCount += part.contents.skipped.count
      readCounts.append(part.readCount)
      #expect(part.candidateCount == 10_000)  // One folder is listed at once.
      #expect(songs.count + skippedCount == part.readCount)
    }
    #expect(songs.map(\.properties.title) == (1...10_000).filter { $0 % 100 != 0 }.map { "\($0)" })
    #expect(readCounts.first == 32 && readCounts.last == 10_000)
  }

  @Test("parts arrive without blocking, and nothing gives one empty part")
  func parts() async throws {
    for number in 1...50 { try temporary.write("\(number).wav") }
    let library = SongLibrary(opener: MemoryOpener())
    var contents = LibraryContents()
    for await part in library.parts(of: [temporary.path]) { contents.songs += part.contents.songs }
    #expect(contents == library.read([temporary.path]))
    #expect(contents.songs.count == 50)

    var empty: [LibraryPart] = []
    for await part in library.parts(of: []) { empty.append(part) }
    #expect(empty == [LibraryPart(contents: .init(), readCount: 0, candidateCount: 0)])
  }

  @Test("the files of a set are songs or nothing: no folder and no playlist is followed")
  func filesAlone() async throws {
    for name in ["a.wav", "folder/b.wav"] { try temporary.write(name) }
    let list = try temporary.write("list.m3u", "a.wav")
    let song = temporary.path.appending("a.wav")
    let library = SongLibrary(opener: MemoryOpener())
    var found: [FilePath] = []
    for await part in library.parts(ofFiles: [temporary.path.appending("folder"), song, list]) {
      found += part.contents.songs.map(\.path)
    }
    #expect(found.filter { $0.lastComponent == "b.wav" } == [])
    #expect(found.filter { $0 == song } == [song])
  }
}
