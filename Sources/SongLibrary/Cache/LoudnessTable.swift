import FoundationEssentials
import Platform
public import Playback
import Storage
public import SystemPackage

/// The on-disk cache of loudness and waveforms, shared by concurrent processes.
///
/// Opened when it is first asked. It never fails: what cannot be read is missing, and what cannot be
/// written is dropped. After an error it is not used until the next start.
public final class LoudnessCache: MeasurementStore {
  private enum Access {
    case unopened
    case open(DatabaseConnection, DatabaseFile)
    case unusable
  }

  /// Rows that are kept; a row takes about 400 bytes.
  private static let maximumCount = 100_000

  private let folder: FilePath?
  private let day: Int64
  private let access = Locked(Access.unopened)

  /// A cache in `folder`; `nil` remembers nothing.
  public convenience init(in folder: FilePath?) {
    self.init(in: folder, day: Int64(Date().timeIntervalSince1970) / 86_400)
  }

  /// - Parameter day: Today, in days since 1970.
  init(in folder: FilePath?, day: Int64) {
    self.folder = folder
    self.day = day
  }

  public func measurement(of path: FilePath, _ stamp: FileStamp) -> SongMeasurement? {
    use { connection in
      let found = try connection.read { db in
        try LoudnessTable.find(Self.key(path), stamp, in: db)
      }
      guard let found else { return nil }
      if found.used < day - LoudnessTable.notedDayCount {
        try connection.write { [day] db in
          try LoudnessTable.touch(Self.key(path), day: day, in: db)
        }
      }
      return found.measurement
    }
  }

  public func store(_ measurement: SongMeasurement, of path: FilePath, _ stamp: FileStamp) {
    _ = use { connection in
      try connection.write { [day] db in
        try LoudnessTable.insert(measurement, Self.key(path), stamp, day: day, in: db)
      }
      return true
    }
  }

  /// Absolute, so that it does not depend on the current folder.
  private static func key(_ path: FilePath) -> [UInt8] {
    PathName.allBytes(of: (PathName.currentDirectory ?? "/").pushing(path))
  }

  private func use<Result>(_ work: (DatabaseConnection) throws -> Result?) -> Result? {
    guard let (connection, file) = access.withLock({ opened(&$0) }) else { return nil }
    do {
      return try work(connection)
    } catch {
      if file.isDamage(error) { file.markDamaged() }
      access.withLock { $0 = .unusable }
      return nil
    }
  }

  private func opened(_ access: inout Access) -> (DatabaseConnection, DatabaseFile)? {
    switch access {
    case .open(let connection, let file): return (connection, file)
    case .unusable: return nil
    case .unopened: break
    }
    access = .unusable
    guard let folder, (try? PrivateDirectory.make(folder)) != nil,
      let folder = try? UTF8Directory.path(folder)
    else { return nil }
    let file = DatabaseFile(at: folder.appending("loudness.db"), LoudnessTable.schema)
    guard let connection = try? file.openOrReplace() else { return nil }
    try? connection.write { [day] db in
      try LoudnessTable.prune(before: day, keeping: Self.maximumCount, in: db)
    }
    access = .open(connection, file)
    return (connection, file)
  }
}

/// The table of loudness and waveforms, with one row for each path.
///
/// It has a file of its own: many songs are listed, few are measured.
private enum LoudnessTable {
  /// Rows unused for this many days are deleted. Long, because removable disks may be away for
  /// months.
  private static let keptDayCount: Int64 = 365
  /// The date of use is updated when it is older than this many days, so that not every read writes.
  static let notedDayCount: Int64 = 30
  /// More than any measurement, in LUFS or dBTP.
  private static let levels = -1_000.0...1_000

  /// The `PRAGMA application_id` is "MedL". Increase the version whenever the columns or the
  /// measurement change.
  static let schema = DatabaseSchema(
    applicationID: 0x4D65_644C, version: 1,
    create: { db in
      try db.execute(
        """
        CREATE TABLE loudness (
          path BLOB PRIMARY KEY NOT NULL,  -- absolute, as the file system has it
          size INTEGER NOT NULL,  -- bytes
          changed INTEGER NOT NULL,  -- nanoseconds since 1970
          used INTEGER NOT NULL,  -- days since 1970, exact to a month
          integrated REAL,  -- LUFS; NULL where nothing is loud enough
          peak REAL,  -- dBTP; NULL for silence
          length INTEGER NOT NULL,  -- nanoseconds
          peaks BLOB NOT NULL  -- the waveform, a byte for each step
        ) WITHOUT ROWID, STRICT;
        """)
    })

  /// The measurement of the file at `path` with `stamp`, and the day of its last use.
  static func find(
    _ path: [UInt8], _ stamp: FileStamp, in db: Database
  ) throws -> (measurement: SongMeasurement, used: Int64)? {
    try db.selectFirst(
      """
      SELECT integrated, peak, length, peaks, used FROM loudness
      WHERE path = \(path) AND size = \(stamp.size) AND changed = \(stamp.changeTime)
      """
    ) { row in
      guard let integrated = level(row, 0), let truePeak = level(row, 1),
        let length = row.integer(2), length >= 0, let peaks = row.bytes(3),
        let used = row.integer(4)
      else { return nil }
      return (
        SongMeasurement(
          loudness: Loudness(integrated: integrated, truePeak: truePeak),
          length: .nanoseconds(length), peaks: peaks),
        used
      )
    }
  }

  /// `nil` if the column of a damaged row holds no level.
  private static func level(_ row: Row, _ index: Int) -> Double? {
    if row.isNull(index) { return -.infinity }
    return row.real(index).flatMap { levels.contains($0) ? $0 : nil }
  }

  static func insert(
    _ measurement: SongMeasurement, _ path: [UInt8], _ stamp: FileStamp, day: Int64, in db: Database
  ) throws {
    let loudness = measurement.loudness
    let length = Int64(clamping: measurement.length.attoseconds / 1_000_000_000)
    try db.execute(
      """
      INSERT OR REPLACE INTO loudness VALUES (\(path), \(stamp.size), \(stamp.changeTime), \(day),
        \(finite(loudness.integrated)), \(finite(loudness.truePeak)), \(length),
        \(measurement.peaks))
      """)
  }

  static func touch(_ path: [UInt8], day: Int64, in db: Database) throws {
    try db.execute("UPDATE loudness SET used = \(day) WHERE path = \(path)")
  }

  /// Deletes rows not used for long on `day`, then the least recently used beyond `maximumCount`.
  static func prune(before day: Int64, keeping maximumCount: Int, in db: Database) throws {
    try db.execute("DELETE FROM loudness WHERE used < \(day - keptDayCount)")
    let count = try db.selectFirst("SELECT count(*) FROM loudness") { $0.integer(0) } ?? 0
    guard count > maximumCount else { return }
    let excess = count - Int64(maximumCount)
    try db.execute(
      """
      DELETE FROM loudness
      WHERE path IN (SELECT path FROM loudness ORDER BY used LIMIT \(excess))
      """)
  }

  /// SQLite has no infinity that it gives back.
  private static func finite(_ number: Double) -> Double? { number.isFinite ? number : nil }
}
