import Foundation
import GRDB
import Storage
import SystemPackage
import Testing

@Suite("A database file") struct DatabaseFileTests {
  private let path = FilePath(FileManager.default.temporaryDirectory.path)
    .appending(UUID().uuidString)

  private func file(applicationID: Int = 77, version: Int = 1) -> DatabaseFile {
    DatabaseFile(
      at: path,
      DatabaseSchema(
        label: "Test", applicationID: applicationID, version: version,
        create: { try $0.execute(sql: "CREATE TABLE kept (number INTEGER) STRICT") }))
  }

  private func withFile(_ body: () throws -> Void) throws {
    defer {
      for end in ["", "-wal", "-shm", ".damaged", ".suspect"] {
        try? FileManager.default.removeItem(atPath: path.string + end)
      }
    }
    try file().open().write { try $0.execute(sql: "INSERT INTO kept VALUES (7)") }
    try body()
  }

  private func count(in file: DatabaseFile, replacing: Bool = false) throws -> Int? {
    let pool = try replacing ? file.openOrReplace() : file.open()
    return try pool.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM kept") }
  }

  private func problem(opening file: DatabaseFile) -> DatabaseProblem? {
    do throws(DatabaseProblem) {
      _ = try file.open()
      return nil
    } catch {
      return error
    }
  }

  @Test("keeps what is in it")
  func keeps() throws {
    try withFile {
      let plain = try count(in: file())
      #expect(plain == 1)
      let replaced = try count(in: file(), replacing: true)
      #expect(replaced == 1)
    }
  }

  @Test("of another program or version is refused and stays, unless it is to be replaced")
  func refuses() throws {
    try withFile {
      #expect(problem(opening: file(applicationID: 78)) == .unusable(.foreign))
      #expect(problem(opening: file(version: 2)) == .unusable(.newer))
      let kept = try count(in: file())
      #expect(kept == 1)
      let replaced = try count(in: file(version: 2), replacing: true)
      #expect(replaced == 0)
      #expect(FileManager.default.fileExists(atPath: path.string + ".damaged"))
    }
  }

  @Test("that was marked as damaged is refused at the next opening")
  func marked() throws {
    try withFile {
      file().markDamaged()
      #expect(problem(opening: file()) == .unusable(.damaged))
      let replaced = try count(in: file(), replacing: true)
      #expect(replaced == 0)
      let again = try count(in: file())
      #expect(again == 0)
    }
  }
}
