import Foundation
import GRDB
import Storage

/// Writes and reads the songs of sits.
enum SongRows {
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

  /// Deletes the songs of the sits that are over and began before `sit`: only the latest is resumed or
  /// repeated. Those of later sits stay (the clock was set back).
  static func prune(before sit: Sit, in db: Database) throws {
    try db.execute(
      sql: """
        DELETE FROM song WHERE sit IN (
          SELECT id FROM sit WHERE ending IS NOT NULL AND began <= ? AND id <> ?)
        """, arguments: [sit.began.milliseconds, sit.id.rawValue])
  }
}
