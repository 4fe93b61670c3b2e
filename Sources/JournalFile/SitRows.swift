import Foundation
import GRDB
import Practice

/// Writes and reads the rows of sits.
enum SitRows {
  private static let columns = """
    id, began, zone, planned, sat, ending, named, plan, heard, note, place, position, elapsed,
    volume, repeats
    """
  /// Up to the year 9999, so that no arithmetic on dates overflows; in milliseconds.
  private static let moments: ClosedRange<Int64> = -253_402_300_799_999...253_402_300_799_999
  /// More than any local time is from UTC; in seconds.
  private static let zones = -172_800...172_800

  /// Writes the whole row, new or not.
  static func save(_ sit: Sit, in db: Database) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO sit VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET
          began = excluded.began, zone = excluded.zone, planned = excluded.planned,
          sat = excluded.sat, ending = excluded.ending, named = excluded.named,
          plan = excluded.plan, heard = excluded.heard, note = excluded.note,
          place = excluded.place, position = excluded.position, elapsed = excluded.elapsed,
          volume = excluded.volume, repeats = excluded.repeats, writer = excluded.writer,
          writer_start = excluded.writer_start, writer_boot = excluded.writer_boot
        """)
    let writer = sit.end == nil ? SitWriter.current : nil
    let standing = sit.standing
    try statement.execute(arguments: [
      sit.id.rawValue, sit.began.milliseconds, sit.began.offset,
      sit.planned.map(nanoseconds), nanoseconds(sit.sat), sit.end?.rawValue, sit.set, sit.plan,
      try json(sit.heard), sit.note, standing.place, nanoseconds(standing.position),
      nanoseconds(standing.elapsed), standing.volume, standing.isRepeating,
      writer?.processID, writer?.start, writer?.boot,
    ])
  }

  static func exists(_ sit: Sit.ID, in db: Database) throws -> Bool {
    try Row.fetchOne(db, sql: "SELECT 1 FROM sit WHERE id = ?", arguments: [sit.rawValue]) != nil
  }

  /// The sits that began in the dates, newest first.
  static func find(
    since first: CivilDate?, until last: CivilDate?, limit: Int?, in db: Database
  ) throws -> [Sit] {
    let start = first.map { Int64($0.dayNumber) * 86_400_000 } ?? moments.lowerBound
    let end = last.map { Int64($0.dayNumber + 1) * 86_400_000 } ?? moments.upperBound
    let margin = Int64(zones.upperBound) * 1_000
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(columns) FROM sit
        WHERE began BETWEEN ? AND ? AND began + zone * 1000 >= ? AND began + zone * 1000 < ?
        ORDER BY began DESC, id DESC LIMIT ?
        """,
      arguments: [start - margin, end + margin, start, end, limit ?? -1])
    var sits: [Sit] = []
    while let row = try rows.next() { if let sit = sit(row) { sits.append(sit) } }
    return sits
  }

  /// The sits of these ids, newest first.
  static func find(_ ids: [Int64], in db: Database) throws -> [Sit] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT \(columns) FROM sit WHERE id IN (\(databaseQuestionMarks(count: ids.count)))
        ORDER BY began DESC, id DESC
        """, arguments: StatementArguments(ids))
    return rows.compactMap(sit)
  }

  /// All sits that can be read of a damaged file: forward and backward up to the damage.
  static func salvage(in db: Database) -> [Sit] {
    var found: [Sit.ID: Sit] = [:]
    for order in ["", "DESC"] {
      guard
        let rows = try? Row.fetchCursor(db, sql: "SELECT \(columns) FROM sit ORDER BY id \(order)")
      else { continue }
      while let row = try? rows.next() { if let sit = sit(row) { found[sit.id] = sit } }
    }
    return Array(found.values)
  }

  static func lengths(in db: Database) throws -> [SatTime] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT began, zone, sat FROM sit
        WHERE sat >= ? AND began BETWEEN ? AND ? AND zone BETWEEN ? AND ?
        """,
      arguments: [
        nanoseconds(Sit.shortest), -moments.upperBound, moments.upperBound, -zones.upperBound,
        zones.upperBound,
      ])
    var times: [SatTime] = []
    while let row = try rows.next() {
      times.append(
        SatTime(
          began: Moment(milliseconds: row[0] as Int64? ?? 0, offset: row[1] as Int? ?? 0),
          sat: .nanoseconds(row[2] as Int64? ?? 0)))
    }
    return times
  }

  /// When each set was last sat.
  static func lastSits(in db: Database) throws -> [SetName: Moment] {
    // SQLite takes the other columns from the row with the maximum.
    let rows = try Row.fetchCursor(
      db,
      sql: "SELECT named, max(began), zone FROM sit WHERE named IS NOT NULL GROUP BY named")
    var sits: [SetName: Moment] = [:]
    while let row = try rows.next() {
      guard let name = (row[0] as String?).flatMap({ try? SetName($0) }) else { continue }
      let began = Moment(milliseconds: row[1] as Int64? ?? 0, offset: row[2] as Int? ?? 0)
      sits[name] = max(sits[name] ?? began, began)
    }
    return sits
  }

  /// Whether a sit began in the same second and was as long to a second.
  static func hasSame(as sit: Sit, in db: Database) throws -> Bool {
    let milliseconds = sit.began.milliseconds
    let second = milliseconds - (milliseconds % 1_000 + 1_000) % 1_000
    let statement = try db.cachedStatement(
      sql: "SELECT 1 FROM sit WHERE began BETWEEN ? AND ? AND abs(sat - ?) <= ?")
    return try Row.fetchOne(
      statement, arguments: [second, second + 999, nanoseconds(sit.sat), nanoseconds(.seconds(1))])
      != nil
  }

  /// `nil` if the row's values are out of range, as in a file edited by hand.
  private static func sit(_ row: Row) -> Sit? {
    // Columns are read as optionals, which never trap on a damaged row.
    guard let id = row[0] as Int64?, id > 0, let began = row[1] as Int64? else { return nil }
    guard moments.contains(began), let zone = row[2] as Int?, zones.contains(zone) else {
      return nil
    }
    var sit = Sit(
      id: Sit.ID(rawValue: id), began: Moment(milliseconds: began, offset: zone),
      planned: (row[3] as Int64?).map { .nanoseconds($0) })
    sit.sat = .nanoseconds(row[4] as Int64? ?? 0)
    sit.end = (row[5] as String?).map { SitEnd(rawValue: $0) ?? .interrupted }
    sit.set = row[6] as String?
    sit.plan = row[7] as String? ?? ""
    sit.heard = (row[8] as String?).map(titles) ?? []
    sit.note = row[9] as String? ?? ""
    sit.standing.place = row[10] as Int?
    sit.standing.position = .nanoseconds(row[11] as Int64? ?? 0)
    sit.standing.elapsed = .nanoseconds(row[12] as Int64? ?? 0)
    sit.standing.volume = row[13] as Int? ?? 100
    sit.standing.isRepeating = row[14] as Bool? ?? false
    return sit
  }

  private static func json(_ titles: [String]) throws -> String {
    titles.isEmpty ? "[]" : String(decoding: try JSONEncoder().encode(titles), as: UTF8.self)
  }

  private static func titles(_ json: String) -> [String] {
    json == "[]" ? [] : (try? JSONDecoder().decode([String].self, from: Data(json.utf8))) ?? []
  }

  private static func nanoseconds(_ duration: Duration) -> Int64 {
    Int64(clamping: duration.attoseconds / 1_000_000_000)
  }
}
