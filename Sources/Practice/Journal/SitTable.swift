import FoundationEssentials
import Storage

/// Writes sits into their table, and reads them.
enum SitTable {
  static let columns: SQL = """
    id, began, zone, planned, sat, ending, named, plan, heard, note, place, position, elapsed,
    volume, repeats
    """
  /// The words of a sit's marks, which follow ``columns``.
  private static let marks: SQL =
    "(SELECT group_concat(word, ' ') FROM mark WHERE mark.sit = sit.id)"

  /// Writes the whole row, new or not.
  ///
  /// - Parameters:
  ///   - writer: The process that writes the sit, if it has not ended.
  ///   - imported: When a sit that has ended is imported, in milliseconds since 1970.
  static func save(
    _ sit: Sit, by writer: WriterIdentity? = .current, importedAt imported: Int64? = nil,
    in db: Database
  ) throws {
    let writer = sit.end == nil ? writer : nil
    let point = sit.resumePoint
    let start = sit.end == nil ? writer?.start : imported
    try db.execute(
      """
      INSERT INTO sit VALUES (\(sit.id.rawValue), \(sit.began.milliseconds), \(sit.began.offset),
        \(sit.planned.map(nanoseconds)), \(nanoseconds(sit.sat)), \(sit.end?.rawValue), \(sit.set),
        \(sit.plan), \(json(sit.heard)), \(sit.note), \(point.place),
        \(nanoseconds(point.position)), \(nanoseconds(point.elapsed)), \(point.volume),
        \(point.isRepeating), \(writer?.processID), \(start), \(writer?.boot))
      ON CONFLICT (id) DO UPDATE SET
        began = excluded.began, zone = excluded.zone, planned = excluded.planned,
        sat = excluded.sat, ending = excluded.ending, named = excluded.named,
        plan = excluded.plan, heard = excluded.heard, note = excluded.note,
        place = excluded.place, position = excluded.position, elapsed = excluded.elapsed,
        volume = excluded.volume, repeats = excluded.repeats, writer = excluded.writer,
        writer_start = excluded.writer_start, writer_boot = excluded.writer_boot
      """)
    try save(sit.marks, of: sit.id, in: db)
  }

  private static func save(_ marks: Set<SitMark>, of sit: Sit.ID, in db: Database) throws {
    try db.execute("DELETE FROM mark WHERE sit = \(sit.rawValue)")
    for word in marks.words {
      try db.execute("INSERT INTO mark VALUES (\(sit.rawValue), \(word))")
    }
  }

  /// The marks of a sit.
  static func marks(of sit: Sit.ID, in db: Database) throws -> Set<SitMark> {
    Set(
      try db.select("SELECT word FROM mark WHERE sit = \(sit.rawValue)") { row in
        row.text(0).flatMap(SitMark.init(rawValue:))
      })
  }

  static func exists(_ sit: Sit.ID, in db: Database) throws -> Bool {
    try db.hasRow("SELECT 1 FROM sit WHERE id = \(sit.rawValue)")
  }

  /// A condition that holds for the rows of music that was played for itself.
  private static let isListening: SQL = """
    EXISTS (SELECT 1 FROM mark WHERE mark.sit = sit.id AND word = \(SitMark.listening.rawValue))
    """

  /// The sits that began in the dates, newest first.
  static func find(
    since first: CivilDate?, until last: CivilDate?, limit: Int?, listening: Bool, in db: Database
  ) throws -> [Sit] {
    let start = first.map { Int64($0.dayNumber) * 86_400_000 } ?? SitColumns.moments.lowerBound
    let end = last.map { Int64($0.dayNumber + 1) * 86_400_000 } ?? SitColumns.moments.upperBound
    let margin = SitColumns.zones.upperBound * 1_000
    return try db.select(
      """
      SELECT \(columns), \(marks) FROM sit
      WHERE began BETWEEN \(start - margin) AND \(end + margin)
        AND began + zone * 1000 >= \(start) AND began + zone * 1000 < \(end)
        AND (\(listening) OR NOT \(isListening))
      ORDER BY began DESC, id DESC LIMIT \(limit ?? -1)
      """
    ) { SitColumns.sit($0, marks: $0.text(15)) }
  }

  /// The sits of these ids, newest first.
  static func find(_ ids: [Int64], in db: Database) throws -> [Sit] {
    try db.select(
      """
      SELECT \(columns), \(marks) FROM sit WHERE id IN (\(list: ids))
      ORDER BY began DESC, id DESC
      """
    ) { SitColumns.sit($0, marks: $0.text(15)) }
  }

  static func count(listening: Bool, in db: Database) throws -> Int {
    let count = try db.selectFirst(
      "SELECT count(*) FROM sit WHERE \(isListening) = \(listening)"
    ) { $0.integer(0) }
    return Int(count ?? 0)
  }

  static func isEmpty(in db: Database) throws -> Bool {
    try !db.hasRow("SELECT 1 FROM sit LIMIT 1")
  }

  static func lengths(in db: Database) throws -> [SatTime] {
    try db.select(
      """
      SELECT began, zone, sat FROM sit
      WHERE sat >= \(nanoseconds(Sit.shortest)) AND \(SitColumns.hasMoment) AND NOT \(isListening)
      """
    ) { row in
      guard let began = SitColumns.moment(row.integer(0), zone: row.integer(1)),
        let sat = row.integer(2)
      else { return nil }
      return SatTime(began: began, sat: .nanoseconds(sat))
    }
  }

  /// When each set was last sat.
  static func lastSits(in db: Database) throws -> [SetName: Moment] {
    // SQLite takes the other columns from the row with the maximum.
    let sits = try db.select(
      """
      SELECT named, max(began), zone FROM sit
      WHERE named IS NOT NULL AND \(SitColumns.hasMoment) GROUP BY named
      """
    ) { row -> (SetName, Moment)? in
      guard let name = row.text(0).flatMap({ try? SetName($0) }),
        let began = SitColumns.moment(row.integer(1), zone: row.integer(2))
      else { return nil }
      return (name, began)
    }
    return Dictionary(sits, uniquingKeysWith: max)
  }

  /// Whether a sit began in the same second and was as long to a second.
  static func hasSame(as sit: Sit, in db: Database) throws -> Bool {
    let milliseconds = sit.began.milliseconds
    let second = milliseconds - (milliseconds % 1_000 + 1_000) % 1_000
    return try db.hasRow(
      """
      SELECT 1 FROM sit
      WHERE began BETWEEN \(second) AND \(second + 999)
        AND abs(sat - \(nanoseconds(sit.sat))) <= \(nanoseconds(.seconds(1)))
      """)
  }

  private static func json(_ titles: [String]) throws -> String {
    titles.isEmpty ? "[]" : String(decoding: try JSONEncoder().encode(titles), as: UTF8.self)
  }

  private static func nanoseconds(_ duration: Duration) -> Int64 {
    Int64(clamping: duration.attoseconds / 1_000_000_000)
  }
}

/// The columns of a sit that `SitTable` selects, in their order, and the ranges of their values.
enum SitColumns {
  /// Up to the year 9999, so that no arithmetic on dates overflows; in milliseconds.
  static let moments: ClosedRange<Int64> = -253_402_300_799_999...253_402_300_799_999
  /// More than any local time is from UTC; in seconds.
  static let zones: ClosedRange<Int64> = -172_800...172_800
  /// A condition that holds for the rows whose moment can be read.
  static let hasMoment: SQL = """
    began BETWEEN \(moments.lowerBound) AND \(moments.upperBound)
      AND zone BETWEEN \(zones.lowerBound) AND \(zones.upperBound)
    """

  /// When a sit began; `nil` if the values are out of range, as in a file that is damaged or was
  /// edited by hand.
  static func moment(_ began: Int64?, zone: Int64?) -> Moment? {
    guard let began, let zone, moments.contains(began), zones.contains(zone) else { return nil }
    return Moment(milliseconds: began, offset: Int(zone))
  }

  /// `nil` if what makes it a sit cannot be read; what else cannot be read is as in a new sit.
  ///
  /// - Parameter marks: Their words among blanks.
  static func sit(_ row: Row, marks: String? = nil) -> Sit? {
    guard let id = row.integer(0), id > 0,
      let began = moment(row.integer(1), zone: row.integer(2)),
      let sat = duration(row.integer(4))
    else { return nil }
    var sit = Sit(id: Sit.ID(rawValue: id), began: began, planned: duration(row.integer(3)))
    sit.sat = sat
    sit.end = row.text(5).map { SitEnd(rawValue: $0) ?? .interrupted }
    sit.set = row.text(6)
    sit.plan = row.text(7) ?? ""
    sit.heard = row.text(8).map(titles) ?? []
    sit.note = row.text(9) ?? ""
    sit.resumePoint.place = number(row.integer(10), in: 0...Int(Int32.max))
    sit.resumePoint.position = duration(row.integer(11)) ?? .zero
    sit.resumePoint.elapsed = .nanoseconds(row.integer(12) ?? 0)
    sit.resumePoint.volume = number(row.integer(13), in: 0...100) ?? 100
    sit.resumePoint.isRepeating = row.integer(14) == 1
    sit.marks = marks.map(SitMark.parse) ?? []
    return sit
  }

  private static func duration(_ nanoseconds: Int64?) -> Duration? {
    nanoseconds.flatMap { $0 >= 0 ? .nanoseconds($0) : nil }
  }

  private static func number(_ value: Int64?, in range: ClosedRange<Int>) -> Int? {
    value.flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil }
  }

  private static func titles(_ json: String) -> [String] {
    json == "[]" ? [] : (try? JSONDecoder().decode([String].self, from: Data(json.utf8))) ?? []
  }
}
