import Foundation
import MeditationPractice
import MeditationSystem
import MeditationTestSupport
import Testing

@Suite("Sits of killed programs") struct InterruptedSitTests {
  private let folder = TemporaryFolder()
  private let journal: any JournalStore

  init() throws {
    journal = try JournalFile.open(in: folder.path).journal
  }

  private func setWriter(_ process: Int64, _ start: Int64?, boot: String?) throws {
    let connection = try DatabaseConnection(path: folder.journal())
    try connection.write { db in
      try db.execute(
        """
        UPDATE sit SET writer = \(process), writer_start = coalesce(\(start), writer_start),
          writer_boot = coalesce(\(boot), writer_boot)
        """)
    }
    connection.close()
  }

  private func startTime(of process: Int64) throws -> Int64 {
    let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return try #require(Int64(text.split(separator: ") ")[1].split(separator: " ")[19]))
  }

  private func sitsOnceClosed(by journal: any JournalStore) throws -> [Sit] {
    try journal.closeInterrupted()
    return try journal.sits(since: nil, limit: nil)
  }

  @Test("a sit of this program goes on")
  func own() throws {
    try journal.save(.sample(1, end: nil), songs: nil)
    #expect(try sitsOnceClosed(by: journal) == [.sample(1, end: nil)])
  }

  @Test("a sit of a program that has ended is interrupted, once")
  func ended() throws {
    try journal.save(.sample(1, end: nil), songs: SitSong.samples)
    // Above the largest process id.
    try setWriter(5_000_000, nil, boot: nil)
    #expect(try sitsOnceClosed(by: journal) == [.sample(1, end: .interrupted)])
    #expect(try journal.claim(Sit.ID(rawValue: 1)))
    #expect(try sitsOnceClosed(by: journal) == [.sample(1, end: nil)])
  }

  @Test("a sit goes on as long as its program, also where that is not seen")
  func container() throws {
    try journal.save(.sample(1, end: nil), songs: nil)
    // As another container has it.
    try setWriter(5_000_000, nil, boot: nil)
    let other = try JournalFile.open(in: folder.path).journal
    #expect(try sitsOnceClosed(by: other) == [.sample(1, end: nil)])
    #expect(folder.mode(folder.journal(".running")) == 0o600)
    (journal as? JournalFile)?.close()
    #expect(try sitsOnceClosed(by: other) == [.sample(1, end: .interrupted)])
  }

  @Test("a living program's sit is left alone; a recycled process id and a reboot are noticed")
  func other() throws {
    try journal.save(.sample(1, end: nil), songs: nil)
    let parent = Int64(getppid())
    let start = try startTime(of: parent)
    try setWriter(parent, start, boot: nil)
    #expect(try sitsOnceClosed(by: journal) == [.sample(1, end: nil)])
    try setWriter(parent, start, boot: "another")
    #expect(try sitsOnceClosed(by: journal) == [.sample(1, end: .interrupted)])
    try journal.save(.sample(1, end: nil), songs: nil)
    #expect(try sitsOnceClosed(by: journal) == [.sample(1, end: nil)])
    try setWriter(parent, start + 1, boot: nil)
    #expect(try sitsOnceClosed(by: journal) == [.sample(1, end: .interrupted)])
  }
}
