import Foundation
import MeditationPractice
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

@Suite("An open journal") struct OpenJournalTests {
  private let folder = TemporaryFolder()

  private func open() throws -> any JournalStore { try JournalFile.open(in: folder.path).journal }

  private func count(_ journal: any JournalStore) throws -> Int {
    try journal.sits(since: nil, limit: nil).count
  }

  /// Calls `body` with another connection.
  private func edit(_ body: (Database) throws -> Void) throws {
    let connection = try DatabaseConnection(path: folder.journal())
    try connection.withoutTransaction(body)
    connection.close()
  }

  @Test("that is replaced while open is opened again", arguments: [true, false])
  func replaced(byCopy: Bool) throws {
    let backup = TemporaryFolder()
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
      let ids = try store.sits(since: nil, limit: nil).map(\.id.rawValue)
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
    truncate(folder.journal(), size)
    for _ in 1...2 { try? journal.save(.sample(999), songs: nil) }
    let reopened = try open()
    try reopened.save(.sample(1_000), songs: nil)
    let ids = try reopened.sits(since: nil, limit: nil).map(\.id.rawValue)
    #expect(ids.contains(999) && ids.contains(1_000))
  }

  @Test("holds values of any size without a trap")
  func extremes() throws {
    let journal = try open()
    try journal.save(.sample(1), songs: nil)
    let largest = Int64.max
    try edit { db in
      let columns: [SQL] = ["began", "zone", "sat", "position", "volume"]
      for (id, column) in columns.enumerated() {
        try db.execute(
          """
          INSERT INTO sit (id, began, zone, sat, plan, heard, note, position, elapsed, volume,
            repeats) VALUES (\(id + 2), 0, 0, 0, '', '[', '', 0, 0, 0, 0)
          """)
        try db.execute("UPDATE sit SET \(column) = \(largest) WHERE id = \(id + 2)")
      }
    }
    try edit { try $0.execute("UPDATE sit SET named = 'Evening'") }
    #expect(try count(journal) == 3)
    #expect(try journal.lengths().count == 1)
    let last = try journal.lastSits()
    #expect(try last == [SetName("Evening"): Sit.sample(1).began])
  }

  @Test(
    "holds values of any type without a trap",
    arguments: ["zone", "sat", "note", "writer"] as [SQL])
  func types(column: SQL) throws {
    let sits = (1...3 as ClosedRange<Int64>).map { Sit.sample($0, began: Sit.sampleTime - $0) }
    for value in ["x'00ff'", "1.5", "'text'"] as [SQL] {
      let folder = TemporaryFolder()
      let journal = try JournalFile.open(in: folder.path).journal
      for sit in sits { try journal.save(sit, songs: nil) }
      let connection = try DatabaseConnection(path: folder.journal())
      // A table with these columns that takes any value, as damage does.
      try connection.withoutTransaction { db in
        try db.execute(
          """
          PRAGMA writable_schema = ON;
          UPDATE sqlite_master SET sql = replace(replace(replace(sql, 'STRICT', ''),
            'INTEGER', 'BLOB'), 'id BLOB', 'id INTEGER') WHERE name = 'sit';
          PRAGMA writable_schema = RESET;
          """)
        try db.execute(
          "UPDATE sit SET ending = NULL, writer = 5000000, \(column) = \(value) WHERE id = 2")
      }
      connection.close()
      let isLeftOut = column == "zone" || column == "sat"
      #expect(try journal.sits(since: nil, limit: nil).count == (isLeftOut ? 2 : 3))
      _ = try journal.lengths()
      _ = try journal.lastSits()
      // One that is left out may be read again, because the journal was repaired for it.
      try journal.closeInterrupted()
      let found = try journal.sits(since: nil, limit: nil)
      let closed = found.count { $0.end == .interrupted }
      #expect(isLeftOut ? closed <= 1 : closed == 1)
    }
  }
}
