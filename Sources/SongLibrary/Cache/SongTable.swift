import Score
import Storage

/// The table of song metadata, with one row for each path.
enum SongTable {
  /// The value of `PRAGMA application_id`: "Medi".
  private static let applicationID = 0x4D65_6469
  /// Increase it whenever the columns change; other versions are not read.
  static let version = 4

  /// - Parameter reader: The name and version of the decoder; rows by another one are deleted.
  static func schema(reader: String) -> DatabaseSchema {
    DatabaseSchema(
      applicationID: applicationID, version: version,
      create: { db in try create(in: db, reader: reader) },
      isCurrent: { db in
        try db.selectFirst("SELECT reader FROM origin") { $0.text(0) } == reader
      },
      renew: { db in try restart(in: db, reader: reader) })
  }

  private static func create(in db: Database, reader: String) throws {
    try db.execute(
      """
      CREATE TABLE song (
        path BLOB PRIMARY KEY NOT NULL,  -- absolute, as the file system has it
        size INTEGER NOT NULL,  -- bytes
        modified INTEGER NOT NULL,  -- nanoseconds since 1970
        changed INTEGER NOT NULL,  -- nanoseconds since 1970
        used INTEGER NOT NULL,  -- days since 1970, exact to a month
        title TEXT NOT NULL,
        artist TEXT NOT NULL,
        album TEXT NOT NULL,
        disc INTEGER,  -- NULL where unknown, as is the track
        track INTEGER,
        date TEXT NOT NULL,  -- 2019, 2019-05 or 2019-05-01; empty where unknown
        duration INTEGER,  -- nanoseconds; NULL where unknown
        rate INTEGER,  -- hertz; NULL where unknown, and so are the channels
        channels INTEGER,
        encoding TEXT NOT NULL,  -- the container and the codec
        refusal TEXT  -- NULL where the file can be played
      ) WITHOUT ROWID, STRICT;
      CREATE TABLE origin (reader TEXT NOT NULL) STRICT;
      """)
    try db.execute("INSERT INTO origin VALUES (\(reader))")
  }

  /// Deletes all rows and records `reader` as their new source.
  private static func restart(in db: Database, reader: String) throws {
    try db.execute("DELETE FROM song")
    try db.execute("UPDATE origin SET reader = \(reader)")
  }

  /// The report for each of `files`, with the day of its last use.
  static func find(
    _ files: [FileVersion], in db: Database
  ) throws -> [(report: FileReport, used: Int64)?] {
    // One query for all files; a query for each takes half as long again.
    let places = Dictionary(grouping: files.indices) { files[$0].path }
    var found = [(report: FileReport, used: Int64)?](repeating: nil, count: files.count)
    try db.scan(
      """
      SELECT size, modified, changed, used, title, artist, duration, refusal, path, rate, channels,
        album, encoding, disc, track, date
      FROM song WHERE path IN (\(list: files.map(\.path)))
      """
    ) { row in
      guard let path = row.bytes(8), let used = row.integer(3), let report = report(row) else {
        return true
      }
      for place in places[path] ?? [] {
        let file = files[place]
        guard row.integer(0) == file.size, row.integer(1) == file.modificationTime,
          row.integer(2) == file.changeTime
        else { continue }
        found[place] = (report, used)
      }
      return true
    }
    return found
  }

  /// `nil` if the row is damaged.
  private static func report(_ row: Row) -> FileReport? {
    if let refusal = row.text(7) { return .refused(reason: refusal) }
    let duration = row.integer(6)
    guard row.isNull(7), let title = row.text(4), let artist = row.text(5),
      let album = row.text(11), let encoding = row.text(12),
      let date = row.text(15),
      row.isNull(6) || (duration ?? -1) >= 0
    else { return nil }
    return .sound(
      CleanProperties(
        title: title, artist: artist, album: album,
        disc: row.integer(13).flatMap { Int(exactly: $0) },
        track: row.integer(14).flatMap { Int(exactly: $0) }, date: date,
        duration: duration.map { .nanoseconds($0) },
        format: format(row), encoding: encoding))
  }

  /// `nil` if it is unknown, or makes no sense.
  private static func format(_ row: Row) -> SoundFormat? {
    guard let rate = row.integer(9), let channels = row.integer(10), rate > 0,
      rate < Int32.max, 1...8 ~= channels
    else { return nil }
    return SoundFormat(sampleRate: Int(rate), channelCount: Int(channels))
  }

  static func insert(
    _ reports: [(file: FileVersion, report: FileReport)], day: Int64, in db: Database
  ) throws {
    for (file, report) in reports {
      let properties: CleanProperties
      let refusal: String?
      switch report {
      case .sound(let sound): (properties, refusal) = (sound, nil)
      case .refused(let reason): (properties, refusal) = (CleanProperties(), reason)
      }
      let format = properties.format
      try db.execute(
        """
        INSERT OR REPLACE INTO song VALUES (\(file.path), \(file.size), \(file.modificationTime),
          \(file.changeTime), \(day), \(properties.title), \(properties.artist),
          \(properties.album), \(properties.disc), \(properties.track), \(properties.date),
          \(properties.duration.map(nanoseconds)), \(format?.sampleRate), \(format?.channelCount),
          \(properties.encoding), \(refusal))
        """)
    }
  }

  static func touch(_ files: [FileVersion], day: Int64, in db: Database) throws {
    for file in files {
      try db.execute("UPDATE song SET used = \(day) WHERE path = \(file.path)")
    }
  }

  /// Deletes rows not used since `day`, then the least recently used rows beyond `maximumCount`.
  static func prune(unusedSince day: Int64, keeping maximumCount: Int, in db: Database) throws {
    try db.execute("DELETE FROM song WHERE used < \(day)")
    let count = try db.selectFirst("SELECT count(*) FROM song") { $0.integer(0) } ?? 0
    guard count > maximumCount else { return }
    let excess = count - Int64(maximumCount)
    try db.execute(
      "DELETE FROM song WHERE path IN (SELECT path FROM song ORDER BY used LIMIT \(excess))")
  }

  private static func nanoseconds(_ duration: Duration) -> Int64 {
    Int64(clamping: duration.attoseconds / 1_000_000_000)
  }
}
