import Glibc
import MeditationSystem
import SystemPackage

/// `journal.backup.sqlite`: a complete copy of the journal, checked by SQLite, from which a damaged
/// one is restored. Every call blocks on the disk.
struct JournalBackup {
  static let name = "journal.backup.sqlite"

  private let folder: FilePath

  init(at folder: FilePath) { self.folder = folder }

  private var path: FilePath { folder.appending(Self.name) }

  var isThere: Bool { path.isThere }

  /// When it was made; `nil` if there is none.
  var date: Moment? {
    guard let time = (try? path.stat())?.rawValue.st_mtim else { return nil }
    return WallClock.system.moment(utc: time.tv_sec)
  }

  /// Replaces the backup by a copy of the journal, unless that is of a newer version or foreign.
  /// False if the journal is damaged.
  ///
  /// The transaction holds SQLite's lock, so no program can commit: backups made at once are equal.
  /// If the backup has sits that the journal lacks and nobody deleted, somebody may have replaced
  /// the journal. Then the backup is kept under another name.
  func make(of connection: DatabaseConnection) throws -> Bool {
    try connection.read { db in
      let verdict = try db.selectFirst("PRAGMA quick_check(1)") { $0.text(0) }
      guard try verdict == "ok" && SitTable.matchesIndex(in: db) else { return false }
      guard let old = try ids() else { return true }
      let lacking = old.subtracting(try SitTable.ids(in: db))
      if try !lacking.isSubset(of: ReplicaTables.deleted(in: db)) { try setAside() }
      var bytes = try db.serialized()
      guard bytes.count <= JournalLocation.copyLimit else { return true }
      // The copy includes the log of an older version that has the journal open. SQLite, "Database
      // File Format", 1.3: the format versions at offset 18 are 2 in a file with a log.
      bytes.replaceSubrange(18..<20, with: [1, 1])
      try AtomicFile.write(bytes, to: path, existing: .replaced, permissions: .ownerReadWrite)
      return true
    }
  }

  /// The sits of the backup; empty if it is missing or damaged, `nil` if it must not be replaced.
  private func ids() throws -> Set<Sit.ID>? {
    guard isThere else { return [] }
    do {
      let connection = try DatabaseFile(at: path, JournalTables.schema).openToRead()
      defer { connection.close() }
      return try connection.read { db in try SitTable.ids(in: db) }
    } catch let problem as DatabaseProblem where problem != .unusable(.damaged) {
      if case .unusable = problem { return nil }
      throw problem
    } catch {
      return []
    }
  }

  func copy(to location: JournalLocation) throws {
    let bytes = try BoundedFile(at: path, limit: JournalLocation.copyLimit).bytes
    try AtomicFile.write(bytes, to: FilePath(location.path))
  }

  /// Renames the backup, and returns its new name; `nil` if there is none.
  @discardableResult func setAside() throws(Errno) -> String? {
    var number = 1
    while true {
      let name = "journal.backup-\(number).sqlite"
      do throws(Errno) {
        try AtomicFile.move(path, to: folder.appending(name), existing: .kept)
        return name
      } catch .fileExists {
        number += 1
      } catch .noSuchFileOrDirectory {
        return nil
      }
    }
  }
}
