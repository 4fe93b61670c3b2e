import Foundation
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

@Suite("A connection to a database") struct DatabaseTests {
  /// A file in a folder of its own.
  private struct TemporaryDatabase {
    private let folder = TemporaryFolder()
    var path: FilePath { folder.path.appending("file") }

    init() throws {
      try open().write { try $0.execute("CREATE TABLE kept (number INTEGER PRIMARY KEY)") }
    }

    func open(busyTimeout: Int = 0) throws(DatabaseError) -> DatabaseConnection {
      try DatabaseConnection(path: path.string, busyTimeout: busyTimeout)
    }

    /// The number of descriptors of this process that have the file open.
    func descriptorCount() throws -> Int { try descriptorCount(of: path.string) }

    /// The number of descriptors of this process that have the file at `path` open.
    func descriptorCount(of path: String) throws -> Int {
      let folder = "/proc/self/fd"
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      return names.count {
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
        return target == path
      }
    }
  }

  private struct Stop: Error {}

  private let file: TemporaryDatabase
  private let connection: DatabaseConnection

  init() throws {
    file = try TemporaryDatabase()
    connection = try file.open()
  }

  private func numbers(_ db: Database) throws -> [Int64] {
    try db.select("SELECT number FROM kept ORDER BY number") { $0.integer(0) }
  }

  private func error(_ body: () throws -> Void) -> DatabaseError? {
    do {
      try body()
      return nil
    } catch {
      return error as? DatabaseError
    }
  }

  // MARK: - Transactions

  @Test("writes all or nothing")
  func write() throws {
    let count = try connection.write { db in
      try db.execute("INSERT INTO kept VALUES (1); INSERT INTO kept VALUES (2)")
      return db.changesCount
    }
    #expect(count == 1)
    #expect(throws: Stop.self) {
      try connection.write { db in
        try db.execute("INSERT INTO kept VALUES (3)")
        throw Stop()
      }
    }
    let refused = error {
      try connection.write { db in
        try db.execute("INSERT INTO kept VALUES (4)")
        try db.execute("INSERT INTO kept VALUES (1)")
      }
    }
    #expect(refused?.extendedCode == 1_555)
    #expect(refused?.message == "UNIQUE constraint failed: kept.number")
    #expect(try connection.read(numbers) == [1, 2])
    #expect(try file.open().read(numbers) == [1, 2])
  }

  @Test("reads without writing, and then writes again")
  func read() throws {
    let refused = error { try connection.read { try $0.execute("INSERT INTO kept VALUES (1)") } }
    #expect(refused?.code == 8)
    #expect(refused?.message == "attempt to write a readonly database")
    #expect(throws: Stop.self) { try connection.read { _ in throw Stop() } }
    try connection.write { try $0.execute("INSERT INTO kept VALUES (1)") }
    #expect(try connection.read(numbers) == [1])
  }

  @Test("writes nothing of what follows an error that SQLite rolls back")
  func rolledBack() throws {
    try connection.write { try $0.execute("INSERT INTO kept VALUES (1)") }
    let aborted = error {
      try connection.write { db in
        try db.execute("INSERT INTO kept VALUES (2)")
        try? db.execute("INSERT OR ROLLBACK INTO kept VALUES (1)")
        try db.execute("INSERT INTO kept VALUES (3)")
      }
    }
    #expect(aborted?.code == 4)
    let uncommitted = error {
      try connection.write { db in try? db.execute("INSERT OR ROLLBACK INTO kept VALUES (1)") }
    }
    #expect(uncommitted?.code == 4)
    #expect(try connection.read(numbers) == [1])
  }

  @Test("rolls back what cannot be committed")
  func commit() throws {
    try connection.write { db in
      try db.execute(
        "CREATE TABLE part (number INTEGER REFERENCES kept (number) ON DELETE CASCADE)")
    }
    let refused = error {
      try connection.write { db in
        try db.execute("PRAGMA defer_foreign_keys = ON; INSERT INTO part VALUES (9)")
      }
    }
    #expect(refused?.extendedCode == 787)
    #expect(refused?.message == "FOREIGN KEY constraint failed")
    try connection.write { db in
      #expect(try !db.hasRow("SELECT 1 FROM part"))
      try db.execute("INSERT INTO kept VALUES (9); INSERT INTO part VALUES (9); DELETE FROM kept")
      #expect(try !db.hasRow("SELECT 1 FROM part"))
    }
  }

  @Test("rolls back a transaction that is left open")
  func leftOpen() throws {
    try connection.withoutTransaction { db in
      try db.execute("INSERT INTO kept VALUES (1); BEGIN; INSERT INTO kept VALUES (2)")
    }
    #expect(try connection.read(numbers) == [1])
  }

  @Test("is used by one thread at a time")
  func threads() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 as Range<Int64> {
        group.addTask { [connection] in
          for number in 0..<50 as Range<Int64> {
            try connection.write {
              try $0.execute("INSERT INTO kept VALUES (\(task * 50 + number))")
            }
            _ = try connection.read { try $0.hasRow("SELECT 1 FROM kept") }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try connection.read(numbers) == Array(0..<400))
  }

  // MARK: - Other connections

  @Test("waits for another's lock, as long as it is to")
  func locked() throws {
    let busyTimeout = 30
    let (hasty, waiting) = (try file.open(), try file.open(busyTimeout: busyTimeout))
    try connection.withoutTransaction { db in
      try db.execute("BEGIN EXCLUSIVE")
      let start = ContinuousClock.now
      for other in [hasty, waiting] {
        let refused = error { try other.write { try $0.execute("DELETE FROM kept") } }
        #expect(refused?.code == 5)
        #expect(refused?.message == "database is locked")
        #expect(refused.map(DatabaseClause.isLock) == true)
      }
      #expect(start.duration(to: .now) >= .milliseconds(busyTimeout))
      // Opening reads the file.
      #expect(error { _ = try file.open() }?.code == 5)
      try db.execute("COMMIT")
    }
    try waiting.write { try $0.execute("INSERT INTO kept VALUES (1)") }
    #expect(try connection.read(numbers) == [1])
  }

  @Test("writes when another has written, if it is patient")
  func patient() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<4 as Range<Int64> {
        let other = try file.open(busyTimeout: 60_000)
        group.addTask {
          for number in 0..<10 as Range<Int64> {
            try other.write { try $0.execute("INSERT INTO kept VALUES (\(task * 10 + number))") }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try connection.read(numbers) == Array(0..<40))
  }

  // MARK: - Opening and closing

  @Test("is closed when released, and at once by 'close'")
  func closing() throws {
    #expect(try file.descriptorCount() == 1)
    do {
      let other = try file.open()
      #expect(try other.read(numbers) == [])
      #expect(try file.descriptorCount() == 2)
    }
    #expect(try file.descriptorCount() == 1)
    for _ in 1...2 { connection.close() }
    #expect(try file.descriptorCount() == 0)
    let refused = error { _ = try connection.read(numbers) }
    #expect(refused?.code == 21)
  }

  @Test("keeps nothing open that cannot be opened")
  func unopened() throws {
    let folder = file.path.removingLastComponent()
    let missing = folder.appending("missing").string
    let cases: [(path: String, isReadOnly: Bool)] = [
      (missing + "/file", false), (missing, true), (folder.string, false),
    ]
    for (path, isReadOnly) in cases {
      let refused = error { _ = try DatabaseConnection(path: path, isReadOnly: isReadOnly) }
      #expect(refused?.code == 14)
      #expect(refused?.message == "unable to open database file")
    }
    try "no database".write(toFile: missing, atomically: false, encoding: .utf8)
    let refused = error { _ = try DatabaseConnection(path: missing) }
    #expect(refused?.code == 26)
    #expect(refused?.message == "file is not a database")
    #expect(try file.descriptorCount(of: missing) == 0)
    #expect(try file.descriptorCount() == 1)
  }

  @Test("that is read-only reads, and neither writes nor creates")
  func readOnly() throws {
    try connection.write { try $0.execute("INSERT INTO kept VALUES (1)") }
    let reader = try DatabaseConnection(path: file.path.string, isReadOnly: true)
    #expect(try reader.read(numbers) == [1])
    let refused = error { try reader.write { try $0.execute("DELETE FROM kept") } }
    #expect(refused?.code == 8)
    #expect(try reader.read(numbers) == [1])
  }

  // MARK: - Errors

  @Test("to a file that has no room says so, and goes on when it has")
  func full() throws {
    let insert: SQL = """
      WITH RECURSIVE row (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM row WHERE x < 5000)
      INSERT INTO kept SELECT x FROM row
      """
    try connection.withoutTransaction { try $0.execute("PRAGMA max_page_count = 4") }
    for _ in 1...2 {
      let refused = error { try connection.write { try $0.execute(insert) } }
      #expect(refused?.code == 13)
      #expect(refused?.message == "database or disk is full")
      #expect(refused.map { DatabaseClause.of($0, at: file.path.string) } == "the disk is full")
    }
    #expect(try connection.read(numbers) == [])
    try connection.withoutTransaction { try $0.execute("PRAGMA max_page_count = 400") }
    try connection.write { try $0.execute(insert) }
    #expect(try connection.read(numbers).count == 5_000)
  }

  @Test("to a damaged file says so")
  func damaged() throws {
    try connection.write { try $0.execute("INSERT INTO kept VALUES (1)") }
    connection.close()
    let descriptor = try FileDescriptor.open(file.path, .writeOnly)
    try descriptor.closeAfter {
      _ = try descriptor.writeAll(toAbsoluteOffset: 4_096, [UInt8](repeating: 0xA5, count: 4_096))
    }
    let refused = error { _ = try file.open().read(numbers) }
    #expect(refused?.code == 11)
    #expect(refused?.message == "database disk image is malformed")
    #expect(refused.map { DatabaseClause.of($0, at: file.path.string) } == "it is damaged")
  }
}
