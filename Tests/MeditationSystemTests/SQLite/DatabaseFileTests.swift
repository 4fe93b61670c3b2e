import Foundation
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

@Suite("A database file") struct DatabaseFileTests {
  private let folder = TemporaryFolder()
  private var path: FilePath { folder.path.appending("file") }

  init() throws { try file().open().write { try $0.execute("INSERT INTO kept VALUES (7)") } }

  private func file(
    applicationID: Int = 77, version: Int = 1, column: SQL = "number"
  ) -> DatabaseFile {
    DatabaseFile(
      at: path,
      DatabaseSchema(
        applicationID: applicationID, version: version,
        create: { try $0.execute("CREATE TABLE kept (\(column) INTEGER) STRICT") }))
  }

  private func count(in file: DatabaseFile, replacing: Bool = false) throws -> Int? {
    let connection = try replacing ? file.openOrReplace() : file.open()
    let count = try connection.read { db in
      try db.selectFirst("SELECT count(*) FROM kept") { $0.integer(0) }
    }
    return count.map { Int($0) }
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
    #expect(try count(in: file()) == 1)
    #expect(try count(in: file(), replacing: true) == 1)
  }

  @Test("of another program or version is refused and stays, unless it is to be replaced")
  func refuses() throws {
    #expect(problem(opening: file(applicationID: 78, column: "other")) == .unusable(.foreign))
    // With the very tables, it is the number that is wrong.
    #expect(problem(opening: file(applicationID: 78)) == .unusable(.damaged))
    #expect(problem(opening: file(version: 2)) == .unusable(.damaged))
    #expect(problem(opening: file(version: 2, column: "other")) == .unusable(.older))
    #expect(problem(opening: file(version: 0)) == .unusable(.newer))
    #expect(try count(in: file()) == 1)
    #expect(try count(in: file(version: 2), replacing: true) == 0)
    #expect(FileManager.default.fileExists(atPath: path.string + ".damaged"))
  }

  @Test("is private, and has no file beside it that others could cut")
  func modes() throws {
    chmod(path.string, 0o644)
    let connection = try file().open()
    #expect(try path.stat().permissions.rawValue & 0o777 == 0o600)
    let old = try DatabaseConnection(path: path.string)
    try old.withoutTransaction { try $0.execute("PRAGMA journal_mode = WAL") }
    old.close()
    connection.close()
    let again = try file().open()
    try again.write { try $0.execute("INSERT INTO kept VALUES (8)") }
    let names = try FileManager.default.contentsOfDirectory(
      atPath: path.removingLastComponent().string)
    #expect(names.filter { $0.hasPrefix(path.lastComponent?.string ?? "") }.count == 1)
  }

  @Test("that was marked as damaged is refused at the next opening")
  func marked() throws {
    file().markDamaged()
    #expect(problem(opening: file()) == .unusable(.damaged))
    #expect(try count(in: file(), replacing: true) == 0)
    #expect(try count(in: file()) == 0)
  }
}
