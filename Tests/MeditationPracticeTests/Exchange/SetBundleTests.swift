import Foundation
import MeditationPlan
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

@testable import MeditationPractice

/// Sets in archives: what is packed comes out, and nothing else.
@Suite("A set with all its files") struct SetBundleTests {
  private let folder = TemporaryFolder()
  private let music: FilePath

  init() throws {
    music = folder.path.appending("Music")
    try PrivateDirectory.make(music)
  }

  private func path(_ name: String) -> FilePath { folder.path.appending(name) }

  private func write(_ name: String, _ contents: String) throws {
    try FileManager.default.createDirectory(
      atPath: path(name).removingLastComponent().string, withIntermediateDirectories: true)
    try AtomicFile.write(Array(contents.utf8), to: path(name))
  }

  private func text(_ path: FilePath) -> String? {
    (try? BoundedFile(at: path, limit: 1_000)).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// All files below the music folder, sorted.
  private var unpacked: [String] {
    (FileManager.default.enumerator(atPath: music.string)?.compactMap { $0 as? String } ?? [])
      .sorted()
  }

  private func evening(songs: [String], plan: StoredPlan = .none) throws -> SongSet {
    try SongSet("Evening", songs.map { path($0).string }, plan: plan)
  }

  /// An archive with these files.
  @discardableResult private func archive(_ files: [(name: String, contents: String)]) throws
    -> FilePath
  {
    try archive(files.map { ($0.name, Array($0.contents.utf8)) })
  }

  @discardableResult private func archive(_ files: [(name: String, bytes: [UInt8])]) throws
    -> FilePath
  {
    let file = try FileDescriptor.open(
      path("a.zip"), .readWrite, options: [.create, .truncate], permissions: .ownerReadWrite)
    try file.closeAfter {
      var zip = ZipWriter(file)
      for (name, bytes) in files {
        try zip.add(bytes, named: name, modified: 1_800_000_000)
      }
      try zip.finish()
    }
    return path("a.zip")
  }

  /// Why the archive cannot be unpacked; nothing must be left of it then.
  private func refusal(_ archive: FilePath) throws -> String? {
    do throws(ArchiveProblem) {
      _ = try SetBundle.unpack(archive, into: music)
      return nil
    } catch {
      #expect(unpacked == [])
      return error.reason
    }
  }

  @Test("songs, bells, layers, voices and the guide come out as they were, and the plan with them")
  func whole() throws {
    for name in [
      "a/Rain.flac", "b/rain.flac", "a/#1: Ä?.ogg", "x/gong.wav", "x/wind.ogg", "x/v.mp3",
    ] {
      try write(name, "contents of \(name)")
    }
    try write("x/guide.txt", "0:30 Breathe.\n")
    let plan =
      "for 20m, bell \(path("x/gong.wav")), under \(path("x/wind.ogg")) 40, "
      + "voice \(path("x/v.mp3")) at 5m, guide ~/x/guide.txt"
    let songs = ["a/Rain.flac", "b/rain.flac", "a/#1: Ä?.ogg", "a/Rain.flac"]
    try SetBundle.write(
      evening(songs: songs, plan: StoredPlan(plan)), to: path("e.zip"), home: folder.path)
    let (set, place) = try SetBundle.unpack(path("e.zip"), into: music)
    #expect(place == music.appending("Evening"))
    #expect(set.name.text == "Evening")
    #expect(
      unpacked == [
        "Evening", "Evening/Evening.m3u8", "Evening/Rain.flac", "Evening/_1_ Ä_.ogg",
        "Evening/rain 2.flac", "Evening/sounds", "Evening/sounds/.nomedia",
        "Evening/sounds/gong.wav",
        "Evening/sounds/guide.txt", "Evening/sounds/v.mp3", "Evening/sounds/wind.ogg",
      ])
    #expect(
      set.songs.map { text(PathName.path($0.path)) } == songs.map { "contents of \($0)" })
    let sounds = "\(place)/sounds"
    #expect(
      set.plan.line.replacing(sounds, with: "S")
        == "for 20m, bell S/gong.wav, under S/wind.ogg 40%, voice S/v.mp3 at 5m, guide S/guide.txt")
    #expect(text(place.appending("sounds/guide.txt")) == "0:30 Breathe.\n")
    let playlist = text(place.appending("Evening.m3u8")) ?? ""
    #expect(playlist.hasPrefix("#EXTM3U\n#MEDITATE: for 20m, bell sounds/gong.wav, under"))
    #expect(!playlist.contains(folder.path.string))
  }

  @Test("a long name that is shortened begins as no comment, option or hidden file")
  func shortened() throws {
    let songs = ["#", "-", ".", " "].map { first in
      String(repeating: "x", count: 9) + first + String(repeating: "y", count: 235) + ".ogg"
    }
    for song in songs { try write(song, "contents of \(song)") }
    try SetBundle.write(evening(songs: songs), to: path("e.zip"), home: nil)
    let (set, _) = try SetBundle.unpack(path("e.zip"), into: music)
    #expect(
      set.songs.map { text(PathName.path($0.path)) } == songs.map { "contents of \($0)" })
  }

  @Test("a set of too many lines is refused before each is a value")
  func tooManyLines() throws {
    let many = String(repeating: "a\n", count: 200_001)
    #expect(
      try refusal(archive([("E/E.m3u8", many)])) == "it has more than 200000 songs")
    let blank = String(repeating: "#\n", count: 1_000_001)
    #expect(
      try refusal(archive([("E/E.m3u8", blank)])) == "it has more than 1000000 line breaks")
  }

  @Test("what is there already stays as it is: an archive, a folder of the same name")
  func kept() throws {
    try write("a.flac", "new")
    try write("e.zip", "old")
    #expect(throws: ArchiveProblem(reason: "it exists already")) {
      try SetBundle.write(evening(songs: ["a.flac"]), to: path("e.zip"), home: nil)
    }
    #expect(text(path("e.zip")) == "old")
    try SetBundle.write(evening(songs: ["a.flac"]), to: path("e.zip"), home: nil, replaces: true)
    try write("Music/Evening/a.flac", "old")
    let (set, place) = try SetBundle.unpack(path("e.zip"), into: music)
    #expect(place == music.appending("Evening 2"))
    #expect(text(music.appending("Evening/a.flac")) == "old")
    #expect(set.songs.map { PathName.path($0.path) } == [place.appending("a.flac")])
    #expect(set.name.text == "Evening 2")
    let third = try SetBundle.unpack(path("e.zip"), into: music, besides: [SetName("evening 3")])
    #expect(third.set.name.text == "Evening 4")
    #expect(third.folder == music.appending("Evening 4"))
  }

  @Test("one with the name of a length has another one", arguments: ["20m", "10", "1h", "open"])
  func lengthName(name: String) throws {
    try archive([("a/\(name).m3u8", "#EXTM3U\na.ogg\n"), ("a/a.ogg", "a")])
    for ending in ["", " 2"] {
      let (set, place) = try SetBundle.unpack(path("a.zip"), into: music)
      #expect(set.name.text == "Set \(name)\(ending)")
      #expect(place == music.appending("Set \(name)\(ending)"))
    }
  }

  @Test("one that is interrupted leaves nothing, and what a killed program left is deleted")
  func interrupted() throws {
    try write("a.flac", String(repeating: "a", count: 1 << 17))
    let interrupted = ArchiveProblem(reason: "it was interrupted")
    for allowed in 0...2 {
      var questions = 0
      #expect(throws: interrupted, "after \(allowed)") {
        try SetBundle.write(evening(songs: ["a.flac"]), to: path("e.zip"), home: nil) {
          questions += 1
          return questions <= allowed
        }
      }
      #expect(try DirectoryEntry.names(in: folder.path).count == 2)
    }
    try SetBundle.write(evening(songs: ["a.flac"]), to: path("e.zip"), home: nil)
    for allowed in 0...2 {
      var questions = 0
      #expect(throws: interrupted, "after \(allowed)") {
        try SetBundle.unpack(path("e.zip"), into: music) {
          questions += 1
          return questions <= allowed
        }
      }
      #expect(unpacked == [])
    }
    try write("Music/.meditate-1a.tmp/sounds/a.flac", "half")
    _ = try SetBundle.unpack(path("e.zip"), into: music)
    #expect(unpacked == ["Evening", "Evening/Evening.m3u8", "Evening/a.flac"])
  }

  @Test("a set with a missing file is not packed")
  func missing() throws {
    try write("a.flac", "a")
    #expect(
      throws: ArchiveProblem(reason: "\(path("b.flac")): the file does not exist")
    ) {
      try SetBundle.write(evening(songs: ["a.flac", "b.flac"]), to: path("e.zip"), home: nil)
    }
    #expect(!path("e.zip").isThere)
  }

  @Test(
    "a name that leads out of the folder is refused",
    arguments: ["../x", "/x", "E/../../x", "E/./x", "E//x", "..", "E\\x", "E/\u{1B}[2J", "", ".."])
  func names(name: String) throws {
    try archive([("E/E.m3u8", "#EXTM3U\n"), (name, "evil")])
    #expect(try refusal(path("a.zip"))?.hasSuffix("in it is not a name below its folder") == true)
    #expect(!path("x").isThere)
  }

  @Test("a set that names files elsewhere is refused, as is one that is not whole")
  func elsewhere() throws {
    try write("secret.flac", "s")
    let outside = [
      path("secret.flac").string, "../../secret.flac", "gone.flac", "file://\(path("secret.flac"))",
    ]
    for song in outside {
      try archive([("E/E.m3u8", "#EXTM3U\n\(song)\n")])
      let reason = try refusal(path("a.zip"))
      #expect(reason?.hasPrefix("the set names a file that is not in it: ") == true, "\(song)")
    }
    try archive([("E/E.m3u8", "#EXTM3U\n#MEDITATE: for 5m, bell ~/gong.wav\n")])
    #expect(try refusal(path("a.zip")) == "the set names a file that is not in it: ~/gong.wav")
  }

  @Test("an archive without a set, with several, or with a file twice is refused")
  func ambiguous() throws {
    try archive([("E/a.flac", "a")])
    #expect(try refusal(path("a.zip")) == "there is no set in it, which would be a '.m3u8' file")
    try archive([("E/a.m3u8", "#EXTM3U\n"), ("E/b.m3u8", "#EXTM3U\n")])
    #expect(try refusal(path("a.zip")) == "there are several sets in it")
    try archive([("E/a.m3u8", "#EXTM3U\n"), ("E/b", "1"), ("E/b", "2")])
    #expect(
      try refusal(path("a.zip")) == "'E/b' cannot be unpacked: the archive has it twice")
    try archive([("E/a.m3u8", "#EXTM3U\n"), ("E/b", "1"), ("E/b/c", "2")])
    #expect(
      try refusal(path("a.zip")) == "'E/b/c' cannot be unpacked: the archive has it twice")
  }

  @Test("that the folder cannot be written is not a fault of the archive")
  func folderProblem() throws {
    try archive([("E/a.m3u8", "#EXTM3U\n")])
    do throws(ArchiveProblem) {
      _ = try SetBundle.unpack(path("a.zip"), into: path("gone"))
      Issue.record("it is unpacked")
    } catch {
      #expect(error.isOfFolder)
      #expect(
        error.reason == "no folder can be created in \(path("gone")): the folder does not exist")
    }
  }

  @Test("what is beside the folder of the playlist is left out")
  func beside() throws {
    try archive([("E/a.m3u8", "#EXTM3U\na.ogg\n"), ("E/a.ogg", "1"), ("__MACOSX/E/._a", "2")])
    #expect(try refusal(path("a.zip")) == nil)
    #expect(unpacked == ["a", "a/a.m3u8", "a/a.ogg"])
  }

  private var archived: [UInt8] {
    get throws { try BoundedFile(at: path("a.zip"), limit: 2_000).bytes }
  }

  @Test("files that share their bytes are refused: they could be far larger than the archive")
  func overlap() throws {
    let playlist = (name: "E/E.m3u8", bytes: Array("#EXTM3U\nc.ogg\n".utf8))
    let inner = (name: "E/c.ogg", bytes: Array("sound".utf8))
    try archive([playlist, inner])
    var bytes = try archived
    let (local, directory) = (Array("PK\u{3}\u{4}".utf8), Array("PK\u{1}\u{2}".utf8))
    let first = try #require(bytes.ranges(of: local).last?.lowerBound)
    let end = try #require(bytes.firstRange(of: directory)?.lowerBound)
    // A file that holds all of another one, of which the list says that it lies there.
    try archive([playlist, ("E/b.ogg", Array(bytes[first..<end])), inner])
    bytes = try archived
    let place = try #require(bytes.ranges(of: local).dropFirst(2).first?.lowerBound)
    let entry = try #require(bytes.ranges(of: directory).last?.lowerBound)
    for index in 0..<4 { bytes[entry + 42 + index] = UInt8(place >> (8 * index) & 0xFF) }
    try AtomicFile.write(bytes, to: path("a.zip"))
    #expect(try refusal(path("a.zip")) == "it is damaged, or not a ZIP archive")
  }

  @Test("an end mark in the comment of an archive is not its end")
  func comment() throws {
    try archive([("E/a.m3u8", "#EXTM3U\na.ogg\n"), ("E/a.ogg", "1")])
    var bytes = try archived
    let mark = Array("PK\u{5}\u{6}".utf8) + [UInt8](repeating: 0, count: 18)
    let comment = Array("made with ".utf8) + mark + Array("!".utf8)
    bytes[bytes.count - 2] = UInt8(comment.count)
    try AtomicFile.write(bytes + comment, to: path("a.zip"))
    #expect(try refusal(path("a.zip")) == nil)
    #expect(unpacked == ["a", "a/a.m3u8", "a/a.ogg"])
  }

  @Test("a folder that cannot get its name leaves the name free")
  func failedMove() throws {
    let folder = try NewFolder(in: music)
    FileTree.delete(folder.path)
    #expect(throws: ArchiveProblem.self) { try folder.move(to: music.appending("Evening")) }
    #expect(unpacked == [])
  }

  @Test("an archive that is cut anywhere is refused, and so is a wrong checksum")
  func damage() throws {
    try archive([("E/E.m3u8", "#EXTM3U\na.flac\n"), ("E/a.flac", "sound")])
    let whole = try BoundedFile(at: path("a.zip"), limit: 1_000).bytes
    for length in whole.indices {
      try AtomicFile.write(Array(whole[..<length]), to: path("a.zip"))
      #expect(try refusal(path("a.zip")) == "it is damaged, or not a ZIP archive", "\(length)")
    }
    var changed = whole
    let sound = try #require(whole.firstRange(of: Array("sound".utf8)))
    changed[sound.lowerBound] ^= 1
    try AtomicFile.write(changed, to: path("a.zip"))
    #expect(
      try refusal(path("a.zip")) == "'E/a.flac' in it is damaged: its checksum is wrong")
  }

  @Test("whatever an archive is, it is unpacked into one folder, or refused without a trace")
  func fuzz() async throws {
    try archive([
      ("E/E.m3u8", "#EXTM3U\n#MEDITATE: for 5m\na.flac\ns/b.ogg\n"), ("E/a.flac", "sound"),
      ("E/s/b.ogg", "more"),
    ])
    let whole = try BoundedFile(at: path("a.zip"), limit: 1_000).bytes
    try await Fuzzing.repeatedly(300) { seed in
      var random = SeededGenerator(seed: seed)
      var bytes = whole
      for _ in 0...Int.random(in: 0...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = Bool.random(using: &random) ? .max : .random(in: 0...255, using: &random)
      }
      try AtomicFile.write(bytes, to: path("a.zip"))
      if try refusal(path("a.zip")) == nil {
        let top = try DirectoryEntry.names(in: music)
        #expect(top.count == 1, "seed \(seed)")
        try FileManager.default.removeItem(atPath: music.string)
        try PrivateDirectory.make(music)
      }
      let names = try DirectoryEntry.names(in: folder.path).map {
        String(decoding: $0, as: UTF8.self)
      }
      #expect(Set(names).isSubset(of: ["a.zip", "Music"]), "seed \(seed)")
    }
  }
}
