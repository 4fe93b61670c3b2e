import Foundation
import MeditationPractice
import MeditationTestSupport
import SystemPackage
import Testing

@Suite("A journal whose writers are killed") struct KilledWriterTests {
  private let folder = TemporaryFolder()

  /// In each round a child begins a sit, notes its id, and writes it until it kills itself.
  @Test("keeps what was written, and names what was interrupted", .timeLimit(.minutes(20)))
  func killed() async throws {
    let journal = try JournalFile.open(in: folder.path).journal
    let path = folder.path.string
    for round in 1...50 {
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, round = round as Int] in
        try Self.writeUntilKilled(in: path, round: round)
      }
      try journal.closeInterrupted()
      let sit = try #require(try journal.sits(since: nil, limit: 1).first)
      #expect(sit.id.rawValue == Int64(round))
      let written = try String(contentsOfFile: path + "/written", encoding: .utf8)
      let seconds = try #require(written.split(separator: "\n").last.flatMap { Int($0) })
      // The one that was being written may be there, too.
      #expect((seconds...seconds + 1).contains(Int(sit.sat.components.seconds)))
      #expect(sit.end == .interrupted)
    }
    let sits = try journal.sits(since: nil, limit: nil)
    #expect(sits.map(\.id.rawValue) == (1...50).reversed().map { Int64($0) })
    #expect(sits.allSatisfy { $0.end == .interrupted })
    #expect(try JournalFile.open(in: folder.path).notice == nil)
  }

  private static func writeUntilKilled(in path: String, round: Int) throws {
    let journal = try JournalFile.open(in: FilePath(path)).journal
    let written = try FileDescriptor.open(
      FilePath(path + "/written"), .writeOnly, options: [.create, .truncate],
      permissions: .ownerReadWrite)
    var sit = Sit.sample(Int64(round), began: Sit.sampleTime + Int64(round) * 60_000, end: nil)
    sit.sat = .zero
    try journal.save(sit, songs: SitSong.samples)
    try written.writeAll("0\n".utf8)
    let killer = SelfKiller(after: round % 5)
    while true {
      sit.sat += .seconds(1)
      try journal.save(sit, songs: nil)
      try written.writeAll("\(sit.sat.components.seconds)\n".utf8)
      killer.note()
    }
  }

  @Test("is shared by two programs that write at once", .timeLimit(.minutes(20)))
  func shared() async throws {
    let path = folder.path.string
    // Both create the file, perhaps at once.
    let writer = Task { try Self.write(1...50, in: path) }
    await #expect(processExitsWith: .success) { [path = path as String] in
      try Self.write(51...100, in: path)
    }
    try await writer.value
    let journal = try JournalFile.open(in: folder.path).journal
    let ids = try journal.sits(since: nil, limit: nil).map(\.id.rawValue)
    #expect(Set(ids) == Set(1...100) && ids.count == 100)
  }

  private static func write(_ ids: ClosedRange<Int64>, in path: String) throws {
    // Two writers on a busy machine, of which each waits for the other.
    let journal = try JournalFile.open(in: FilePath(path), busyTimeout: .seconds(60)).journal
    for id in ids { try journal.save(.sample(id), songs: SitSong.samples) }
  }

  @Test(
    "is created, or repaired, by one of several that open it at once", arguments: [false, true])
  func openedAtOnce(isDamaged: Bool) async throws {
    for round in 1...10 {
      let folder = folder.path.appending("\(round)")
      try FileManager.default.createDirectory(
        atPath: folder.string, withIntermediateDirectories: true)
      if isDamaged {
        try String(repeating: "x", count: 5_000).write(
          toFile: folder.appending("journal.sqlite").string, atomically: false, encoding: .utf8)
      }
      let notices = try await withThrowingTaskGroup(of: String?.self) { group in
        for id in Int64(1)...6 {
          group.addTask {
            let (journal, notice) = try JournalFile.open(in: folder, busyTimeout: .seconds(60))
            try journal.save(.sample(id), songs: nil)
            return notice
          }
        }
        return try await group.reduce(into: [String?]()) { $0.append($1) }
      }
      #expect(notices.count { $0 != nil } == (isDamaged ? 1 : 0))
      let sits = try JournalFile.open(in: folder).journal.sits(since: nil, limit: nil)
      #expect(sits.count == 6)
    }
  }

  @Test("gives a sit to one of several that claim it")
  func claimedOnce() async throws {
    let stores = try (1...4).map { _ in
      try JournalFile.open(in: folder.path, busyTimeout: .seconds(60)).journal
    }
    for id in Int64(1)...20 {
      try stores[0].save(.sample(id), songs: nil)
      let claims = try await withThrowingTaskGroup(of: Bool.self) { group in
        for store in stores { group.addTask { try store.claim(Sit.ID(rawValue: id)) } }
        return try await group.reduce(into: [Bool]()) { $0.append($1) }
      }
      #expect(claims.count { $0 } == 1)
    }
  }
}
