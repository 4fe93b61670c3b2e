import Glibc
import MeditationEngine
import MeditationTestSupport
import MeditationText
import SystemPackage
import Testing

@testable import MeditationLibrary

struct DiscoveryTests {
  private let temporary = TemporaryFolder()

  /// The files found under the named paths; the reason of a refusal after a `!`.
  private func found(_ names: String...) -> [String] {
    var discovery = Discovery(
      names.map { $0.isEmpty ? temporary.path : temporary.path.appending($0) },
      formats: .withoutFFmpeg)
    let candidates = sequence(state: ()) { _ in discovery.next() }.flatMap { $0 }
    return candidates.map { candidate in
      guard let refusal = candidate.refusal else { return temporary.relative(candidate.path) }
      let folder = temporary.path.string + "/"
      let isBelow = refusal.name.hasPrefix(folder)
      let name = isBelow ? String(refusal.name.dropFirst(folder.count)) : refusal.name
      return name + " ! " + refusal.reason
    }
  }

  @Test("a folder: its files, then its folders, each in natural order")
  func order() throws {
    for name in [
      "10.flac", "2.flac", "b/2.flac", "B/1.flac", "Disc 10/1.ogg", "Disc 2/1.ogg", "a/x/1.wav",
      "a/1.wav", "zebra.mp3",
    ] {
      try temporary.write(name)
    }
    #expect(
      found("") == [
        "2.flac", "10.flac", "zebra.mp3", "a/1.wav", "a/x/1.wav", "B/1.flac", "b/2.flac",
        "Disc 2/1.ogg", "Disc 10/1.ogg",
      ])
  }

  @Test("hidden names, and what is not sound, are left out; what is named is not")
  func leftOut() throws {
    for name in [
      ".hidden.flac", ".folder/a.flac", "cover.jpg", "notes.txt", "list.m3u", "a.cue", "b.m4a",
      "noending", "c.flac",
    ] {
      try temporary.write(name, "c.flac\n")
    }
    try temporary.makeFolder("folder.flac")
    #expect(found("") == ["b.m4a", "c.flac"])
    #expect(
      found("cover.jpg", ".hidden.flac", ".folder", "missing") == [
        "cover.jpg", ".hidden.flac", ".folder/a.flac", "missing",
      ])
  }

  @Test("a folder that says that it has no music is left out, unless it is named")
  func noMusic() throws {
    for name in ["set/a.flac", "set/sounds/gong.flac", "set/sounds/.nomedia"] {
      try temporary.write(name)
    }
    #expect(found("") == ["set/a.flac"])
    #expect(found("set/sounds") == ["set/sounds/gong.flac"])
  }

  @Test("a playlist that breaks off says so")
  func cutPlaylist() throws {
    try temporary.write("a.flac")
    let whole =
      "<playlist><trackList><track><location>a.flac</location></track></trackList></playlist>"
    try temporary.write("whole.xspf", whole)
    try temporary.write("cut.xspf", String(whole.dropLast(20)))
    #expect(found("whole.xspf") == ["a.flac"])
    #expect(
      found("cut.xspf") == [
        "cut.xspf ! the playlist breaks off; the part before that is read", "a.flac",
      ])
  }

  @Test("a playlist without songs, and a folder of playlists only, say so")
  func nothingInside() throws {
    try temporary.write("empty.m3u8", "#EXTM3U\n")
    try temporary.write("lists/b 2.m3u", "x.flac\n")
    try temporary.write("lists/b 10.pls", "")
    try temporary.write("mixed/list.m3u", "")
    try temporary.write("mixed/deep/a.flac")
    try temporary.makeFolder("bare")
    #expect(
      found("empty.m3u8", "lists", "mixed", "bare") == [
        "empty.m3u8 ! the playlist has no songs",
        "lists ! it has playlists only; name one, such as "
          + temporary.path.appending("lists/b 2.m3u").string,
        "mixed/deep/a.flac",
      ])
  }

  @Test(
    "a URL is told as in a playlist",
    arguments: ["https://example.org/a.mp3", "http://localhost:8000", "rtsp://host/b"])
  func stream(url: String) throws {
    var discovery = Discovery([FilePath(url)], formats: .withoutFFmpeg)
    #expect(
      discovery.next()?.map(\.refusal) == [
        SkippedFile(name: url, reason: "network streams are not supported")
      ])
  }

  @Test("each named folder is judged by itself, the second as the first")
  func secondFolder() throws {
    try temporary.write("songs/a.flac")
    for name in ["lists/b.m3u", "more/c.m3u"] { try temporary.write(name, "../songs/a.flac\n") }
    try temporary.makeFolder("empty")
    func refusal(_ folder: String, _ list: String) -> String {
      "\(folder) ! it has playlists only; name one, such as "
        + temporary.path.appending("\(folder)/\(list)").string
    }
    let (lists, more) = (refusal("lists", "b.m3u"), refusal("more", "c.m3u"))
    #expect(found("songs", "lists", "songs") == ["songs/a.flac", lists, "songs/a.flac"])
    #expect(found("lists", "more", "lists") == [lists, more, lists])
    #expect(found("lists", "empty", "songs") == [lists, "songs/a.flac"])
    #expect(found("lists/b.m3u", "lists/b.m3u").count == 2)
  }

  @Test(
    "several files that are named have their own sheets each, however often; a sheet has 1,000 tracks at most"
  )
  func manyTracks() throws {
    for name in ["a", "b"] {
      try temporary.write("\(name).flac")
      try temporary.write("\(name).cue", Self.sheet.replacing("album.wav", with: "\(name).flac"))
    }
    try temporary.write("c.flac")
    func tracks(_ name: String) -> [String] {
      ["0:00-3:20.4", "3:20.4-"].map { "\(name).flac/\($0)" }
    }
    #expect(
      found("a.flac", "b.flac", "c.flac", "a.flac")
        == tracks("a") + tracks("b") + ["c.flac"] + tracks("a"))
    let list = (0..<1_001).map { "TRACK \($0 % 99 + 1) AUDIO\nINDEX 01 \($0):00:00\n" }
    try temporary.write("c.cue", "FILE c.flac WAVE\n" + list.joined())
    #expect(found("c.flac").count == 1_000)
  }

  @Test("a 'file:' URL is its file")
  func fileURL() throws {
    try temporary.write("a b.flac")
    let url = "file://" + temporary.path.string + "/a%20b.flac"
    var discovery = Discovery([FilePath(url)], formats: .withoutFFmpeg)
    #expect(discovery.next()?.map(\.path) == [temporary.path.appending("a b.flac")])
  }

  @Test("films are listed, also where they cannot be decoded, so that they are told")
  func films() throws {
    for name in ["a.mkv", "b.m4a", "c.jpg"] { try temporary.write(name) }
    #expect(found("") == ["a.mkv", "b.m4a"])
  }

  @Test("links are followed, and where they lead back, they end")
  func links() throws {
    try temporary.write("music/1.flac")
    try temporary.write("music/sub/2.flac")
    try temporary.write("elsewhere/3.flac")
    try temporary.link("music/again", to: "..")
    try temporary.link("music/self", to: "self")
    try temporary.link("music/sub/up", to: "../../music")
    try temporary.link("music/there", to: "../elsewhere")
    try temporary.link("music/4.flac", to: "1.flac")
    try temporary.link("music/5.flac", to: "nowhere")
    #expect(
      found("music") == [
        "music/1.flac", "music/4.flac", "music/5.flac", "music/again/elsewhere/3.flac",
        "music/sub/2.flac",
      ])
  }

  @Test("folders that all link to each other are read once each")
  func manyLinks() throws {
    let names = (1...12).map { "folder\($0)" }
    for name in names {
      try temporary.write("\(name)/song.flac")
      for other in names { try temporary.link("\(name)/to \(other)", to: "../\(other)") }
    }
    #expect(found("").count == names.count)
  }

  @Test("what is named twice is listed twice")
  func repetition() throws {
    try temporary.write("a/1.flac")
    #expect(found("a", "a", "a/1.flac") == ["a/1.flac", "a/1.flac", "a/1.flac"])
  }

  @Test("an unreadable folder is reported")
  func permission() throws {
    let locked = try temporary.makeFolder("locked")
    try temporary.write("locked/1.flac")
    try temporary.write("open/2.flac")
    temporary.setMode(0, of: locked)
    defer { temporary.setMode(0o700, of: locked) }
    if geteuid() == 0 {
      print("Not checked: a folder without permission, which does not bind the superuser.")
      return
    }
    #expect(found("") == ["locked ! you do not have permission to read it", "open/2.flac"])
  }

  @Test("a tree deeper than the longest path is reported, once")
  func depth() throws {
    let name = String(repeating: "x", count: 200)
    var folder = temporary.path
    var parent = try FileDescriptor.open(folder, .readOnly, options: .directory)
    for _ in 0..<25 {
      try #require(mkdirat(parent.rawValue, name, 0o700) == 0)
      let child = FileDescriptor(rawValue: openat(parent.rawValue, name, O_RDONLY | O_DIRECTORY))
      try parent.close()
      try #require(child.rawValue >= 0)
      parent = child
      folder.append(name)
    }
    // Taken away from below: a path of this length cannot be removed by name.
    defer {
      for _ in 0..<25 {
        let above = FileDescriptor(rawValue: openat(parent.rawValue, "..", O_RDONLY | O_DIRECTORY))
        unlinkat(above.rawValue, name, AT_REMOVEDIR)
        try? parent.close()
        parent = above
      }
      try? parent.close()
    }
    let refusals = found("")
    #expect(refusals.map { $0.hasSuffix(" ! its path is too long") } == [true])
  }

  @Test("a playlist leads to files beside it")
  func playlists() throws {
    try temporary.write("lists/1.flac")
    try temporary.write("lists/with space.flac")
    try temporary.write("back/slash.flac")
    try temporary.write(
      "lists/a.m3u8",
      """
      #EXTM3U
      1.flac
      with%20space.flac
      ..\\back\\slash.flac
      1.flac \u{20}
      missing.flac
      \\..
      ../back
      http://radio.example/stream
      """)
    #expect(
      found("lists/a.m3u8")
        == [
          "lists/1.flac", "lists/with space.flac", "lists/../back/slash.flac", "lists/1.flac",
          "lists/missing.flac", "lists/\\..",
          "lists/../back ! folders in playlists are not supported",
          "http://radio.example/stream ! network streams are not supported",
        ])
  }

  @Test("a playlist in XML leads to files beside it, by URL and by path")
  func xspf() throws {
    try temporary.write("lists/with space.flac")
    try temporary.write("other.flac")
    try temporary.write(
      "lists/a.xspf",
      """
      <?xml version="1.0"?><playlist><trackList>
      <track><location>with%20space.flac</location></track>
      <track><location>file://\(temporary.path.string)/other.flac</location></track>
      <track><location>http://radio.example/stream</location></track>
      </trackList></playlist>
      """)
    #expect(
      found("lists/a.xspf") == [
        "lists/with space.flac", "other.flac",
        "http://radio.example/stream ! network streams are not supported",
      ])
  }

  @Test("a cue sheet without times leads to its files, and a folder with both has the file alone")
  func cueSheet() throws {
    let sheet = "TITLE Bowls\nFILE \"album.flac\" WAVE\nTRACK 01 AUDIO\nTRACK 02 AUDIO\n"
    try temporary.write("disc/album.flac")
    try temporary.write("disc/album.cue", sheet)
    try temporary.write("bare/album.cue", sheet)
    let noted = [
      "disc/album.flac",
      "disc/album.cue ! it does not say where the 2 tracks of album.flac begin: they play as one song",
    ]
    for name in ["disc/album.cue", "disc", "disc/album.flac"] { #expect(found(name) == noted) }
    #expect(found("bare/album.cue") == ["bare/album.flac"])
    #expect(
      found("bare") == [
        "bare ! it has playlists only; name one, such as "
          + temporary.path.appending("bare/album.cue").string
      ])
  }

  private static let sheet = """
    TITLE Bowls
    FILE "album.wav" WAVE
    TRACK 01 AUDIO
    TITLE One
    INDEX 01 00:00:00
    TRACK 02 AUDIO
    INDEX 01 03:20:30
    """

  @Test("a cue sheet splits the file that it names, however the user names the two")
  func tracks() throws {
    try temporary.write("disc/album.flac")
    try temporary.write("disc/album.cue", Self.sheet)
    try temporary.write("disc/other.flac")
    let tracks = ["disc/album.flac/0:00-3:20.4", "disc/album.flac/3:20.4-"]
    #expect(found("disc/album.cue") == tracks)
    #expect(found("disc/album.flac") == tracks)
    #expect(found("disc") == tracks + ["disc/other.flac"])
    #expect(hints(in: temporary.path.appending("disc/album.flac")) == ["One", "Track 2"])
    // A second sheet says nothing new.
    try temporary.write("disc/album.flac.cue", Self.sheet)
    #expect(found("disc") == tracks + ["disc/other.flac"])
    try temporary.write("twin/album.flac")
    try temporary.write("twin/album.flac.cue", Self.sheet)
    #expect(found("twin/album.flac") == ["twin/album.flac/0:00-3:20.4", "twin/album.flac/3:20.4-"])
  }

  @Test(
    "a cue sheet finds its file by another case and ending at once, and beside it by a path of elsewhere",
    arguments: [
      ("My Album.flac", "my album.WAV"), ("A.flac", #"D:\Rips\A.flac"#),
      ("A.flac", #"D:\Rips\a.wav"#),
      ("A.flac", "/mnt/rips/A.wav"), ("CD1/A.flac", #"cd1\a.WAV"#), ("Sheet.flac", "gone.wav"),
    ])
  func otherNames(file: String, named: String) throws {
    try temporary.write(file)
    try temporary.write("sheet.cue", Self.sheet.replacing("album.wav", with: named))
    let tracks = ["\(file)/0:00-3:20.4", "\(file)/3:20.4-"]
    #expect(found("sheet.cue") == tracks)
    // In a folder, a sheet splits what is in that folder.
    #expect(found("") == (file.contains("/") ? [file] : tracks))
  }

  @Test(
    "times that do not rise are said, however the sheet was found, and one beside a song of a set is not"
  )
  func fallingTimes() throws {
    try temporary.write("album.flac")
    let sheet = try temporary.write(
      "album.cue", Self.sheet.replacing("INDEX 01 00:00:00", with: "INDEX 01 04:00:00"))
    let note =
      "album.cue ! it does not say where the 2 tracks of album.flac begin: they play as one song"
    for name in ["", "album.cue", "album.flac"] {
      #expect(found(name) == ["album.flac", note], "\(sheet)")
    }
    #expect(found("album.flac/0:10-0:20") == ["album.flac/0:10-0:20"])
  }

  @Test("a list, and a user who wants it, have the very song that they name")
  func namedTracks() throws {
    try temporary.write("album.flac")
    try temporary.write("album.cue", Self.sheet)
    try temporary.write("list.m3u", "album.flac\n#EXTVLCOPT:start-time=200.4\nalbum.flac\n")
    #expect(found("list.m3u") == ["album.flac", "album.flac/3:20.4-"])
    #expect(found("album.flac/0:00-") == ["album.flac/0:00-"])
    #expect(found("album.flac/3:20.4-") == ["album.flac/3:20.4-"])
    #expect(hints(in: temporary.path.appending("album.flac/3:20.4-")) == ["Track 2"])
    #expect(hints(in: temporary.path.appending("album.flac/3:20.41-")) == ["Track 2"])
    #expect(hints(in: temporary.path.appending("album.flac/3:20-")) == [nil])
  }

  private func hints(in path: FilePath) -> [String?] {
    var discovery = Discovery([path], formats: .withoutFFmpeg)
    var hints: [String?] = []
    while let found = discovery.next() { hints += found.map(\.hint?.title) }
    return hints
  }

  @Test("a path in Latin-1 leads to the file whose name is in UTF-8")
  func latin1() throws {
    try temporary.write("Über.flac")
    try temporary.write(
      bytes: Array("a.cue".utf8),
      contents: Array("FILE \"".utf8) + [0xDC] + Array("ber.flac\" WAVE\n".utf8))
    #expect(found("a.cue") == ["Über.flac"])
  }

  @Test("playlists that hold themselves, each other, or one another many times over, end")
  func nestedPlaylists() throws {
    try temporary.write("1.flac")
    try temporary.write("self.m3u", "self.m3u\n1.flac\n")
    #expect(found("self.m3u") == ["self.m3u ! the playlist is already in the list", "1.flac"])

    try temporary.write("ping.m3u", "1.flac\npong.pls\n")
    try temporary.write("pong.pls", "File1=ping.m3u\nFile2=1.flac\n")
    #expect(
      found("ping.m3u") == [
        "1.flac", "ping.m3u ! the playlist is already in the list", "1.flac",
      ])

    for level in 0..<40 {
      let next = "level\(level + 1).m3u\n"
      try temporary.write("level\(level).m3u", next + next)
    }
    try temporary.write("level40.m3u", "1.flac\n")
    #expect(found("level0.m3u").filter { $0 == "1.flac" }.count == 1)
  }

  @Test("an invalid playlist is reported")
  func oddPlaylists() throws {
    _ = try temporary.makePipe("pipe.m3u")
    let large = try temporary.write("large.m3u", "")
    try #require(large.withPlatformString { truncate($0, 1 << 30) } == 0)
    try temporary.write("empty.m3u", "")
    #expect(
      found("pipe.m3u", "large.m3u", "empty.m3u", "missing.m3u") == [
        "pipe.m3u ! it is a pipe, not a file", "large.m3u ! the playlist is too large",
        "empty.m3u ! the playlist has no songs", "missing.m3u ! the file does not exist",
      ])
  }
}
