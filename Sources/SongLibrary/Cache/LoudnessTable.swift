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
  /// More than any measurement, in LUFS or dBTP.
  private static let levels = -1_000.0...1_000

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
    guard let row, let integrated = level(row, 0), let truePeak = level(row, 1),
      let length = row.integer(2), length >= 0, let peaks = row.bytes(3), let used = row.integer(4)
    else { return nil }
    return (
      SongMeasurement(
        loudness: Loudness(integrated: integrated, truePeak: truePeak),
        length: .nanoseconds(length), peaks: Array(peaks)),
      used
    )
  }

  /// `nil` if the column of a damaged row holds no level.
  private static func level(_ row: Row, _ index: Int) -> Double? {
    if row.hasNull(atIndex: index) { return -.infinity }
    return row.real(index).flatMap { levels.contains($0) ? $0 : nil }
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
    let row = try Row.fetchOne(db, sql: "SELECT count(*) FROM loudness")
    guard let count = row?.integer(0), count > maximumCount else { return }
    try db.execute(
      sql: "DELETE FROM loudness WHERE path IN (SELECT path FROM loudness ORDER BY used LIMIT ?)",
      arguments: [count - Int64(maximumCount)])
  }

  /// SQLite has no infinity that it gives back.
  private static func finite(_ number: Double) -> Double? { number.isFinite ? number : nil }
}
