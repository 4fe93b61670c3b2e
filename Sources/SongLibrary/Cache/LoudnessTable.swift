import Glibc
import Playback
import Storage
import SystemPackage

/// The table of loudness and waveforms, with one row for each path: many songs are listed, few are
/// measured.
enum LoudnessTable {
  /// More than any measurement, in LUFS or dBTP.
  private static let levels = -1_000.0...1_000

  static let creation: SQL = """
    CREATE TABLE loudness (
      path BLOB PRIMARY KEY NOT NULL,  -- absolute, as the file system has it
      size INTEGER NOT NULL,  -- bytes
      modified INTEGER,  -- nanoseconds since 1970; NULL if version 0.1.0 measured it
      changed INTEGER NOT NULL,  -- nanoseconds since 1970
      used INTEGER NOT NULL,  -- days since 1970, exact to a month
      integrated REAL,  -- LUFS; NULL where nothing is loud enough
      peak REAL,  -- dBTP; NULL for silence
      length INTEGER NOT NULL,  -- nanoseconds
      peaks BLOB NOT NULL  -- the waveform, a byte for each step
    ) WITHOUT ROWID, STRICT
    """

  static func isThere(in db: Database) throws -> Bool {
    try db.hasRow("SELECT 1 FROM sqlite_master WHERE name = 'loudness'")
  }

  /// The measurement of `file`, with the day of its last use.
  static func find(
    _ file: FileVersion, usedSince day: Int64, in db: Database
  ) throws -> (measurement: SongMeasurement, used: Int64)? {
    let stamp = file.stamp
    return try db.selectFirst(
      """
      SELECT integrated, peak, length, peaks, used FROM loudness
      WHERE path = \(file.path) AND size = \(stamp.size) AND changed = \(stamp.changeTime)
        AND (modified IS NULL OR modified = \(stamp.modificationTime)) AND used >= \(day)
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
    _ measurement: SongMeasurement, _ file: FileVersion, day: Int64, in db: Database
  ) throws {
    let (stamp, loudness) = (file.stamp, measurement.loudness)
    let length = Int64(clamping: measurement.length.attoseconds / 1_000_000_000)
    try db.execute(
      """
      INSERT OR REPLACE INTO loudness VALUES (\(file.path), \(stamp.size),
        \(stamp.modificationTime), \(stamp.changeTime), \(day), \(finite(loudness.integrated)),
        \(finite(loudness.truePeak)), \(length), \(measurement.peaks))
      """)
  }

  /// SQLite has no infinity that it gives back.
  private static func finite(_ number: Double) -> Double? { number.isFinite ? number : nil }
}

/// The file of its own, `loudness.db`, in which version 0.1.0 kept what was measured.
struct OldLoudnessFile {
  private let path: FilePath

  /// - Parameter folder: Valid UTF-8.
  init(in folder: FilePath) { path = folder.appending("loudness.db") }

  /// Moves its rows into the cache and deletes it. A file that cannot be used now is left for the
  /// next start. Blocks on the disk: for seconds with 100,000 rows.
  func move(into cache: DatabaseConnection) {
    guard (try? path.stat(followTargetSymlink: false)) != nil else { return }
    let file = DatabaseFile(
      at: path, DatabaseSchema(applicationID: 0x4D65_644C, version: 1, create: { _ in }))
    do {
      let rows = try file.open().read(Self.rows)
      // Whatever is wrong with the cache, the old file is not to blame.
      guard (try? cache.write { try Self.insert(rows, in: $0) }) != nil else { return }
    } catch DatabaseProblem.unusable(.damaged) {
      // Nothing to be had.
    } catch {
      guard file.isDamage(error) else { return }
    }
    for ending in ["", "-journal", "-wal", "-shm", ".damaged", ".suspect"] {
      unlink(path.string + ending)
    }
  }

  private typealias OldRow = (
    path: [UInt8]?, size: Int64?, changed: Int64?, used: Int64?, integrated: Double?, peak: Double?,
    length: Int64?, peaks: [UInt8]?
  )

  private static func rows(in db: Database) throws -> [OldRow] {
    var rows: [OldRow] = []
    try db.scan("SELECT path, size, changed, used, integrated, peak, length, peaks FROM loudness") {
      row in
      rows.append(
        (
          row.bytes(0), row.integer(1), row.integer(2), row.integer(3), row.real(4), row.real(5),
          row.integer(6), row.bytes(7)
        ))
      return true
    }
    return rows
  }

  private static func insert(_ rows: [OldRow], in db: Database) throws {
    for row in rows {
      try db.execute(
        """
        INSERT OR IGNORE INTO loudness VALUES (\(row.path), \(row.size), NULL, \(row.changed),
          \(row.used), \(row.integrated), \(row.peak), \(row.length), \(row.peaks))
        """)
    }
  }
}
