import Foundation
import MeditationPlan
import MeditationPractice
import MeditationPracticeTestSupport
import MeditationSystem
import SystemPackage
import Testing

@Suite struct SetFolderTests {
  @Test("a new set: the folder is private, the file is a playlist")
  func new() throws {
    let folder = SetsFolder()
    #expect(try folder.store.list().sets.isEmpty)
    #expect(folder.names.isEmpty)
    var set = try SongSet("Evening", ["/m/rain.flac", "/m/x.flac"], plan: "for 20m, closing 3")
    set.songs[0].artist = "Ann"
    set.songs[0].length = .milliseconds(61_600)
    let stored = try folder.store.write(set, replacing: nil)
    #expect(
      folder.text("Evening.m3u8") == """
        #EXTM3U
        #MEDITATE: for 20m, closing 3
        #EXTINF:62,Ann - m/rain.flac
        /m/rain.flac
        #EXTINF:-1,m/x.flac
        /m/x.flac

        """)
    #expect(try folder.mode(folder.sets) == 0o700)
    #expect(try folder.mode(folder.sets + "/Evening.m3u8") == 0o600)
    #expect(try folder.store.read(SetName("EVENING")) == stored)
    #expect(folder.names == ["Evening.m3u8"])
  }

  @Test("a set that version 0.2.0 wrote has its songs and its plan, and is saved as it was")
  func version020() throws {
    let file = FilePath(#filePath).removingLastComponent().removingLastComponent()
      .appending("Version-0.2.0").appending("Evening.m3u8")
    let bytes = try BoundedFile(at: file, limit: 1_000).bytes
    let folder = SetsFolder()
    try folder.write(bytes: Array("Evening.m3u8".utf8), bytes)
    let stored = try folder.store.read(SetName("Evening"))
    #expect(stored.paths == ["/tmp/songs/Émerveillé.flac", "/tmp/songs/Wave 1.wav"])
    let plan = try #require(stored.set.plan.plan)
    #expect(plan.parts.map(\.title) == ["Sit", "Walk"])
    #expect(plan.under.map(\.volume) == [40] && plan.settling == .seconds(5))
    #expect(try folder.store.write(stored.set, replacing: stored).bytes == bytes)
  }

  @Test(
    "a name has at most 60 characters, and 200 bytes",
    arguments: [String(repeating: "a", count: 60), String(repeating: "🎵", count: 50)])
  func longestName(name: String) throws {
    #expect(try SetName(name).text == name)
    #expect(throws: SetName.Problem.tooLong) { try SetName(name + "a") }
  }

  @Test("sets are listed in natural order, odd files as problems")
  func list() throws {
    let folder = SetsFolder()
    for name in ["Sit 10.m3u8", "sit 2.M3U8", "SIT 2.m3u8", ".hidden.m3u8", " blank.m3u8", "x.m3u"]
    {
      try folder.write(name, "/a\n")
    }
    try folder.write(bytes: [0xFF] + Array(".m3u8".utf8), [])
    try folder.write(bytes: Array("esc\u{1B}[2J.m3u8".utf8), [])
    try folder.write(bytes: Array("junk.m3u8".utf8), [1, 0, 2])
    try folder.write(".meditate-abc.tmp", "x")
    try FileManager.default.createDirectory(
      atPath: folder.sets + "/folder.m3u8", withIntermediateDirectories: true)
    #expect(mkfifo(folder.sets + "/pipe.m3u8", 0o600) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: folder.sets + "/device.m3u8", withDestinationPath: "/dev/zero")
    let (sets, problems) = try folder.store.list()
    #expect(sets.map(\.name.text) == ["SIT 2", "Sit 10"])
    let expected: [SetProblem] = [
      .file("blank.m3u8", reason: "a set cannot have this name"),
      .file(".hidden.m3u8", reason: "a set cannot have this name"),
      .file("device", reason: "it is a device, not a file"),
      .file("esc.m3u8", reason: "a set cannot have this name"),
      .file("folder", reason: "it is a folder, not a file"),
      .file("junk", reason: "it is damaged, or not a playlist"),
      .file("pipe", reason: "it is a pipe, not a file"),
      .file("sit 2", reason: "'SIT 2.m3u8' is the same set"),
      .file("\u{FFFD}.m3u8", reason: "a set cannot have this name"),
    ]
    #expect(problems == expected)
    #expect(throws: SetProblem.unknown("sit 3", nearest: "SIT 2")) {
      try folder.store.read(SetName("sit 3"))
    }
    // An unreadable file is not overwritten either.
    let stored = try folder.store.write(SongSet("PIPE", ["/a"]), replacing: nil)
    #expect(stored.set.name.text == "pipe 2")
    #expect(!folder.names.contains(".meditate-abc.tmp"))
  }

  @Test("a set that another program changed or created stays")
  func changedElsewhere() throws {
    let folder = SetsFolder()
    let known = try folder.store.write(SongSet("Evening", ["/a"]), replacing: nil)
    try folder.write("Evening.m3u8", "/other\n")
    let second = try folder.store.write(SongSet("evening", ["/b"]), replacing: known)
    #expect(second.set.name.text == "Evening 2")
    #expect(
      try folder.store.write(SongSet("EVENING", ["/c"]), replacing: nil).set.name.text
        == "Evening 3")
    #expect(folder.text("Evening.m3u8") == "/other\n")
    #expect(throws: SetProblem.file("Evening", reason: "another program has changed it meanwhile"))
    {
      try folder.store.delete(known)
    }
    // A set that another program deleted is written again, with its comments.
    try folder.write("C.m3u8", "# mine\n\n/a\n")
    let third = try folder.store.read(SetName("C"))
    try FileManager.default.removeItem(atPath: folder.sets + "/C.m3u8")
    #expect(
      try folder.store.write(SongSet("C", ["/a", "/b"]), replacing: third).text.hasPrefix(
        "# mine\n\n"))
  }

  @Test("rename, delete and restore")
  func rename() throws {
    let folder = SetsFolder()
    try folder.write("evening.M3U8", "# mine\r\n/a")
    let known = try folder.store.read(SetName("Evening"))
    let renamed = try folder.store.rename(known, to: SetName("EVENING"))
    #expect(folder.names == ["EVENING.m3u8"])
    #expect(renamed.bytes == known.bytes)
    _ = try folder.store.write(SongSet("Morning", ["/a"]), replacing: nil)
    #expect(throws: SetProblem.taken("morning")) {
      try folder.store.rename(renamed, to: SetName("morning"))
    }
    let night = try folder.store.rename(renamed, to: SetName("Night"))
    try folder.store.delete(night)
    #expect(folder.names == ["Morning.m3u8"])
    try folder.store.restore(night)
    #expect(folder.text("Night.m3u8") == "# mine\r\n/a")
    #expect(throws: SetProblem.taken("Night")) { try folder.store.restore(night) }
    #expect(throws: SetProblem.unknown("evening", nearest: nil)) {
      try folder.store.rename(known, to: SetName("X"))
    }
  }

  @Test("of deleted sets the latest fifty are kept, each as it was when it was deleted")
  func deleted() throws {
    let folder = SetsFolder()
    let store = SetFolder(path: FilePath(folder.sets), trash: FilePath(folder.root + "/deleted"))
    let first = try store.write(SongSet("Evening", ["/a"]), replacing: nil)
    let second = try store.write(SongSet("Evening", ["/a", "/b"]), replacing: first)
    try store.delete(second, keeping: true)
    // The one before it, as 'undo' brings it back.
    try store.restore(first)
    #expect(store.deletedNames.map(\.text) == ["Evening"])
    for number in 1...51 {
      let set = try store.write(SongSet("Set \(number)", ["/a"]), replacing: nil)
      try store.delete(set, keeping: true)
    }
    #expect(store.deletedNames.count == 50)
  }

  @Test("a link to a set elsewhere stays a link")
  func link() throws {
    let folder = SetsFolder()
    try folder.write("x", "/a\n")
    try FileManager.default.moveItem(atPath: folder.sets + "/x", toPath: folder.root + "/real.m3u8")
    try FileManager.default.createSymbolicLink(
      atPath: folder.sets + "/L.m3u8", withDestinationPath: folder.root + "/real.m3u8")
    let known = try folder.store.read(SetName("L"))
    _ = try folder.store.write(SongSet("L", ["/b"]), replacing: known)
    #expect(
      try String(contentsOfFile: folder.root + "/real.m3u8", encoding: .utf8)
        == "#EXTINF:-1,b\n/b\n")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.sets + "/L.m3u8") == folder
        .root + "/real.m3u8")
  }

  @Test("a set that would be too large to be read is not written")
  func tooLarge() throws {
    let folder = SetsFolder()
    let plan = StoredPlan(String(repeating: "x", count: 16 * 1_024 * 1_024))
    let set = try SongSet("E", ["/a"], plan: plan)
    #expect(throws: SetProblem.file("E", reason: "it is larger than 16 MB")) {
      try folder.store.write(set, replacing: nil)
    }
    #expect(folder.names.isEmpty)
  }

  @Test("a path with a line break is refused, and the song is named")
  func lineBreak() throws {
    let folder = SetsFolder()
    let reason = "the path of 'a b' has a line break, which a playlist cannot hold"
    #expect(throws: SetProblem.file("E", reason: reason)) {
      try folder.store.write(SongSet("E", ["/a\nb"]), replacing: nil)
    }
    #expect(folder.names.isEmpty)
  }
}
