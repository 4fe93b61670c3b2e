import Foundation
import GRDB
import Practice
import Storage

/// Writes and reads the songs of sits.
enum SongRows {
  /// How long the songs of a sit that is not the latest are kept, in milliseconds: a sit can be
  /// resumed for a day.
  private static let keptTime: Int64 = 2 * 86_400_000

  /// Replaces the songs of a sit.
  static func save(_ songs: [SitSong], of sit: Sit.ID, in db: Database) throws {
    try db.cachedStatement(sql: "DELETE FROM song WHERE sit = ?").execute(
      arguments: [sit.rawValue])
    let statement = try db.cachedStatement(sql: "INSERT INTO song VALUES (?, ?, ?, ?)")
    for (place, song) in songs.enumerated() {
      try statement.execute(arguments: [sit.rawValue, place, Data(song.path), song.title])
    }
  }

  /// The songs of a sit; none if one of them cannot be read, because a sit resumes at a place among
  /// all of them.
  static func find(of sit: Sit.ID, in db: Database) throws -> [SitSong] {
    let statement = try db.cachedStatement(
      sql: "SELECT path, title FROM song WHERE sit = ? ORDER BY place")
    let rows = try Row.fetchAll(statement, arguments: [sit.rawValue])
    let songs = rows.compactMap { row in
      row.bytes(0).map { SitSong(path: Array($0), title: row.text(1) ?? "") }
    }
    return songs.count == rows.count ? songs : []
  }

  /// Deletes the songs of sits that are too old to resume or repeat, when `sit` begins. Those of later
  /// sits stay (the clock was set back): `again` repeats the latest.
  static func prune(at sit: Sit, in db: Database) throws {
    try db.execute(
      sql: "DELETE FROM song WHERE sit IN (SELECT id FROM sit WHERE began < ?)",
      arguments: [sit.began.milliseconds - keptTime])
  }
}
