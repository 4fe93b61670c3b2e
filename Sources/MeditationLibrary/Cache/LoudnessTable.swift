import MeditationEngine
import MeditationSystem

/// The table of loudness and waveforms by path; separate from songs, because few are measured.
enum LoudnessTable {
  /// Wider than any measurement, in LUFS or dBTP.
  private static let levels = -1_000.0...1_000

  static let creation: SQL = """
    CREATE TABLE loudness (
      path BLOB PRIMARY KEY NOT NULL,  -- absolute, as the file system has it
      size INTEGER NOT NULL,  -- bytes
      modified INTEGER NOT NULL,  -- nanoseconds since 1970
      changed INTEGER NOT NULL,  -- nanoseconds since 1970
      used INTEGER NOT NULL,  -- days since 1970, exact to a month
      integrated REAL,  -- LUFS; NULL where nothing is loud enough
      peak REAL,  -- dBTP; NULL for silence
      length INTEGER NOT NULL,  -- nanoseconds
      peaks BLOB NOT NULL  -- the waveform, a byte for each step
    ) WITHOUT ROWID, STRICT
    """

  /// The measurement of `file`, with the day of its last use.
  static func find(
    _ file: FileVersion, usedSince day: Int64, in db: Database
  ) throws -> (measurement: SongMeasurement, used: Int64)? {
    let stamp = file.stamp
    return try db.selectFirst(
      """
      SELECT integrated, peak, length, peaks, used FROM loudness
      WHERE path = \(file.path) AND size = \(stamp.size)
        AND modified = \(stamp.modificationTime) AND changed = \(stamp.changeTime)
        AND used >= \(day)
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
  private static func level(_ row: DatabaseRow, _ index: Int) -> Double? {
    if row.isNull(index) { return -.infinity }
    return row.real(index).flatMap { levels.contains($0) ? $0 : nil }
  }

  static func insert(
    _ measurement: SongMeasurement, _ file: FileVersion, day: Int64, in db: Database
  ) throws {
    let (stamp, loudness) = (file.stamp, measurement.loudness)
    try db.execute(
      """
      INSERT OR REPLACE INTO loudness VALUES (\(file.path), \(stamp.size),
        \(stamp.modificationTime), \(stamp.changeTime), \(day), \(finite(loudness.integrated)),
        \(finite(loudness.truePeak)), \(measurement.length), \(measurement.peaks))
      """)
  }

  /// SQLite does not store infinity.
  private static func finite(_ number: Double) -> Double? { number.isFinite ? number : nil }
}
