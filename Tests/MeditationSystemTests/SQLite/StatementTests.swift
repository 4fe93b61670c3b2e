import MeditationSystem
import Testing

@Suite("A statement") struct StatementTests {
  /// In memory, with one table.
  private let connection: DatabaseConnection

  init() throws {
    connection = try DatabaseConnection(path: ":memory:")
    try connection.write { try $0.execute("CREATE TABLE kept (value, number INTEGER UNIQUE)") }
  }

  /// Reads the first row with `column`; `nil` if there is no row, or no such value.
  private func first<Value>(_ sql: SQL, _ column: (DatabaseRow) -> Value?) throws -> Value? {
    try connection.read { db in try db.selectFirst(sql, column) }
  }

  private func error(_ sql: SQL) -> DatabaseError? {
    do {
      try connection.withoutTransaction { try $0.execute(sql) }
      return nil
    } catch {
      return error as? DatabaseError
    }
  }

  // MARK: - Values

  @Test("keeps integers to their limits", arguments: [.min, -1, 0, 1, .max] as [Int64])
  func integers(number: Int64) throws {
    #expect(try first("SELECT \(number)") { $0.integer(0) } == number)
    #expect(try first("SELECT \(Int(number))") { $0.integer(0) } == number)
    #expect(try first("SELECT \(literal: number)") { $0.integer(0) } == number)
  }

  @Test(
    "keeps numbers to the bit",
    arguments: [
      0.1, -2, .pi, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, -.infinity,
    ])
  func numbers(number: Double) throws {
    #expect(try first("SELECT \(number)") { $0.real(0) } == number)
    #expect(try first("SELECT \(number)") { $0.integer(0) } == nil)
  }

  @Test("keeps texts whole")
  func texts() throws {
    let texts = [
      "", "calm", "a\0b", "\0", "é 静 🎧", "e\u{301}", "'; DROP TABLE kept; --", "?", "\u{FEFF}x",
      String(repeating: "n", count: 100_000),
    ]
    for text in texts {
      try connection.write { db in
        try db.execute("DELETE FROM kept; INSERT INTO kept (number) VALUES (1)")
        try db.execute("UPDATE kept SET value = \(text)")
      }
      let found = try first("SELECT value FROM kept WHERE value = \(text)") { $0.text(0) }
      #expect(found.map { Array($0.utf8) } == Array(text.utf8))
      let size = try first("SELECT length(CAST(value AS BLOB)) FROM kept") { $0.integer(0) }
      #expect(size == Int64(text.utf8.count))
    }
  }

  @Test("replaces what is not UTF-8 in a text")
  func notUTF8() throws {
    let bytes: [UInt8] = [0x61, 0xFF, 0, 0xC3, 0x62]
    let found = try first("SELECT CAST(\(bytes) AS TEXT)") { $0.text(0) }
    #expect(found == "a\u{FFFD}\0\u{FFFD}b")
  }

  @Test("keeps bytes", arguments: [[], [0], [0xFF, 0, 0x80], [UInt8](0...255)])
  func blobs(bytes: [UInt8]) throws {
    #expect(try first("SELECT \(bytes)") { $0.bytes(0) } == bytes)
    #expect(try first("SELECT \(bytes)") { $0.text(0) } == nil)
  }

  @Test("keeps what is missing, and takes a number that is none for it")
  func null() throws {
    let nulls: [SQL] = [
      "\(nil as Int64?)", "\(nil as Int?)", "\(nil as Double?)", "\(nil as String?)",
      "\(nil as [UInt8]?)", "\(Double.nan)", "NULL",
    ]
    for null in nulls {
      #expect(try first("SELECT \(null)") { $0.isNull(0) } == true)
      #expect(try first("SELECT \(null) IS NULL") { $0.integer(0) } == 1)
    }
    #expect(try first("SELECT \(true) - \(false)") { $0.integer(0) } == 1)
  }

  @Test("reads no column as another type")
  func types() throws {
    try connection.read { db in
      try db.scan("SELECT 7, 1.5, '7', x'37', NULL") { row in
        let columns = 0...5
        #expect(columns.map { row.integer($0) } == [7, nil, nil, nil, nil, nil])
        #expect(columns.map { row.real($0) } == [7, 1.5, nil, nil, nil, nil])
        #expect(columns.map { row.text($0) } == [nil, nil, "7", nil, nil, nil])
        #expect(columns.map { row.bytes($0) } == [nil, nil, nil, [0x37], nil, nil])
        #expect(columns.map { row.isNull($0) } == [false, false, false, false, true, true])
        #expect(row.isNull(-1) && row.isNull(.max))
        return true
      }
    }
  }

  @Test("binds each of a list, and each value of a part, in their order")
  func parts() throws {
    let part: SQL = "value = \("b") OR value = \([1] as [UInt8])"
    try connection.write { db in
      for value in ["a", "b", "c"] { try db.execute("INSERT INTO kept VALUES (\(value), NULL)") }
      try db.execute("INSERT INTO kept VALUES (\([1] as [UInt8]), 9)")
      let found = try db.select(
        """
        SELECT value FROM kept WHERE value IN (\(list: ["a", "x"])) OR \(part) OR number IN
          (\(list: [9, 10] as [Int64])) OR value IN (\(list: [[1], [2]] as [[UInt8]]))
        """
      ) { row in row.text(0) ?? "\(row.bytes(0) ?? [])" }
      #expect(found == ["a", "b", "[1]"])
      let isFound = try db.hasRow("SELECT 1 FROM kept WHERE value IN (\(list: [] as [String]))")
      #expect(!isFound)
    }
  }

  // MARK: - Runs

  @Test("is one of many in a text; their rows, and comments, are passed over")
  func script() throws {
    try connection.write { db in
      try db.execute(
        """
        -- Two rows.
        INSERT INTO kept VALUES ('; -- none', 1); SELECT * FROM kept;
        INSERT INTO kept VALUES ('é', 2) ; -- The end
        """)
      try db.execute("")
      try db.execute(" -- nothing")
      #expect(db.changesCount == 1)
      #expect(try db.select("SELECT value FROM kept") { $0.text(0) } == ["; -- none", "é"])
    }
  }

  @Test("fails with SQLite's own code and words, and works again")
  func errors() throws {
    let insert = { (number: Int64) in "INSERT INTO kept VALUES ('x', \(number))" as SQL }
    #expect(error(insert(1)) == nil)
    for _ in 1...3 {
      let refused = try #require(error(insert(1)))
      #expect(refused.code == 19)
      #expect(refused.extendedCode == 2_067)
      #expect(refused.message == "UNIQUE constraint failed: kept.number")
    }
    #expect(error(insert(2)) == nil)
    #expect(try first("SELECT count(*) FROM kept") { $0.integer(0) } == 2)
  }

  @Test(
    "that is none says why",
    arguments: [
      ("SELEC 1", "near \"SELEC\": syntax error"), ("SELECT * FROM lost", "no such table: lost"),
      ("SELECT \"value\"", "no such column: value"), ("SELECT '", "unrecognized token: \"'\""),
    ] as [(SQL, String)])
  func misspelt(sql: SQL, message: String) {
    #expect(error(sql)?.code == 1)
    #expect(error(sql)?.message == message)
  }

  @Test("is used within its own rows, and ends where its caller does")
  func nested() throws {
    struct Stop: Error {}
    try connection.write { db in
      for number in 1...3 { try db.execute("INSERT INTO kept VALUES (NULL, \(number))") }
    }
    let numbers: SQL = "SELECT number FROM kept ORDER BY number"
    var row: DatabaseRow?
    let pairs = try connection.read { db in
      #expect(throws: Stop.self) { try db.scan(numbers) { _ in throw Stop() } }
      return try db.select(numbers) { outer in
        row = outer
        let inner = try db.select(numbers) { $0.integer(0) }
        return inner.map { "\(outer.integer(0) ?? 0)\($0)" }.joined(separator: " ")
      }
    }
    #expect(pairs == ["11 12 13", "21 22 23", "31 32 33"])
    // Kept too long, it has nothing.
    #expect(row?.isNull(0) == true)
    connection.close()
    #expect(row?.isNull(0) == true && row?.text(0) == nil)
  }

  @Test("is compiled anew when there were very many")
  func many() throws {
    try connection.read { db in
      for count in 1...300 {
        let list = [Int64](1...Int64(count))
        let found = try db.hasRow("SELECT 1 WHERE \(count) IN (\(list: list))")
        #expect(found)
      }
    }
  }
}
