import MeditationPlan
import MeditationPractice
import MeditationPracticeTestSupport
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

/// Set files that no program of ours wrote.
@Suite struct SetFuzzTests {
  private static let pieces: [[UInt8]] =
    [
      "#EXTM3U\n", "#MEDITATE: for 20m\n", "#meditate:", "#EXTINF:61,Ann - Rain\n", "#EXTINF:",
      "#EXTINF:-1 a=\"b,c", "#EXTVLCOPT:x\n", "# mine\n", "#", "/a.flac\n", "b/c d.ogg\r\n", "./",
      "../", "file:///m/a%20b\n", "file://", "http://x/y\n", "%00", "%FF", "\\", "\n", "\r", "\r\n",
      "\n\n", " ", "\t", "\u{FEFF}", "\u{1B}[2J", "\u{9B}", "\u{202E}", "e\u{301}", ",", " - ",
      "9999999999", "[playlist]\n", "File1=a\n", "Title1=b\n", "Length1=3\n", "=",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0], [0xFF, 0xFE], [0xFE, 0xFF], [0x2F, 0]]

  private static func soup(using random: inout some RandomNumberGenerator) -> [UInt8] {
    var bytes = (0..<Int.random(in: 0...24, using: &random)).flatMap { _ in
      pieces.randomElement(using: &random) ?? []
    }
    for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0...2, using: &random) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
      case 1: bytes.removeSubrange(place...)
      default: bytes.insert(.random(in: .min ... .max, using: &random), at: place)
      }
    }
    return bytes
  }

  /// `set` with some songs taken out, put in or moved, and perhaps another plan.
  private static func changed(
    _ set: SongSet, using random: inout some RandomNumberGenerator
  ) -> SongSet {
    var set = set
    set.songs.removeAll { _ in Int.random(in: 0...3, using: &random) == 0 }
    if Bool.random(using: &random) { set.songs.shuffle(using: &random) }
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      let song = SetSong(path: Array("/new \(random.next())".utf8), title: "New")
      set.songs.insert(song, at: Int.random(in: 0...set.songs.count, using: &random))
    }
    if Bool.random(using: &random) { set.plan = Bool.random(using: &random) ? .none : "for 5m" }
    return set
  }

  @Test("whatever a file is, it is read or refused, kept until it changes, and harms no other set")
  func files() async throws {
    try await Fuzzing.repeatedly(30) { seed in
      var random = SeededGenerator(seed: seed)
      let folder = SetsFolder()
      let store = folder.store
      let other = try store.write(SongSet("Other", ["/o"], plan: "for 1m"), replacing: nil)
      let bytes = Self.soup(using: &random)
      try folder.write(bytes: Array("Evening.m3u8".utf8), bytes)
      let (sets, problems) = try store.list()
      #expect(sets.count + problems.count == 2, "seed \(seed)")
      if let listed = sets.first(where: { $0.name != other.set.name }) {
        let known = try store.read(listed.name)
        #expect(ListedSet(known.set) == listed, "seed \(seed)")
        try check(known, in: folder, using: &random, "seed \(seed)")
      } else {
        #expect(throws: SetProblem.self) { try store.read(SetName("evening")) }
        let new = try store.write(SongSet("evening", ["/n"]), replacing: nil)
        #expect(new.set.name.text.lowercased() == "evening 2", "seed \(seed)")
        #expect(folder.bytes("Evening.m3u8") == bytes, "seed \(seed)")
      }
      #expect(try store.read(other.set.name) == other, "seed \(seed)")
    }
  }

  private func check(
    _ known: StoredSet, in folder: SetsFolder, using random: inout some RandomNumberGenerator,
    _ note: Comment
  ) throws {
    let store = folder.store
    #expect(try store.read(known.set.name) == known, note)
    #expect(try store.write(known.set, replacing: known) == known, note)
    #expect(folder.bytes("Evening.m3u8") == known.bytes, note)
    let set = Self.changed(known.set, using: &random)
    let stored = try store.write(set, replacing: known)
    let read = try store.read(set.name)
    #expect(read == stored, note)
    #expect(read.set.songs.map(\.path) == set.songs.map(\.path), note)
    #expect(read.set.plan == set.plan, note)
    #expect(try store.write(read.set, replacing: read) == read, note)
    let renamed = try store.rename(read, to: SetName("Night"))
    #expect(renamed.bytes == read.bytes, note)
    try store.delete(renamed)
    #expect(folder.names == ["Other.m3u8"], note)
    try store.restore(renamed)
    #expect(try store.read(SetName("night")) == renamed, note)
  }

  @Test("whatever a playlist is, its set is exported as it was read")
  func playlists() async throws {
    try await Fuzzing.repeatedly(30) { seed in
      var random = SeededGenerator(seed: seed)
      let folder = SetsFolder()
      let name = ["Evening.m3u8", "Evening.m3u", "Evening.pls", "Evening.xspf", "Evening.cue"]
        .randomElement(using: &random)
      try folder.write(bytes: Array((name ?? "").utf8), Self.soup(using: &random))
      let file = FilePath(folder.sets).appending(name ?? "")
      do throws(SetProblem) {
        let set = try SetExport.read(file)
        let copy = FilePath(folder.sets).appending("Copy.m3u8")
        let bytes = try SetExport.bytes(of: set, at: copy)
        try? folder.write(bytes: Array("Copy.m3u8".utf8), bytes)
        let read = try SetExport.read(copy)
        #expect(read.songs.map(\.path) == set.songs.map(\.path), "seed \(seed)")
        #expect(read.plan == set.plan, "seed \(seed)")
      } catch {
        guard case .file(_, let reason) = error else { throw error }
        #expect(!reason.isEmpty)
      }
    }
  }
}
