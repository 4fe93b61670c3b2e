import MeditationPlan
import MeditationPractice
import MeditationPracticeTestSupport
import MeditationTestSupport
import SystemPackage
import Testing

@Suite struct SetRoundTripTests {
  /// Names of files that playlists and players take for something else.
  private static let names: [[UInt8]] =
    [
      "a.flac", "#a.flac", " a.flac", "a ", "a\t", "100% é.ogg", "%41", "a\\b", "http:",
      "\u{1B}[31m",
      "\u{202E}x", "e\u{301}.mp3", "#EXTINF:1,x", "a - b - c", "\"", ",", "file:", "\u{FEFF}", "…",
      "a.flac/1:02.5-", "a.flac/0:00-1:02.5",
    ].map { Array($0.utf8) } + [[0xFC, 0xFF], [0xC3], [0x01], [0x80, 0x20]]

  private static func path(using random: inout some RandomNumberGenerator) -> [UInt8] {
    (0..<Int.random(in: 1...3, using: &random)).flatMap { _ in
      [UInt8(ascii: "/")] + (names.randomElement(using: &random) ?? [])
    }
  }

  private static func text(using random: inout some RandomNumberGenerator) -> String {
    let words = ["", "Rain", " - ", "\n", "é", "\u{1B}[2J", "a\rb", ",", "-1", "Bach", " "]
    return (0..<Int.random(in: 0...4, using: &random)).map { _ in
      words.randomElement(using: &random) ?? ""
    }.joined()
  }

  private static func set(using random: inout some RandomNumberGenerator) throws -> SongSet {
    let songs = (0..<Int.random(in: 0...8, using: &random)).map { _ in
      SetSong(
        path: path(using: &random), title: text(using: &random), artist: text(using: &random),
        length: Bool.random(using: &random)
          ? nil : .milliseconds(Int.random(in: 0...4_000_000, using: &random)))
    }
    let plan = ["", "for 20m", "for 20m, bells every 5m"].randomElement(using: &random) ?? ""
    return SongSet(name: try SetName("Evening"), songs: songs, plan: StoredPlan(plan))
  }

  @Test(
    "a set is read as it was written, and written again as it is",
    arguments: 1...8 as ClosedRange<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = SetsFolder()
    var known: StoredSet?
    for _ in 0..<5 {
      let set = try Self.set(using: &random)
      let stored = try folder.store.write(set, replacing: known)
      #expect(stored.set.songs.map(\.path) == set.songs.map(\.path))
      #expect(stored.set.plan == set.plan)
      let read = try folder.store.read(set.name)
      #expect(read == stored)
      #expect(try folder.store.write(read.set, replacing: read) == read)
      #expect(try folder.store.write(set, replacing: read) == read)
      let other = SetsFolder()
      let bare = try other.store.write(read.set, replacing: nil)
      #expect(try other.store.write(bare.set, replacing: bare).bytes == bare.bytes)
      #expect(bare.set.songs == read.set.songs)
      known = read
    }
    #expect(folder.names == ["Evening.m3u8"])
  }

  @Test(
    "the songs of any playlist are a set",
    arguments: [
      ("Tape.pls", "File1=a.wav\nTitle1=Foo\nFile2=/b.wav\nFile3=http://x/y"),
      (
        "Tape.xspf",
        "<playlist><trackList><track><location>a.wav</location><title>Foo</title></track>"
          + "<track><location>file:///b.wav</location></track>"
          + "<track><location>http://x/y</location></track></trackList></playlist>"
      ),
      (
        "Tape.cue",
        "FILE \"a.wav\" WAVE\nTRACK 01 AUDIO\nTITLE \"Foo\"\nFILE \"/b.wav\" WAVE\nFILE http://x/y"
      ),
    ])
  func playlists(name: String, text: String) throws {
    let folder = SetsFolder()
    try folder.write(name, text)
    let set = try SetExport.read(FilePath(folder.sets).appending(name))
    #expect(set.name.text == "Tape")
    #expect(set.songs.map(\.path) == ["\(folder.sets)/a.wav", "/b.wav"].map { Array($0.utf8) })
    #expect(set.songs.first?.title == "Foo")
  }

  @Test("an exported set is read as it was", arguments: 1...8 as ClosedRange<UInt64>)
  func export(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = SetsFolder()
    let file = FilePath(folder.sets).appending("Evening.m3u8")
    for _ in 0..<15 {
      var set = try Self.set(using: &random)
      for index in set.songs.indices where Bool.random(using: &random) {
        set.songs[index].path = Array(folder.root.utf8) + set.songs[index].path
      }
      try folder.write(
        bytes: Array("Evening.m3u8".utf8), try SetExport.bytes(of: set, at: file))
      let read = try SetExport.read(file)
      #expect(read.songs.map(\.path) == set.songs.map(\.path))
      #expect(read.plan == set.plan)
      #expect(read.name == set.name)
    }
  }

  @Test("a path with two dots is that of the song in the list, unless a link leads elsewhere")
  func detours() throws {
    let folder = SetsFolder()
    try folder.write("Mix.m3u8", "#EXTINF:2,A\n../a.wav\nb/../c.wav\n./d.wav\n../../../../e.wav\n")
    let set = try SetExport.read(FilePath(folder.sets).appending("Mix.m3u8"))
    let parent = FilePath(folder.sets).removingLastComponent().string
    #expect(
      set.songs.prefix(3).map { String(decoding: $0.path, as: UTF8.self) }
        == ["\(parent)/a.wav", "\(folder.sets)/c.wav", "\(folder.sets)/d.wav"])
    #expect(set.songs.allSatisfy { !String(decoding: $0.path, as: UTF8.self).contains("..") })
    #expect(try SetExport.read(FilePath("\(folder.sets)/./Mix.m3u8")).songs == set.songs)
  }

  @Test("endless lines about songs are read to the last, and no name is too long to show")
  func endless() throws {
    let folder = SetsFolder()
    let line = "#EXTINF:60,\(String(repeating: "x", count: 1_000)) - y\n"
    try folder.write("Mix.m3u8", String(repeating: line, count: 10_000) + "/a.wav\n")
    let song = try #require(
      try SetExport.read(FilePath(folder.sets).appending("Mix.m3u8")).songs.first)
    #expect(song.artist.count == 500 && song.title == "y" && song.length == .seconds(60))
  }
}
