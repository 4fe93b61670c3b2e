import Foundation
import MeditationPractice
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

/// Faults happen in a process of their own.
@Suite struct SetFaultTests {
  @Test("writers that are killed leave whole files, and the next one removes their rest")
  func killed() async throws {
    let folder = SetsFolder()
    let sets = folder.sets
    var known = try folder.store.write(Self.long(0), replacing: nil)
    for round in 1...12 {
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [sets = sets as String, round = round as Int] in
        let killer = SelfKiller(after: round)
        let store = SetFolder(path: FilePath(sets))
        var known = try store.read(SetName("Long"))
        for length in 1... {
          known = try store.write(SetFaultTests.long(length % 300), replacing: known)
          killer.note()
        }
      }
      let (found, problems) = try folder.store.list()
      #expect(found.map(\.name.text) == ["Long"])
      #expect(problems.isEmpty)
      let set = try folder.store.read(SetName("Long"))
      #expect(try set.set == Self.long(set.set.songs.count - 1))
      known = set
    }
    _ = try folder.store.write(Self.long(7), replacing: known)
    // One that is empty may belong to a program that created it just now.
    let names = try folder.names.filter { try FilePath(sets).appending($0).stat().size > 0 }
    #expect(names == ["Long.m3u8"])
  }

  @Test("two writers at once: each set is kept")
  func twoWriters() async throws {
    let folder = SetsFolder()
    let store = folder.store
    let names = try await withThrowingTaskGroup(of: [String].self) { group in
      for writer in 0..<2 {
        group.addTask {
          try (0..<20).map { number in
            let set = try SongSet("Evening", ["/\(writer)/\(number)"])
            return try store.write(set, replacing: nil).set.name.text
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(names).count == 40)
    let paths = try store.list().sets.flatMap { try store.read($0.name).paths }
    #expect(Set(paths).count == 40)
  }

  @Test("a full disk: the old file is intact, and nothing else is left")
  func full() async throws {
    let folder = SetsFolder()
    let known = try folder.store.write(Self.long(1), replacing: nil)
    let sets = folder.sets
    await #expect(processExitsWith: .success) { [sets = sets as String] in
      // Files cannot grow beyond 4 kB: a disk that is full in the middle of a file.
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 4_096, rlim_max: 4_096)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let store = SetFolder(path: FilePath(sets))
      let known = try store.read(SetName("Long"))
      do {
        _ = try store.write(SetFaultTests.long(10_000), replacing: known)
        exit(1)
      } catch SetProblem.file("Long", let reason) {
        exit(reason.hasPrefix("the file cannot be written") ? 0 : 2)
      }
    }
    #expect(try folder.store.read(SetName("Long")) == known)
    #expect(folder.names == ["Long.m3u8"])
  }

  @Test("a folder that cannot be written, and one that cannot be read")
  func permissions() async throws {
    let folder = SetsFolder()
    let known = try folder.store.write(Self.long(1), replacing: nil)
    chmod(folder.sets, 0o500)
    let sets = folder.sets
    await #expect(processExitsWith: .success) { [sets = sets as String] in
      // For root no folder is read-only.
      if getuid() == 0 {
        chown(sets + "/..", 65_534, 65_534)
        chown(sets, 65_534, 65_534)
        chown(sets + "/Long.m3u8", 65_534, 65_534)
        setuid(65_534)
      }
      let store = SetFolder(path: FilePath(sets))
      let known = try store.read(SetName("Long"))
      do {
        _ = try store.write(SetFaultTests.long(2), replacing: known)
        exit(1)
      } catch SetProblem.file("Long", reason: "you do not have permission to write it") {}
      chmod(sets, 0o000)
      do {
        _ = try store.list()
        exit(2)
      } catch SetProblem.folder(sets, reason: "you do not have permission to read it") {}
      chmod(sets, 0o700)
    }
    #expect(try folder.store.read(SetName("Long")) == known)
    #expect(folder.names == ["Long.m3u8"])
  }

  @Test("a folder that vanishes, or is a file")
  func vanished() throws {
    let folder = SetsFolder()
    let known = try folder.store.write(Self.long(1), replacing: nil)
    try FileManager.default.removeItem(atPath: folder.sets)
    #expect(try folder.store.list().sets.isEmpty)
    #expect(throws: SetProblem.unknown("Long", nearest: nil)) { try folder.store.delete(known) }
    _ = try folder.store.write(known.set, replacing: known)
    #expect(folder.names == ["Long.m3u8"])
    try FileManager.default.removeItem(atPath: folder.sets)
    _ = FileManager.default.createFile(atPath: folder.sets, contents: nil)
    #expect(throws: SetProblem.file("Long", reason: "part of its path is not a folder")) {
      try folder.store.restore(known)
    }
  }

  /// A set of `count` + 1 songs.
  static func long(_ count: Int) throws -> SongSet {
    try SongSet("Long", (0...count).map { "/music/song \($0).flac" })
  }
}
