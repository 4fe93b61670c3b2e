import MeditationPlan
import MeditationPractice
import MeditationPracticeTestSupport
import MeditationSystem
import SystemPackage
import Testing

/// A change keeps the lines that it does not concern.
@Suite struct SetLinesTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let before: String
    let songs: [String]
    var plan = StoredPlan.none
    let after: String
  }

  static let rows = [
    Row(
      testDescription: "a comment moves with its song",
      before: "#EXTM3U\n\n# about a\n#EXTINF:-1,a\n/a\n# about b\n#EXTINF:-1,b\n/b\n",
      songs: ["/b", "/a"],
      after: "#EXTM3U\n\n# about b\n#EXTINF:-1,b\n/b\n# about a\n#EXTINF:-1,a\n/a\n"),
    Row(
      testDescription: "headings, blank lines and streams stay",
      before: "# mine\n\n/a\n\n# part two\n\n/b\nhttp://x/y\n/c\n# end\n", songs: ["/a", "/c"],
      after: "# mine\n\n/a\n\n# part two\n\nhttp://x/y\n/c\n# end\n"),
    Row(
      testDescription: "a comment survives its song, its directives do not",
      before: "#EXTM3U\n# about a\n#EXTVLCOPT:volume=3\n#EXTINF:1,a\n/a\n/b\n", songs: ["/b"],
      after: "#EXTM3U\n# about a\n/b\n"),
    Row(
      testDescription: "a new song follows its predecessor, with CRLF and a byte order mark",
      before: "\u{FEFF}#EXTM3U\r\n/a\r\n\r\n# end\r\n", songs: ["/a", "/n"],
      after: "\u{FEFF}#EXTM3U\r\n/a\r\n#EXTINF:-1,n\r\n/n\r\n\r\n# end\r\n"),
    Row(
      testDescription: "a plan in several lines becomes one",
      before: "#EXTM3U\n#meditate: for 20m\n# x\n\n/a\n#MEDITATE:fade 5s", songs: ["/a"],
      plan: "for 5m", after: "#EXTM3U\n#MEDITATE: for 5m\n# x\n\n/a\n"),
    Row(
      testDescription: "a plan of an older program stays as long as nothing changes it",
      before: "#EXTM3U\n#MEDITATE: under rain 40\n/a\n/b\n", songs: ["/b"],
      plan: "under rain 74%", after: "#EXTM3U\n#MEDITATE: under rain 40\n/b\n"),
    Row(
      testDescription: "a plan that is empty has no line",
      before: "#EXTM3U\n#MEDITATE: for 20m\n/a\n", songs: ["/a"], after: "#EXTM3U\n/a\n"),
    Row(
      testDescription: "the last line has no line break",
      before: "/a\n/b", songs: ["/b", "/a"], after: "/b\n/a\n"),
    Row(
      testDescription: "all songs are other ones", before: "#EXTM3U\n# x\n\n/a\n\n/b\n# end",
      songs: ["/c"], after: "#EXTM3U\n# x\n\n#EXTINF:-1,c\n/c\n\n# end"),
    Row(
      testDescription: "a file without lines", before: "", songs: ["/a"], plan: "for 1m",
      after: "#EXTM3U\n#MEDITATE: for 1m\n#EXTINF:-1,a\n/a\n"),
    Row(
      testDescription: "one song twice", before: "/a\n# 2\n/a\n/b\n", songs: ["/b", "/a", "/a"],
      after: "/b\n/a\n# 2\n/a\n"),
  ]

  @Test("a change of songs or plan", arguments: rows)
  func change(row: Row) throws {
    let folder = SetsFolder()
    try folder.write("S.m3u8", row.before)
    let known = try folder.store.read(SetName("s"))
    var new = try SongSet("S", row.songs, plan: row.plan)
    // Titles are as in the file where the song is there already.
    for (index, song) in new.songs.enumerated() {
      if let old = known.set.songs.first(where: { $0.path == song.path }) { new.songs[index] = old }
    }
    let stored = try folder.store.write(new, replacing: known)
    #expect(folder.text("S.m3u8").map { Array($0.utf8) } == Array(row.after.utf8))
    #expect(stored.set.songs == new.songs)
    #expect(stored.set.plan == row.plan)
    #expect(stored.text == row.after)
  }

  @Test("whatever a file is, nothing is written when nothing changed", arguments: rows)
  func unchanged(row: Row) throws {
    let folder = SetsFolder()
    try folder.write("S.m3u8", row.before)
    let file = FilePath(folder.sets + "/S.m3u8")
    let identity = try BoundedFile(at: file, limit: 1_000).identity
    let known = try folder.store.read(SetName("s"))
    let stored = try folder.store.write(known.set, replacing: known)
    #expect(stored == known)
    #expect(folder.text("S.m3u8") == row.before)
    #expect(try BoundedFile(at: file, limit: 1_000).identity == identity)
  }

  @Test("relative paths, URLs, Latin-1 titles, UTF-16")
  func reading() throws {
    let folder = SetsFolder()
    try folder.write(
      bytes: Array("A.M3U8".utf8),
      Array("#EXTINF:61,Bj".utf8) + [0xF6] + Array("rk - J\nrain/a b.flac\n".utf8)
        + Array("./#hash.flac\nfile:///m/a%20b.mp3\n./ c.flac\n".utf8))
    let set = try folder.store.read(SetName("a"))
    #expect(
      set.paths == [
        folder.sets + "/rain/a b.flac", folder.sets + "/#hash.flac", "/m/a b.mp3",
        folder.sets + "/ c.flac",
      ])
    #expect(set.set.songs[0].artist == "Björk")
    #expect(set.set.songs[0].length == .seconds(61))
    #expect(set.set.songs[1].title == "#hash")
    let units = Array("/a\n#MEDITATE: for 1m\n".utf16)
    try folder.write(bytes: Array("B.m3u8".utf8), [0xFF, 0xFE] + units.flatMap { [UInt8($0), 0] })
    #expect(try folder.store.read(SetName("B")).set == SongSet("B", ["/a"], plan: "for 1m"))
  }
}
