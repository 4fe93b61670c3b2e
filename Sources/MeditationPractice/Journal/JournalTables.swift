import MeditationSystem

/// The tables of the journal: sits with their marks and labels, and the songs of the latest ones.
enum JournalTables {
  /// Increase `version` whenever the columns change, and convert older ones.
  static let schema = DatabaseSchema(
    // "MedJ"
    applicationID: 0x4D65_644A, version: 1,
    create: { db in
      try create(in: db)
      for table in additions { try db.execute(table.create) }
    },
    isCurrent: { db in try additions.allSatisfy { try exists($0.name, in: db) } },
    renew: { db in
      for table in additions {
        if try !exists(table.name, in: db) { try db.execute(table.create) }
      }
    })

  /// Separate tables for newer data, so that older versions can still use the file.
  private static let additions: [(name: String, create: SQL)] = [
    (
      "mark",
      """
      CREATE TABLE mark (
        sit INTEGER NOT NULL REFERENCES sit (id) ON DELETE CASCADE,
        word TEXT NOT NULL,
        PRIMARY KEY (sit, word)
      ) WITHOUT ROWID, STRICT;
      """
    ),
    (
      "stretch",
      """
      CREATE TABLE stretch (
        sit INTEGER NOT NULL REFERENCES sit (id) ON DELETE CASCADE,
        began INTEGER NOT NULL,
        zone INTEGER NOT NULL,
        sat INTEGER NOT NULL,
        PRIMARY KEY (sit, began)
      ) WITHOUT ROWID, STRICT;
      """
    ),
    (
      "change",
      """
      CREATE TABLE change (
        sit INTEGER PRIMARY KEY NOT NULL REFERENCES sit (id) ON DELETE CASCADE,
        note INTEGER NOT NULL,  -- milliseconds since 1970, as all that follow; 0 for never
        label INTEGER NOT NULL,
        times INTEGER NOT NULL
      ) WITHOUT ROWID, STRICT;
      """
    ),
    (
      "deleted",
      """
      CREATE TABLE deleted (sit INTEGER PRIMARY KEY NOT NULL) WITHOUT ROWID, STRICT;
      """
    ),
    (
      "label",
      """
      CREATE TABLE label (
        sit INTEGER PRIMARY KEY NOT NULL REFERENCES sit (id) ON DELETE CASCADE,
        text TEXT NOT NULL
      ) WITHOUT ROWID, STRICT;
      """
    ),
  ]

  private static func exists(_ table: String, in db: Database) throws -> Bool {
    try db.hasRow("SELECT 1 FROM sqlite_master WHERE name = \(table)")
  }

  private static func create(in db: Database) throws {
    try db.execute(
      """
      CREATE TABLE sit (
        id INTEGER PRIMARY KEY NOT NULL,
        began INTEGER NOT NULL,  -- milliseconds since 1970
        zone INTEGER NOT NULL,  -- seconds east of UTC
        planned INTEGER,  -- nanoseconds, as all that follow
        sat INTEGER NOT NULL,
        ending TEXT,  -- NULL while it goes on
        named TEXT,  -- the set
        plan TEXT NOT NULL,
        heard TEXT NOT NULL,  -- a JSON array of titles
        note TEXT NOT NULL,
        place INTEGER,
        position INTEGER NOT NULL,
        elapsed INTEGER NOT NULL,
        volume INTEGER NOT NULL,
        repeats INTEGER NOT NULL,
        writer INTEGER,  -- the process, while it goes on
        writer_start INTEGER,  -- clock ticks since boot
        writer_boot TEXT
      ) STRICT;
      -- Holds all that totals need, so that they are computed without reading the rows.
      CREATE INDEX sit_time ON sit (began, zone, sat);
      -- Finds when each set was last sat without sorting all sits.
      CREATE INDEX sit_set ON sit (named, began, zone) WHERE named IS NOT NULL;
      CREATE INDEX sit_running ON sit (id) WHERE ending IS NULL;
      CREATE TABLE song (
        sit INTEGER NOT NULL REFERENCES sit (id) ON DELETE CASCADE,
        place INTEGER NOT NULL,
        path BLOB NOT NULL,  -- absolute, as the file system has it
        title TEXT NOT NULL,
        PRIMARY KEY (sit, place)
      ) WITHOUT ROWID, STRICT;
      """)
  }
}

enum SitSongTable {
  static func save(_ songs: [SitSong], of sit: Sit.ID, in db: Database) throws {
    try db.execute("DELETE FROM song WHERE sit = \(sit.rawValue)")
    for (place, song) in songs.enumerated() {
      try db.execute(
        "INSERT INTO song VALUES (\(sit.rawValue), \(place), \(song.path), \(song.title))")
    }
  }

  /// The songs of a sit; none if one cannot be read: a sit resumes at a place among all of them.
  static func find(of sit: Sit.ID, in db: Database) throws -> [SitSong] {
    var songs: [SitSong]? = []
    try db.scan("SELECT path, title FROM song WHERE sit = \(sit.rawValue) ORDER BY place") { row in
      if let path = row.bytes(0) {
        songs?.append(SitSong(path: path, title: row.text(1) ?? ""))
      } else {
        songs = nil
      }
      return true
    }
    return songs ?? []
  }

  /// Deletes the songs of finished sits that began before `sit`: only the latest is resumed or
  /// repeated. Sits that began later stay; the clock may have been set back.
  static func prune(before sit: Sit, in db: Database) throws {
    try db.execute(
      """
      DELETE FROM song WHERE sit IN (
        SELECT id FROM sit WHERE ending IS NOT NULL AND began <= \(sit.began.milliseconds)
          AND id <> \(sit.id.rawValue))
      """)
  }
}
