import MeditationSystem

enum RunningSits {
  /// The ids of the sits that are running by their rows, but whose programs have ended.
  static func abandoned(_ locks: RunningLocks, in db: Database) throws -> [Int64] {
    let sits = try db.select(
      "SELECT id, \(WriterIdentity.columns) FROM sit WHERE ending IS NULL"
    ) { row in
      let writer = WriterIdentity.read(row, at: 1)
      return writer == .current || writer.isRunning ? nil : row.integer(0)
    }
    guard !sits.isEmpty else { return [] }
    // Processes in other containers are not seen, but their locks are.
    let others = locks.others(among: sits)
    return sits.filter { !others.contains($0) }
  }

  static func interrupt(_ ids: [Int64], in db: Database) throws {
    try db.execute(
      """
      UPDATE sit SET ending = \(SitEnd.interrupted.rawValue), writer = NULL, writer_start = NULL,
        writer_boot = NULL
      WHERE id IN (\(list: ids))
      """)
  }

  /// Makes this program the writer of a sit that can be resumed; false if it no longer can be.
  static func claim(_ sit: Sit.ID, in db: Database) throws -> Bool {
    let ends = SitEnd.allCases.filter(\.isResumable).map(\.rawValue)
    let writer = WriterIdentity.current
    try db.execute(
      """
      UPDATE sit SET ending = NULL, writer = \(writer.processID), writer_start = \(writer.start),
        writer_boot = \(writer.boot)
      WHERE id = \(sit.rawValue) AND ending IN (\(list: ends))
      """)
    return db.changesCount == 1
  }
}

/// The sits of each import.
///
/// A sit that has ended has no writer, so an imported one has the time of its import, in
/// milliseconds since 1970, in `writer_start`; another column would break older versions. Writing
/// the whole row clears it.
enum ImportedSits {
  private static let isImported: SQL = "writer IS NULL AND ending IS NOT NULL AND writer_start"

  /// The time of the latest import that still has sits; `nil` if there is none.
  static func latestTime(in db: Database) throws -> Int64? {
    try db.selectFirst(
      """
      SELECT max(writer_start) FROM sit
      WHERE \(isImported) BETWEEN 0 AND \(SitColumns.moments.upperBound)
      """
    ) { $0.integer(0) }
  }

  /// When `sit` was imported; `nil` if it was not.
  static func time(of sit: Sit.ID, in db: Database) throws -> Int64? {
    try db.selectFirst(
      "SELECT writer_start FROM sit WHERE id = \(sit.rawValue) AND ending IS NOT NULL"
    ) { $0.integer(0) }
  }

  /// The sits of the import at `time`, newest first.
  static func find(at time: Int64, in db: Database) throws -> [Sit] {
    try db.select(
      """
      SELECT \(SitTable.columns) FROM sit WHERE \(isImported) = \(time)
      ORDER BY began DESC, id DESC
      """
    ) { SitColumns.sit($0) }
  }

  static func delete(at time: Int64, in db: Database) throws {
    try db.execute("DELETE FROM sit WHERE \(isImported) = \(time)")
  }
}
