import Foundation
import GRDB
import Playback
import Storage

/// The table of loudness and waveforms, with one row for each path.
///
/// It has a file of its own: songs that are listed are many, songs that are measured are few.
enum LoudnessTable {
  /// Rows unused for this many days are deleted. Long, because removable disks may be away for
  /// months.
  private static let keptDayCount: Int64 = 365
  /// The date of use is updated when it is older than this many days, so that not every read writes.
  static let notedDayCount: Int64 = 30

  /// The `PRAGMA application_id` is "MedL". Increase the version whenever the columns or the
  /// measurement change.
  static let schema = DatabaseSchema(
    label: "Song loudness", applicationID: 0x4D65_644C, version: 1,
    create: { db in
      try db.execute(
        sql: """
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
    _ path: Data, _ stamp: FileStamp, in db: Database
  ) throws -> (measurement: SongMeasurement, used: Int64)? {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT integrated, peak, length, peaks, used FROM loudness
        WHERE path = ? AND size = ? AND changed = ?
        """, arguments: [path, stamp.size, stamp.changeTime])
    guard let row else { return nil }
    // Columns are read as optionals, which never trap on a damaged row.
    return (
      SongMeasurement(
        loudness: Loudness(
          integrated: row[0] as Double? ?? -.infinity, truePeak: row[1] as Double? ?? -.infinity),
        length: .nanoseconds(row[2] as Int64? ?? 0), peaks: Array(row[3] as Data? ?? Data())),
      row[4] as Int64? ?? 0
    )
  }

  static func insert(
    _ measurement: SongMeasurement, _ path: Data, _ stamp: FileStamp, day: Int64, in db: Database
  ) throws {
    let loudness = measurement.loudness
    try db.execute(
      sql: "INSERT OR REPLACE INTO loudness VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      arguments: [
        path, stamp.size, stamp.changeTime, day, finite(loudness.integrated),
        finite(loudness.truePeak),
        Int64(clamping: measurement.length.attoseconds / 1_000_000_000), Data(measurement.peaks),
      ])
  }

  static func touch(_ path: Data, day: Int64, in db: Database) throws {
    try db.execute(sql: "UPDATE loudness SET used = ? WHERE path = ?", arguments: [day, path])
  }

  /// Deletes rows not used for long on `day`, then the least recently used beyond `maximumCount`.
  static func prune(before day: Int64, keeping maximumCount: Int, in db: Database) throws {
    try db.execute(sql: "DELETE FROM loudness WHERE used < ?", arguments: [day - keptDayCount])
    let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM loudness") ?? 0
    guard count > maximumCount else { return }
    try db.execute(
      sql: "DELETE FROM loudness WHERE path IN (SELECT path FROM loudness ORDER BY used LIMIT ?)",
      arguments: [count - maximumCount])
  }

  /// SQLite has no infinity that it gives back.
  private static func finite(_ number: Double) -> Double? { number.isFinite ? number : nil }
}
