import Foundation
import GRDB
import JournalFile
import Practice
import SystemPackage
import Testing

@Suite("An open journal") struct OpenJournalTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open() throws -> any JournalStore { try JournalFile.open(in: folder.path).journal }

  private func count(_ journal: any JournalStore) throws -> Int {
    try journal.sits(since: nil, until: nil, limit: nil).count
  }

  /// Calls `body` with another connection.
  private func edit(_ body: @escaping @Sendable (Database) throws -> Void) throws {
    let queue = try DatabaseQueue(path: folder.journal())
    try queue.writeWithoutTransaction(body)
    try queue.close()
  }

  @Test("that is replaced while open is opened again", arguments: [true, false])
  func replaced(byCopy: Bool) throws {
    let backup = try TemporaryFolder()
    try JournalFile.open(in: backup.path).journal.save(.sample(7), songs: nil)
    let journal = try open()
    try journal.save(.sample(1), songs: nil)
    if byCopy {
      rename(backup.journal(), folder.journal())
    } else {
      unlink(folder.journal())
    }
    try journal.save(.sample(2), songs: nil)
    for store in [journal, try open()] {
      let ids = try store.sits(since: nil, until: nil, limit: nil).map(\.id.rawValue)
      #expect(Set(ids) == (byCopy ? [2, 7] : [2]))
    }
  }

  @Test("whose folder is deleted while open is made again")
  func folderDeleted() throws {
    let journal = try open()
    try journal.save(.sample(1), songs: nil)
    try FileManager.default.removeItem(atPath: folder.path.string)
    try journal.save(.sample(2), songs: nil)
    #expect(try count(open()) == 1)
  }

  @Test("that is truncated while open does not trap, and is written again", arguments: [0, 5_000])
  func truncated(size: Int) throws {
    let journal = try open()
    for id in 1...200 {
      try journal.save(
        .sample(Int64(id), began: Sit.sampleTime + Int64(id) * 10_000), songs: SitSong.samples)
    }
    try edit { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    truncate(folder.journal(), size)
    for _ in 1...2 { try? journal.save(.sample(999), songs: nil) }
    let reopened = try open()
    try reopened.save(.sample(1_000), songs: nil)
    let ids = try reopened.sits(since: nil, until: nil, limit: nil).map(\.id.rawValue)
    #expect(ids.contains(999) && ids.contains(1_000))
  }

  @Test("holds values of any size without a trap")
  func extremes() throws {
    let journal = try open()
    try journal.save(.sample(1), songs: nil)
    let largest = Int64.max
    try edit { db in
      for (id, column) in ["began", "zone", "sat", "position", "volume"].enumerated() {
        try db.execute(
          sql: """
            INSERT INTO sit (id, began, zone, sat, plan, heard, note, position, elapsed, volume,
              repeats) VALUES (?, 0, 0, 0, '', '[', '', 0, 0, 0, 0)
            """, arguments: [id + 2])
        try db.execute(
          sql: "UPDATE sit SET \(column) = ? WHERE id = ?", arguments: [largest, id + 2])
      }
    }
    #expect(try count(journal) == 4)
    #expect(try journal.lengths().count == 2)
  }
}
