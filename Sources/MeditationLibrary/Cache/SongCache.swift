import Glibc
import MeditationEngine
import MeditationSystem
import SystemPackage

/// The cache on disk of tags, lengths, loudness and waveforms. Processes share it.
///
/// Opened when it is first used. It never fails: entries that cannot be read are missing, and
/// entries that cannot be written are dropped. After a failed write, nothing is written until the
/// next start. After a failed read, it is no longer used, so that a lock that is never released
/// costs its timeout only once.
///
/// Its methods are called on any thread. Each may block on the disk, for seconds at most.
package final class SongCache: MeasurementStore {
  private struct Opened: Sendable {
    let connection: DatabaseConnection
    let file: DatabaseFile
  }

  private struct State {
    /// `nil` before the first use, and where the file cannot be used.
    var opened: Opened?
    var isTried = false
    var canWrite = true
    var isPruned = false
  }

  /// Rows unused for so many days are deleted: removable disks may be away for months.
  private static let keptDayCount: Int64 = 365
  /// The date of use is updated only when it is older than this many days: not every read writes.
  private static let notedDayCount: Int64 = 30

  private let folder: FilePath?
  private let reader: String
  private let day: Int64
  private let maximumSongCount: Int
  private let maximumMeasurementCount: Int
  private let state = Locked(State())

  /// A cache in `folder/songs.db`. A file that is damaged, foreign or of another version is renamed
  /// to `songs.db.damaged` and replaced.
  ///
  /// - Parameters:
  ///   - folder: Created if it is missing; `nil` remembers nothing.
  ///   - reader: The name and version of the decoder. What another has read is discarded.
  ///   - day: Today, in days since 1970.
  ///   - maximumSongCount: The approximate number of songs to keep; each takes about 200 bytes.
  ///   - maximumMeasurementCount: The same for measurements, which take about 400 bytes.
  package init(
    in folder: FilePath?, reader: String, day: Int64 = Int64(time(nil)) / 86_400,
    maximumSongCount: Int = 400_000, maximumMeasurementCount: Int = 100_000
  ) {
    self.folder = folder
    self.reader = reader
    self.day = day
    self.maximumSongCount = maximumSongCount
    self.maximumMeasurementCount = maximumMeasurementCount
  }

  // MARK: - Tags and lengths

  /// The stored report for each of `files`, in order; `nil` if this version of a file is unknown.
  func reports(on files: [FileVersion]) -> [FileReport?] {
    let found = read { db in try SongTable.find(files, usedSince: firstDay, in: db) }
    guard let found else { return Array(repeating: nil, count: files.count) }
    let old = zip(files, found).filter { _, row in row.map { isOld($0.used) } ?? false }
    if !old.isEmpty { write { db in try touch("song", old.map(\.0), in: db) } }
    return found.map { $0?.report }
  }

  /// Stores a report for each file, replacing those for its other versions.
  func store(_ reports: [(file: FileVersion, report: FileReport)]) {
    write { db in try SongTable.insert(reports, day: day, in: db) }
  }

  /// Makes the stored length of a file exact; does nothing if this version of the file is unknown.
  func store(length: Duration, of file: FileVersion) {
    write { db in try SongTable.update(file, length: length, in: db) }
  }

  // MARK: - Loudness and waveforms

  package func measurement(of path: FilePath, _ stamp: FileStamp) -> SongMeasurement? {
    let file = FileVersion(path, stamp)
    let found = read { db in try LoudnessTable.find(file, usedSince: firstDay, in: db) }
    guard let found = found ?? nil else { return nil }
    if isOld(found.used) { write { db in try touch("loudness", [file], in: db) } }
    return found.measurement
  }

  package func store(_ measurement: SongMeasurement, of path: FilePath, _ stamp: FileStamp) {
    let file = FileVersion(path, stamp)
    write { db in try LoudnessTable.insert(measurement, file, day: day, in: db) }
  }

  // MARK: - Ageing

  /// Rows last used before this day are deleted.
  private var firstDay: Int64 { day - Self.keptDayCount }

  private func isOld(_ used: Int64) -> Bool { used < day - Self.notedDayCount }

  private func touch(_ table: SQL, _ files: [FileVersion], in db: Database) throws {
    for file in files {
      try db.execute("UPDATE \(table) SET used = \(day) WHERE path = \(file.path)")
    }
  }

  /// Deletes rows not used for long, then the least recently used rows beyond `maximumCount`.
  private func prune(_ table: SQL, keeping maximumCount: Int, in db: Database) throws {
    try db.execute("DELETE FROM \(table) WHERE used < \(firstDay)")
    let count = try db.selectFirst("SELECT count(*) FROM \(table)") { $0.integer(0) } ?? 0
    guard count > maximumCount else { return }
    let excess = count - Int64(maximumCount)
    try db.execute(
      """
      DELETE FROM \(table)
      WHERE path IN (SELECT path FROM \(table) ORDER BY used LIMIT \(excess))
      """)
  }

  // MARK: - The file

  /// `nil` if the cache cannot be read.
  private func read<Result>(_ query: (Database) throws -> Result) -> Result? {
    guard let opened = state.withLock({ file(&$0) }) else { return nil }
    do {
      return try opened.connection.read(query)
    } catch {
      if opened.file.isDamage(error) { opened.file.markDamaged() }
      state.withLock { $0.opened = nil }
      return nil
    }
  }

  private func write(_ update: (Database) throws -> Void) {
    let (opened, isFirst) = state.withLock { state in
      defer { state.isPruned = true }
      return (state.canWrite ? file(&state) : nil, !state.isPruned)
    }
    guard let opened else { return }
    do {
      try opened.connection.write { db in
        if isFirst {
          try prune("song", keeping: maximumSongCount, in: db)
          try prune("loudness", keeping: maximumMeasurementCount, in: db)
        }
        try update(db)
      }
    } catch {
      // A busy database or a full disk can still be read later; a damaged file cannot.
      let isDamaged = opened.file.isDamage(error)
      if isDamaged { opened.file.markDamaged() }
      state.withLock { state in
        state.canWrite = false
        if isDamaged { state.opened = nil }
      }
    }
  }

  /// The file, opened by the first call; `nil` if it cannot be used.
  private func file(_ state: inout State) -> Opened? {
    if !state.isTried {
      state.isTried = true
      state.opened = open()
    }
    return state.opened
  }

  private func open() -> Opened? {
    guard let folder, (try? PrivateDirectory.make(folder)) != nil,
      let folder = try? UTF8Directory.path(folder)
    else { return nil }
    let file = DatabaseFile(at: folder.appending("songs.db"), Self.schema(reader: reader))
    guard let connection = try? file.openOrReplace() else { return nil }
    removeOldLoudness(in: folder)
    return Opened(connection: connection, file: file)
  }

  /// Removes `loudness.db` of version 0.1.0, which measured mono songs as if on one speaker.
  private func removeOldLoudness(in folder: FilePath) {
    for ending in ["", "-journal", "-wal", "-shm", ".damaged", ".suspect"] {
      unlink(folder.appending("loudness.db" + ending).string)
    }
  }

  // MARK: - The schema

  /// The value of `PRAGMA user_version`. Increase it with the columns or the measurement.
  static let version = 6

  /// The `PRAGMA application_id` is "Medi".
  private static func schema(reader: String) -> DatabaseSchema {
    DatabaseSchema(
      applicationID: 0x4D65_6469, version: version,
      create: { db in
        try db.execute(SongTable.creation)
        try db.execute(LoudnessTable.creation)
        try db.execute("CREATE TABLE origin (reader TEXT NOT NULL) STRICT")
        try db.execute("INSERT INTO origin VALUES (\(reader))")
      },
      isCurrent: { db in try isRead(by: reader, db) },
      renew: { db in
        if try !isRead(by: reader, db) {
          try db.execute("DELETE FROM song")
          try db.execute("UPDATE origin SET reader = \(reader)")
        }
      })
  }

  private static func isRead(by reader: String, _ db: Database) throws -> Bool {
    try db.selectFirst("SELECT reader FROM origin") { $0.text(0) } == reader
  }
}
