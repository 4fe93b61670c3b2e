import FoundationEssentials
import Platform
import Storage
import SystemPackage

/// The on-disk cache of song metadata, shared by concurrent processes.
///
/// Errors never reach a scan: entries that cannot be read are missing, and entries that cannot be
/// written are dropped. After a failed write nothing is written until the next start, and after a
/// failed read nothing is read, so that a stuck lock costs its timeout only once.
public final class SongCache: MetadataCache {
  private struct State {
    var canRead = true
    var canWrite = true
    var isPruned = false
  }

  /// Rows unused for this many days are deleted. Long, because removable disks may be away for
  /// months.
  private static let keptDayCount: Int64 = 365
  /// The date of use is updated when it is older than this many days, so that not every read
  /// writes.
  private static let notedDayCount: Int64 = 30
  /// Rows that are kept at most: about 80 MB.
  private static let maximumCount = 400_000

  private let connection: DatabaseConnection
  private let file: DatabaseFile
  private let day: Int64
  private let maximumCount: Int
  private let state = Locked(State())

  // MARK: - Opening

  /// Opens or creates the cache in `folder`. Blocks on the disk, for seconds at most.
  ///
  /// A file that is damaged, foreign or of another version is renamed to `songs.db.damaged` and
  /// replaced by a new one.
  ///
  /// - Parameters:
  ///   - folder: `nil` disables the cache.
  ///   - reader: The name and version of the decoder; entries by another one are discarded.
  /// - Returns: `nil` if no cache can be used.
  public static func open(in folder: FilePath?, reader: String) -> (any MetadataCache)? {
    open(
      in: folder, reader: reader, day: Int64(Date().timeIntervalSince1970) / 86_400,
      maximumCount: maximumCount)
  }

  static func open(
    in folder: FilePath?, reader: String, day: Int64, maximumCount: Int
  ) -> (any MetadataCache)? {
    guard let folder, (try? PrivateDirectory.make(folder)) != nil,
      let folder = try? UTF8Directory.path(folder)
    else { return nil }
    let file = file(in: folder, reader: reader)
    guard let connection = try? file.openOrReplace() else { return nil }
    return SongCache(connection, file, day: day, maximumCount: maximumCount)
  }

  /// - Parameter folder: Valid UTF-8.
  static func file(in folder: FilePath, reader: String) -> DatabaseFile {
    DatabaseFile(at: folder.appending("songs.db"), SongTable.schema(reader: reader))
  }

  /// - Parameters:
  ///   - day: Today, in days since 1970.
  ///   - maximumCount: The approximate number of rows to keep; a row takes about 200 bytes.
  init(_ connection: DatabaseConnection, _ file: DatabaseFile, day: Int64, maximumCount: Int) {
    self.connection = connection
    self.file = file
    self.day = day
    self.maximumCount = maximumCount
  }

  // MARK: - Reading and writing

  public func reports(on files: [FileVersion]) -> [FileReport?] {
    let unknown = [FileReport?](repeating: nil, count: files.count)
    guard state.withLock({ $0.canRead }) else { return unknown }
    do {
      let found = try connection.read { db in try SongTable.find(files, in: db) }
      let old = zip(files, found).filter { _, row in
        row.map { $0.used < day - Self.notedDayCount } ?? false
      }
      if !old.isEmpty { write { db in try SongTable.touch(old.map(\.0), day: day, in: db) } }
      return found.map { $0?.report }
    } catch {
      state.withLock { $0.canRead = false }
      giveUp(error)
      return unknown
    }
  }

  public func store(_ reports: [(file: FileVersion, report: FileReport)]) {
    let isFirst = state.withLock { state in
      defer { state.isPruned = true }
      return !state.isPruned
    }
    write { db in
      if isFirst {
        try SongTable.prune(
          unusedSince: day - Self.keptDayCount, keeping: maximumCount, in: db)
      }
      try SongTable.insert(reports, day: day, in: db)
    }
  }

  private func write(_ updates: (Database) throws -> Void) {
    guard state.withLock({ $0.canWrite }) else { return }
    do {
      try connection.write(updates)
    } catch {
      state.withLock { $0.canWrite = false }
      giveUp(error)
    }
  }

  /// A busy database or a full disk can still be read; a damaged file cannot.
  private func giveUp(_ error: any Error) {
    guard file.isDamage(error) else { return }
    file.markDamaged()
    state.withLock { state in
      state.canRead = false
      state.canWrite = false
    }
  }
}
