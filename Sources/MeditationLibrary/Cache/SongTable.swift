import MeditationEngine
import MeditationPlan
import MeditationSystem

/// The table of songs' tags and lengths, with one row for each path.
enum SongTable {
  static let creation: SQL = """
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
      estimate INTEGER NOT NULL,  -- 1 where the duration is a guess
      rate INTEGER,  -- hertz; NULL where unknown, and so are the channels
      channels INTEGER,
      encoding TEXT NOT NULL,  -- the container and the codec
      tracks TEXT NOT NULL,  -- the songs within it, a line each; empty if it is one
      refusal TEXT  -- NULL where the file can be played
    ) WITHOUT ROWID, STRICT
    """

  /// The report for each of `files`, with the day of its last use.
  static func find(
    _ files: [FileVersion], usedSince day: Int64, in db: Database
  ) throws -> [(report: FileReport, used: Int64)?] {
    // One query for all files; separate queries take half as long again.
    let places = Dictionary(grouping: files.indices) { files[$0].path }
    var found = [(report: FileReport, used: Int64)?](repeating: nil, count: files.count)
    try db.scan(
      """
      SELECT size, modified, changed, used, title, artist, duration, refusal, path, rate, channels,
        album, encoding, disc, track, date, estimate, tracks
      FROM song WHERE path IN (\(list: files.map(\.path)))
      """
    ) { row in
      guard let path = row.bytes(8), let used = row.integer(3), used >= day,
        let report = report(row)
      else { return true }
      for place in places[path] ?? [] {
        let stamp = files[place].stamp
        guard row.integer(0) == stamp.size, row.integer(1) == stamp.modificationTime,
          row.integer(2) == stamp.changeTime
        else { continue }
        found[place] = (report, used)
      }
      return true
    }
    return found
  }

  /// `nil` if the row is damaged.
  private static func report(_ row: DatabaseRow) -> FileReport? {
    if let refusal = row.text(7) { return .refused(reason: refusal) }
    let duration = row.integer(6)
    guard row.isNull(7), let title = row.text(4), let artist = row.text(5),
      let album = row.text(11), let encoding = row.text(12),
      let date = row.text(15), let isEstimate = row.integer(16), let tracks = row.text(17),
      row.isNull(6) || (duration ?? -1) >= 0
    else { return nil }
    let properties = SongProperties(
      title: title, artist: artist, album: album,
      disc: row.integer(13).flatMap { Int(exactly: $0) },
      track: row.integer(14).flatMap { Int(exactly: $0) }, date: date,
      length: length(duration, isEstimate: isEstimate != 0),
      format: format(row), encoding: encoding, tracks: FileTrack.tracks(in: tracks))
    return .sound(properties)
  }

  private static func length(_ duration: Int64?, isEstimate: Bool) -> SongLength {
    guard let duration else { return .unknown }
    return isEstimate ? .estimated(.nanoseconds(duration)) : .exact(.nanoseconds(duration))
  }

  /// `nil` if it is unknown or implausible.
  private static func format(_ row: DatabaseRow) -> SoundFormat? {
    guard let rate = row.integer(9), let channels = row.integer(10), rate > 0,
      rate < Int32.max, 1...8 ~= channels
    else { return nil }
    return SoundFormat(sampleRate: Int(rate), channelCount: Int(channels))
  }

  static func insert(
    _ reports: [(file: FileVersion, report: FileReport)], day: Int64, in db: Database
  ) throws {
    for (file, report) in reports {
      let properties: SongProperties
      let refusal: String?
      switch report {
      case .sound(let sound): (properties, refusal) = (sound, nil)
      case .refused(let reason): (properties, refusal) = (SongProperties(), reason)
      }
      let format = properties.format
      let duration = properties.length.exact ?? properties.length.estimate
      try db.execute(
        """
        INSERT OR REPLACE INTO song VALUES (\(file.path), \(file.stamp.size),
          \(file.stamp.modificationTime), \(file.stamp.changeTime), \(day), \(properties.title),
          \(properties.artist), \(properties.album), \(properties.disc), \(properties.track),
          \(properties.date), \(duration), \(properties.length.estimate != nil),
          \(format?.sampleRate), \(format?.channelCount), \(properties.encoding),
          \(FileTrack.text(of: properties.tracks)), \(refusal))
        """)
    }
  }

  /// Makes the length of this version of a file exact.
  static func update(_ file: FileVersion, length: Duration, in db: Database) throws {
    try db.execute(
      """
      UPDATE song SET duration = \(length), estimate = 0
      WHERE path = \(file.path) AND size = \(file.stamp.size)
        AND modified = \(file.stamp.modificationTime) AND changed = \(file.stamp.changeTime)
      """)
  }
}
