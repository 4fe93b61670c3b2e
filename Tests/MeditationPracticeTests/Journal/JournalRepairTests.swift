import Foundation
import Glibc
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

@testable import MeditationPractice

@Suite("A damaged journal") struct JournalRepairTests {
  private static let sits = DamagedJournal.sits

  private func identifiers(_ sits: [Sit]) -> Set<Int64> { Set(sits.map(\.id.rawValue)) }

  @Test("whose first page is useless gives nearly all its sits", arguments: 0..<40 as Range<UInt64>)
  func firstPage(seed: UInt64) throws {
    var bytes = try DamagedJournal.bytes()
    var generator = SeededGenerator(seed: seed)
    let kinds: [DatabaseDamage] = [.flippedBit, .zeroedPage, .noise]
    kinds[Int(seed) % 3].apply(to: &bytes, pages: 0..<1, using: &generator)
    let damaged = try DamagedJournal(bytes)
    do throws(JournalProblem) {
      let journal = try JournalFile.open(in: damaged.folder.path).journal
      #expect(try journal.sits(since: nil, limit: nil).count == Self.sits.count)
      try journal.save(.sample(1), songs: SitSong.samples)
      #expect(try journal.count(listening: false) == Self.sits.count + 1)
    } catch {
      // The bytes that say whose file it is.
      #expect(error.reason.hasPrefix("it was written by"))
      #expect(try damaged.read() == bytes)
    }
  }

  @Test("that was cut gives the sits of the pages that are left")
  func cut() throws {
    let bytes = try DamagedJournal.bytes()
    for count in stride(from: 1, to: bytes.count / 4_096, by: 3) {
      let damaged = try DamagedJournal(Array(bytes[..<(count * 4_096)]))
      let sits = try damaged.found()
      #expect(Set(sits).isSubset(of: Self.sits))
      // A page holds about a dozen sits; the first ones and the last hold indexes, too.
      #expect(sits.count > (count - 12) * 5)
    }
  }

  @Test("gives no sit that never was, wherever the damage is", .timeLimit(.minutes(20)))
  func anywhere() throws {
    let bytes = try DamagedJournal.bytes()
    for seed in 0..<30 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var copy = bytes
      // With the root of the table, the second page.
      let pages = seed < 6 ? 1..<2 : 2..<copy.count / 4_096
      let damage = [DatabaseDamage.cut, .zeroedPage, .flippedBit][Int(seed) % 3]
      damage.apply(to: &copy, pages: pages, using: &generator)
      let damaged = try DamagedJournal(copy)
      let journal = try damaged.open().journal
      // Whatever the first call finds, and the next after a repair.
      _ = try? journal.count(listening: false)
      let sits = try journal.sits(since: nil, limit: nil)
      let strange = Set(sits).subtracting(Self.sits)
      // No sum tells of a bit that is wrong within a row.
      #expect(strange.count <= (damage == .flippedBit ? 1 : 0), "seed \(seed)")
      if damage != .cut { #expect(sits.count > Self.sits.count - 30, "seed \(seed)") }
    }
  }

  @Test("keeps the songs of its sits, and who goes on with one")
  func songs() throws {
    var running = Sit.sample(5, began: Sit.sampleTime + 90_000_000_000, end: nil)
    (running.label, running.marks) = ("evening", [.silent])
    let damaged = try DamagedJournal(DamagedJournal.bytes())
    try damaged.open().journal.save(running, songs: SitSong.samples)
    var bytes = try damaged.read()
    bytes.replaceSubrange(0..<4_096, with: repeatElement(0x55, count: 4_096))
    try damaged.write(bytes)
    let journal = try damaged.open().journal
    #expect(try journal.songs(of: running.id) == SitSong.samples)
    try journal.closeInterrupted()
    #expect(try journal.sits(since: nil, limit: 1) == [running])
  }

  /// Damages the last bytes of the index by which sits are listed, of the rows of the last entries.
  @Test(
    "whose index alone is damaged lists all its sits, from the first answer on",
    arguments: [0, 10])
  func index(back: Int) throws {
    let damaged = try DamagedJournal(DamagedJournal.bytes())
    let root = try DatabaseConnection(path: damaged.folder.journal()).read { db in
      try db.selectFirst("SELECT rootpage FROM sqlite_master WHERE name = 'sit_time'") { row in
        row.integer(0).map { Int($0) }
      } ?? 0
    }
    var bytes = try damaged.read()
    // The right-most child of the root.
    let child = (root - 1) * 4_096 + 8
    let leaf = bytes[child..<child + 4].reduce(0) { $0 << 8 | Int($1) }
    let count = Int(bytes[(leaf - 1) * 4_096 + 3]) << 8 | Int(bytes[(leaf - 1) * 4_096 + 4])
    for entry in count - 3..<count {
      let place = (leaf - 1) * 4_096 + 8 + entry * 2
      let cell = (leaf - 1) * 4_096 + (Int(bytes[place]) << 8 | Int(bytes[place + 1]))
      // The row, or how long the sit was.
      bytes[cell + Int(bytes[cell]) - back] ^= 0x10
    }
    try damaged.write(bytes)
    let (journal, notice) = try damaged.open()
    #expect(
      notice == "The journal was damaged: 467 sits were recovered; the old file is kept as "
        + "journal.sqlite.damaged-1.")
    #expect(try journal.count(listening: false) == Self.sits.count)
    #expect(try Set(damaged.found()) == Set(Self.sits))
  }

  @Test("loses nothing but the wrong byte, wherever that is in a page of rows")
  func eachByte() throws {
    let page = try #require(Self.leaf(DamagedJournal.bytes()))
    let first = [UInt8](repeating: 0, count: 4_096)
    let facts = { (bytes: [UInt8]) -> Set<[Int64]> in
      let sits = SitPages(bytes).rows().compactMap { SitColumns.sit($0) }
      return Set(sits.map { [$0.id.rawValue, $0.began.milliseconds, $0.sat.components.seconds] })
    }
    let whole = facts(first + page)
    #expect(whole.count > 8)
    let values = Self.values(of: page)
    for place in page.indices {
      for bit in [place % 8, (place + 3) % 8] {
        var copy = page
        copy[place] ^= 1 << UInt8(bit)
        let lost = whole.subtracting(facts(first + copy))
        #expect(
          lost.count <= (values.contains(place) ? 1 : 0), "bit \(bit) of byte \(place): \(lost)")
      }
    }
  }

  /// A full page of rows.
  private static func leaf(_ bytes: [UInt8]) -> [UInt8]? {
    let page = stride(from: 4_096, to: bytes.count, by: 4_096).first { page in
      bytes[page] == 0x0D && bytes[page + 4] > 8
    }
    return page.map { Array(bytes[$0..<$0 + 4_096]) }
  }

  /// Where a page has the ids of its rows, when they began and how long they were.
  private static func values(of page: [UInt8]) -> Set<Int> {
    let sizes = [0, 1, 2, 3, 4, 6, 8, 0, 0, 0]
    var places: Set<Int> = []
    for pointer in stride(from: 8, to: 8 + 2 * Int(page[4]), by: 2) {
      let start = Int(page[pointer]) << 8 | Int(page[pointer + 1])
      let id = start + (page[start] < 0x80 ? 1 : 2)
      let header = id + 1 + (page[id..<id + 8].firstIndex { $0 < 0x80 } ?? id + 8) - id
      let ends = (1...4).reduce(into: [header + Int(page[header])]) { ends, column in
        ends.append(ends[column - 1] + sizes[Int(page[header + 1 + column])])
      }
      places.formUnion(id..<header)
      places.formUnion(ends[0]..<ends[2])
      places.formUnion(ends[3]..<ends[4])
    }
    return places
  }

  @Test("is whole or repaired, whenever the program that repairs it is killed")
  func killed() async throws {
    var bytes = try DamagedJournal.bytes()
    bytes.replaceSubrange(100..<400, with: repeatElement(0x55, count: 300))
    for _ in 1...12 {
      let damaged = try DamagedJournal(bytes)
      let path = damaged.folder.path.string
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
        let killer = Thread {
          usleep(UInt32.random(in: 0..<120_000))
          kill(getpid(), SIGKILL)
        }
        killer.start()
        _ = try JournalFile.open(in: FilePath(path))
        while true { pause() }
      }
      #expect(try damaged.found().count == Self.sits.count)
      let expected: Set = ["journal.sqlite", "journal.sqlite.damaged-1"]
      #expect(try damaged.names.subtracting(["journal.sqlite.repair"]) == expected)
      #expect(try damaged.read(".damaged-1") == bytes)
    }
  }

  @Test("is read to its end where a repair was cut short, which has moved the log")
  func cutShort() throws {
    let damaged = try DamagedJournal(DamagedJournal.bytes())
    let connection = try DatabaseConnection(path: damaged.folder.journal())
    try connection.withoutTransaction { db in
      try db.execute("PRAGMA journal_mode = WAL; UPDATE sit SET note = 'in the log'")
    }
    let log = try damaged.read("-wal")
    var bytes = try damaged.read()
    connection.close()
    bytes.replaceSubrange(0..<400, with: repeatElement(0x55, count: 400))
    try damaged.write(bytes)
    unlink(damaged.folder.journal("-wal"))
    link(damaged.folder.journal(), damaged.folder.journal(".damaged-1"))
    try damaged.write(log, to: ".damaged-1-wal")
    let sits = try damaged.found()
    #expect(sits.count == Self.sits.count && sits.allSatisfy { $0.note == "in the log" })
    #expect(try !damaged.names.contains("journal.sqlite.damaged-2"))
  }

  @Test("is repaired by one of two programs, and neither loses a sit", .timeLimit(.minutes(20)))
  func pairs() async throws {
    var bytes = try DamagedJournal.bytes()
    bytes.replaceSubrange(100..<400, with: repeatElement(0x55, count: 300))
    for _ in 1...25 {
      let damaged = try DamagedJournal(bytes)
      let path = damaged.folder.path.string
      try await withThrowingTaskGroup(of: Void.self) { group in
        for id in Int64(1)...2 {
          group.addTask {
            await #expect(processExitsWith: .success) {
              [path = path as String, id = id as Int64] in
              let (journal, _) = try JournalFile.open(in: FilePath(path), busyTimeout: .seconds(60))
              try journal.save(.sample(id), songs: nil)
              let count = try journal.count(listening: false)
              exit(count > DamagedJournal.sits.count ? 0 : 1)
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try damaged.found().count == Self.sits.count + 2)
      #expect(try damaged.names == ["journal.sqlite", "journal.sqlite.damaged-1"])
    }
  }

  @Test("that another program uses is left alone, and says so")
  func inUse() throws {
    var bytes = try DamagedJournal.bytes()
    bytes.replaceSubrange(100..<400, with: repeatElement(0x55, count: 300))
    let damaged = try DamagedJournal(bytes)
    let file = try FileDescriptor.open(FilePath(damaged.folder.journal()), .readWrite)
    // SQLite's lock of who is about to write, held by this descriptor as by another process.
    var lock = Glibc.flock()
    (lock.l_type, lock.l_start, lock.l_len) = (Int16(F_WRLCK), 0x4000_0001, 1)
    #expect(fcntl(file.rawValue, 37, &lock) == 0)
    #expect(throws: JournalProblem("another program is using it", isLock: true)) {
      _ = try JournalFile.open(in: damaged.folder.path)
    }
    #expect(try damaged.names == ["journal.sqlite"])
    try file.close()
    #expect(try damaged.found().count == Self.sits.count)
  }

  @Test(
    "that version 1.0 set aside without a new one is read by the next start, once",
    arguments: ["missing", "empty", "no sits"])
  func setAside(new: String) throws {
    var bytes = try DamagedJournal.bytes()
    bytes.replaceSubrange(0..<16, with: repeatElement(0, count: 16))
    let damaged = try DamagedJournal(bytes)
    unlink(damaged.folder.journal())
    if new == "no sits" { _ = try damaged.open() }
    if new == "empty" { try damaged.write([]) }
    try damaged.write(bytes, to: ".damaged-1")
    try damaged.write(Array("noise".utf8), to: ".damaged-2")
    let (journal, notice) = try damaged.open()
    #expect(
      notice == "467 sits were recovered from journal.sqlite.damaged-1, which is kept.")
    #expect(try journal.count(listening: false) == Self.sits.count)
    #expect(try damaged.read(".damaged-1") == bytes)
    // Whoever empties the journal wants it empty.
    for sit in Self.sits { try journal.delete([sit.id]) }
    #expect(try damaged.open().notice == nil)
    #expect(try damaged.found() == [])
  }

  @Test("that was repaired is not read again when its successor is emptied")
  func emptied() throws {
    var bytes = try DamagedJournal.bytes()
    bytes.replaceSubrange(0..<16, with: repeatElement(0, count: 16))
    let damaged = try DamagedJournal(bytes)
    #expect(try damaged.open().notice != nil)
    unlink(damaged.folder.journal())
    #expect(try damaged.open().notice == nil)
    #expect(try damaged.found() == [])

    // As version 1.0 left it.
    try damaged.open().journal.save(.sample(1), songs: nil)
    chmod(damaged.folder.journal(".damaged-1"), 0o600)
    #expect(try damaged.open().notice == nil)
    unlink(damaged.folder.journal())
    #expect(try damaged.open().notice == nil)
  }
}
