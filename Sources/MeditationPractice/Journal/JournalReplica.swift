import MeditationPlan
import MeditationSystem
import SystemPackage

/// The data that journals exchange: their sits, when these were changed, and which were deleted.
///
/// Merging takes the later value of each part; a deletion is final. So it is idempotent, and any
/// number of journals give the same result in any order.
package struct JournalReplica: Hashable, Sendable {
  /// A sit that is over.
  package struct Record: Hashable, Sendable {
    package var sit: Sit
    package var changed = SitChange()
  }

  package var records: [Sit.ID: Record] = [:]
  package var deleted: Set<Sit.ID> = []

  /// This journal with what `other` has.
  package func merged(with other: JournalReplica) -> JournalReplica {
    var merged = self
    merged.deleted.formUnion(other.deleted)
    merged.records.merge(other.records) { $0.merged(with: $1) }
    for id in merged.deleted { merged.records[id] = nil }
    return merged
  }
}

extension JournalReplica {
  /// Reads the bytes of a journal, or of its backup. Blocks on the disk.
  package init(_ bytes: [UInt8]) throws(JournalProblem) {
    guard bytes.starts(with: "SQLite format 3\0".utf8)
    else { throw JournalProblem("it is no journal") }
    do {
      let location = try JournalLocation.temporary()
      defer { FileTree.delete(location.folder) }
      try AtomicFile.write(bytes, to: FilePath(location.path))
      let connection = try location.file.openDurably(.everything, busyTimeout: 0)
      defer { connection.close() }
      self = try connection.read(ReplicaTables.read)
    } catch {
      throw JournalProblem(error, at: "")
    }
  }
}

package struct JournalMerge: Hashable, Sendable {
  package var added = 0
  package var changed = 0
  package var deleted = 0
}

/// When parts of a sit were changed by hand, in milliseconds since 1970; 0 if never.
package struct SitChange: Hashable, Sendable {
  package var note: Int64 = 0
  package var label: Int64 = 0
  package var times: Int64 = 0
}

extension JournalReplica.Record {
  fileprivate func merged(with other: Self) -> Self {
    // Of two values of one time, either will do if both journals choose the same.
    let notes = [(changed.note, sit.note), (other.changed.note, other.sit.note)]
    let labels = [(changed.label, sit.label), (other.changed.label, other.sit.label)]
    var merged = order.lexicographicallyPrecedes(other.order) ? other : self
    (merged.changed.note, merged.sit.note) = notes[0] < notes[1] ? notes[1] : notes[0]
    (merged.changed.label, merged.sit.label) = labels[0] < labels[1] ? labels[1] : labels[0]
    return merged
  }

  /// The sit that went on is later. The other keys only make the order total.
  private var order: [String] {
    func padded(_ number: Int64) -> String {
      let digits = String(number.magnitude)
      return (number < 0 ? "-" : "0") + String(repeating: "0", count: 20 - digits.count) + digits
    }
    func padded(_ duration: Duration?) -> String {
      padded(Int64(clamping: (duration ?? .zero).attoseconds / 1_000_000_000))
    }
    let point = sit.resumePoint
    return [
      padded(changed.times), padded(sit.sat), sit.end?.rawValue ?? "",
      padded(sit.began.milliseconds), "\(sit.began.offset)", padded(sit.planned), sit.set ?? "",
      sit.plan.line, sit.marks.words.joined(separator: " "), "\(point)", "\(sit.heard)",
      "\(sit.stretches)",
    ]
  }
}

/// The tables that only merging needs.
enum ReplicaTables {
  static func read(in db: Database) throws -> JournalReplica {
    var replica = JournalReplica()
    for sit in try SitTable.find(since: nil, limit: nil, listening: true, in: db)
    where sit.end != nil {
      replica.records[sit.id] = .init(sit: sit)
    }
    try db.scan("SELECT sit, note, label, times FROM change") { row in
      guard let id = row.integer(0).map(Sit.ID.init(rawValue:)) else { return true }
      // A later time would leave no room for a change after it.
      func time(_ column: Int) -> Int64 {
        min(max(row.integer(column) ?? 0, 0), SitColumns.moments.upperBound)
      }
      replica.records[id]?.changed = SitChange(note: time(1), label: time(2), times: time(3))
      return true
    }
    replica.deleted = try deleted(in: db)
    return replica
  }

  /// The sits that any program has deleted.
  static func deleted(in db: Database) throws -> Set<Sit.ID> {
    try SitTable.ids("SELECT sit FROM deleted", in: db)
  }

  /// Notes when a part of a sit was changed: the column `note`, `label` or `times`.
  static func note(_ column: String, of sit: Sit.ID, at now: Moment, in db: Database) throws {
    let column = SQL(stringLiteral: column)
    try db.execute("INSERT OR IGNORE INTO change VALUES (\(sit.rawValue), 0, 0, 0)")
    try db.execute(
      """
      UPDATE change SET \(column) = max(\(column) + 1, \(now.milliseconds))
      WHERE sit = \(sit.rawValue)
      """)
  }

  /// Notes that sits were deleted, or that they are back.
  static func note(_ sits: [Sit.ID], areDeleted: Bool, in db: Database) throws {
    for sit in sits {
      try db.execute(
        areDeleted
          ? "INSERT OR IGNORE INTO deleted VALUES (\(sit.rawValue))"
          : "DELETE FROM deleted WHERE sit = \(sit.rawValue)")
    }
  }

  /// Merges `other` into the journal. Returns the changes made or, by a trial, to be made.
  static func merge(
    _ other: JournalReplica, isTrial: Bool, in db: Database
  ) throws -> JournalMerge {
    let mine = try read(in: db)
    var other = other
    let running = try SitTable.ids("SELECT id FROM sit WHERE ending IS NULL", in: db)
    for id in running { other.records[id] = nil }
    other.deleted.subtract(running)
    let merged = mine.merged(with: other)
    let deleted = mine.records.keys.filter(merged.deleted.contains)
    let changed = merged.records.filter { mine.records[$0] != $1 }
    if !isTrial {
      for id in deleted { try db.execute("DELETE FROM sit WHERE id = \(id.rawValue)") }
      try note(Array(merged.deleted.subtracting(mine.deleted)), areDeleted: true, in: db)
      for (id, record) in changed {
        try SitTable.save(record.sit, importedAt: try ImportedSits.time(of: id, in: db), in: db)
        let (note, label, times) = (record.changed.note, record.changed.label, record.changed.times)
        try db.execute(
          "INSERT OR REPLACE INTO change VALUES (\(id.rawValue), \(note), \(label), \(times))")
      }
    }
    let added = changed.keys.count { mine.records[$0] == nil }
    return JournalMerge(added: added, changed: changed.count - added, deleted: deleted.count)
  }
}
