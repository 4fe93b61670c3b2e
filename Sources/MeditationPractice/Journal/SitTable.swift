import FoundationEssentials
import MeditationPlan
import MeditationSystem

enum SitTable {
  static let columns: SQL = """
    id, began, zone, planned, sat, ending, named, plan, heard, note, place, position, elapsed,
    volume, repeats
    """
  /// The words of a sit's marks, selected after ``columns``.
  private static let marks: SQL =
    "(SELECT group_concat(word, ' ') FROM mark WHERE mark.sit = sit.id)"

  private static let label: SQL = "(SELECT text FROM label WHERE label.sit = sit.id)"

  /// Writes the whole row, new or not.
  ///
  /// - Parameters:
  ///   - writer: The process that writes the sit, unless it has ended.
  ///   - imported: When a finished sit was imported, in milliseconds since 1970.
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
        \(sit.planned), \(sit.sat), \(sit.end?.rawValue), \(sit.set), \(sit.plan.line),
        \(json(sit.heard)), \(sit.note), \(point.place), \(point.position), \(point.elapsed),
        \(point.volume), \(point.isRepeating), \(writer?.processID), \(start), \(writer?.boot))
      ON CONFLICT (id) DO UPDATE SET
        began = excluded.began, zone = excluded.zone, planned = excluded.planned,
        sat = excluded.sat, ending = excluded.ending, named = excluded.named,
        plan = excluded.plan, heard = excluded.heard, note = excluded.note,
        place = excluded.place, position = excluded.position, elapsed = excluded.elapsed,
        volume = excluded.volume, repeats = excluded.repeats, writer = excluded.writer,
        writer_start = excluded.writer_start, writer_boot = excluded.writer_boot
      """)
    try save(sit.marks, of: sit.id, in: db)
    try save(sit.stretches, of: sit.id, in: db)
    try save(label: sit.label, of: sit.id, in: db)
  }

  /// Writes the label of a sit; an empty one removes it.
  static func save(label: String, of sit: Sit.ID, in db: Database) throws {
    if label.isEmpty {
      try db.execute("DELETE FROM label WHERE sit = \(sit.rawValue)")
    } else {
      try db.execute("INSERT OR REPLACE INTO label VALUES (\(sit.rawValue), \(label))")
    }
  }

  static func label(of sit: Sit.ID, in db: Database) throws -> String {
    try db.selectFirst("SELECT text FROM label WHERE sit = \(sit.rawValue)") { $0.text(0) } ?? ""
  }

  private static func save(_ marks: Set<SitMark>, of sit: Sit.ID, in db: Database) throws {
    try db.execute("DELETE FROM mark WHERE sit = \(sit.rawValue)")
    for word in marks.words {
      try db.execute("INSERT INTO mark VALUES (\(sit.rawValue), \(word))")
    }
  }

  private static func save(_ stretches: [Sit.Stretch], of sit: Sit.ID, in db: Database) throws {
    try db.execute("DELETE FROM stretch WHERE sit = \(sit.rawValue)")
    for stretch in stretches {
      let began = stretch.began
      try db.execute(
        """
        INSERT OR REPLACE INTO stretch
        VALUES (\(sit.rawValue), \(began.milliseconds), \(began.offset), \(stretch.sat))
        """)
    }
  }

  private static func stretches(in db: Database) throws -> [Int64: [Sit.Stretch]] {
    let rows = try db.select("SELECT sit, began, zone, sat FROM stretch ORDER BY sit, began") {
      row in
      row.integer(0).flatMap { sit in
        SitColumns.stretch(row.integer(1), row.integer(2), row.integer(3)).map { (sit, $0) }
      }
    }
    return Dictionary(grouping: rows, by: \.0).mapValues { $0.map(\.1) }
  }

  static func stretches(of sit: Sit.ID, in db: Database) throws -> [Sit.Stretch] {
    try db.select(
      "SELECT began, zone, sat FROM stretch WHERE sit = \(sit.rawValue) ORDER BY began"
    ) { SitColumns.stretch($0.integer(0), $0.integer(1), $0.integer(2)) }
  }

  static func marks(of sit: Sit.ID, in db: Database) throws -> Set<SitMark> {
    Set(
      try db.select("SELECT word FROM mark WHERE sit = \(sit.rawValue)") { row in
        row.text(0).flatMap(SitMark.init(rawValue:))
      })
  }

  static func exists(_ sit: Sit.ID, in db: Database) throws -> Bool {
    try db.hasRow("SELECT 1 FROM sit WHERE id = \(sit.rawValue)")
  }

  /// The condition for music that was played for itself.
  private static let isListening: SQL = """
    EXISTS (SELECT 1 FROM mark WHERE mark.sit = sit.id AND word = \(SitMark.listening.rawValue))
    """

  /// The sits that began on the date or later, newest first.
  static func find(
    since first: CivilDate?, limit: Int?, listening: Bool, in db: Database
  ) throws -> [Sit] {
    let start = first.map { Int64($0.dayNumber) * 86_400_000 } ?? SitColumns.moments.lowerBound
    let end = SitColumns.moments.upperBound
    let margin = SitColumns.zones.upperBound * 1_000
    return try sits(
      """
      WHERE began BETWEEN \(start - margin) AND \(end + margin)
        AND began + zone * 1000 >= \(start) AND began + zone * 1000 < \(end)
        AND (\(listening) OR NOT \(isListening))
      ORDER BY began DESC, id DESC LIMIT \(limit ?? -1)
      """, in: db)
  }

  /// The sits selected by the end of a query.
  private static func sits(_ clauses: SQL, in db: Database) throws -> [Sit] {
    // Many sits share a few plans, and parsing one takes longer than reading its row; few have several
    // stretches.
    var plans: [String: StoredPlan] = [:]
    let stretches = try stretches(in: db)
    return try db.select("SELECT \(columns), \(marks), \(label) FROM sit \(clauses)") { row in
      var sit = SitColumns.sit(row, marks: row.text(15), label: row.text(16)) { line in
        if let known = plans[line] { return known }
        let plan = StoredPlan.onPresentScale(line)
        plans[line] = plan
        return plan
      }
      if !stretches.isEmpty, let id = sit?.id { sit?.stretches = stretches[id.rawValue] ?? [] }
      return sit
    }
  }

  static func count(listening: Bool, in db: Database) throws -> Int {
    let count = try db.selectFirst(
      "SELECT count(*) FROM sit WHERE \(isListening) = \(listening)"
    ) { $0.integer(0) }
    return Int(count ?? 0)
  }

  /// True if the index used to list sits agrees with their rows. Where it does not, SQLite silently
  /// leaves rows out. Reads all of both, 5 ms for 10,000 sits.
  static func matchesIndex(in db: Database) throws -> Bool {
    // Halves, so that the sums are exact.
    let sums: SQL = """
      count(*), total(id & 4294967295), total(id >> 32), total(began & 4294967295),
      total(began >> 32), total(zone), total(sat & 4294967295), total(sat >> 32)
      """
    return try !db.hasRow(
      """
      SELECT \(sums) FROM sit INDEXED BY sit_time EXCEPT SELECT \(sums) FROM sit NOT INDEXED
      """)
  }

  static func ids(_ query: SQL = "SELECT id FROM sit", in db: Database) throws -> Set<Sit.ID> {
    Set(try db.select(query) { $0.integer(0).map(Sit.ID.init(rawValue:)) })
  }

  private static let counts: SQL = """
    sat BETWEEN \(Sit.shortest) AND \(SitColumns.lengths.upperBound) AND \(SitColumns.hasMoment)
      AND NOT \(isListening)
    """

  /// Only labels have to be read from the rows; all else is in the index.
  static func lengths(labelled: Bool, in db: Database) throws -> [SatTime] {
    let stretches = try stretches(in: db)
    let names: SQL = labelled ? "\(label), named" : "NULL, NULL"
    let query: SQL = "SELECT began, zone, sat, id, \(names) FROM sit WHERE \(counts)"
    return try db.select(query) { row -> SatTime? in
      guard let began = SitColumns.moment(row.integer(0), zone: row.integer(1)),
        let sat = row.integer(2)
      else { return nil }
      return SatTime(
        began: began, sat: .nanoseconds(sat), stretches: stretches[row.integer(3) ?? 0] ?? [],
        label: row.text(4) ?? "", set: row.text(5))
    }
  }

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

  /// True if the journal has a sit that began in the same second and was as long to a second.
  static func hasSame(as sit: Sit, in db: Database) throws -> Bool {
    let milliseconds = sit.began.milliseconds
    let second = milliseconds - (milliseconds % 1_000 + 1_000) % 1_000
    return try db.hasRow(
      """
      SELECT 1 FROM sit
      WHERE began BETWEEN \(second) AND \(second + 999)
        AND abs(sat - \(sit.sat)) <= \(Duration.seconds(1))
      """)
  }

  /// The latest sit that is running or counts, and overlaps with `sit`.
  static func overlapping(_ sit: Sit, now: Moment, in db: Database) throws -> Sit? {
    try sits(
      """
      WHERE id <> \(sit.id.rawValue) AND \(SitColumns.hasMoment) AND NOT \(isListening)
        AND (ending IS NULL OR sat >= \(Sit.shortest)) AND began < \(sit.over.milliseconds)
        AND max(began + sat / 1000000, iif(ending IS NULL, \(now.milliseconds), began))
          > \(sit.began.milliseconds)
      ORDER BY began DESC LIMIT 1
      """, in: db
    ).first
  }

  private static func json(_ titles: [String]) throws -> String {
    titles.isEmpty ? "[]" : String(decoding: try JSONEncoder().encode(titles), as: UTF8.self)
  }
}

/// The columns selected by `SitTable`, in order, and the ranges of their values.
enum SitColumns {
  /// Up to the year 9999, so that no arithmetic overflows; in milliseconds.
  static let moments: ClosedRange<Int64> = -253_402_300_799_999...253_402_300_799_999
  /// Up to 10,000 hours, as for what is imported: totals go through each day. In nanoseconds.
  static let lengths: ClosedRange<Int64> = 0...36_000_000_000_000_000
  /// More than any offset from UTC, in seconds.
  static let zones: ClosedRange<Int64> = -172_800...172_800
  /// The condition for rows with a valid moment.
  static let hasMoment: SQL = """
    began BETWEEN \(moments.lowerBound) AND \(moments.upperBound)
      AND zone BETWEEN \(zones.lowerBound) AND \(zones.upperBound)
    """

  /// When a sit began; `nil` if the values are out of range: a file may be damaged, or edited.
  static func moment(_ began: Int64?, zone: Int64?) -> Moment? {
    guard let began, let zone, moments.contains(began), zones.contains(zone) else { return nil }
    return Moment(milliseconds: began, offset: Int(zone))
  }

  /// `nil` if an essential field cannot be read; other unreadable fields get defaults.
  static func sit(
    _ row: DatabaseRow, marks: String? = nil, label: String? = nil,
    plan: (_ line: String) -> StoredPlan = StoredPlan.onPresentScale
  ) -> Sit? {
    guard let id = row.integer(0), id > 0,
      let began = moment(row.integer(1), zone: row.integer(2)),
      let sat = duration(row.integer(4))
    else { return nil }
    var sit = Sit(id: Sit.ID(rawValue: id), began: began, planned: duration(row.integer(3)))
    sit.sat = sat
    sit.end = row.text(5).map { SitEnd(rawValue: $0) ?? .interrupted }
    sit.set = row.text(6)
    sit.plan = row.text(7).map { plan($0) } ?? StoredPlan.none
    sit.heard = row.text(8).map(titles) ?? []
    sit.note = row.text(9) ?? ""
    sit.resumePoint.place = number(row.integer(10), in: 0...Int(Int32.max))
    sit.resumePoint.position = duration(row.integer(11)) ?? .zero
    sit.resumePoint.elapsed = .nanoseconds(row.integer(12) ?? 0)
    sit.resumePoint.volume = number(row.integer(13), in: 0...100) ?? 100
    sit.resumePoint.isRepeating = row.integer(14) == 1
    sit.marks = marks.map(SitMark.parse) ?? []
    sit.label = label ?? ""
    return sit
  }

  static func stretch(_ began: Int64?, _ zone: Int64?, _ sat: Int64?) -> Sit.Stretch? {
    guard let began = moment(began, zone: zone), let sat = duration(sat) else { return nil }
    return Sit.Stretch(began: began, sat: sat)
  }

  private static func duration(_ nanoseconds: Int64?) -> Duration? {
    nanoseconds.flatMap { lengths.contains($0) ? .nanoseconds($0) : nil }
  }

  private static func number(_ value: Int64?, in range: ClosedRange<Int>) -> Int? {
    value.flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil }
  }

  private static func titles(_ json: String) -> [String] {
    json == "[]" ? [] : (try? JSONDecoder().decode([String].self, from: Data(json.utf8))) ?? []
  }
}
