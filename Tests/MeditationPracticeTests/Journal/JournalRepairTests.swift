import Foundation
import Glibc
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

@testable import MeditationPractice

@Suite("A damaged journal") struct JournalRepairTests {
  private static let sits = DamagedJournal.sits

  @Test(
    "is replaced by its backup, wherever the damage is", .timeLimit(.minutes(20)),
    arguments: DatabaseDamage.allCases)
  func anywhere(damage: DatabaseDamage) throws {
    let bytes = try DamagedJournal.bytes()
    for seed in 0..<12 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var copy = bytes
      // With the page that says where the tables are, and the root of the sits.
      let pages = seed < 4 ? 0..<1 : seed < 6 ? 1..<2 : 2..<copy.count / 4_096
      damage.apply(to: &copy, pages: pages, using: &generator)
      let damaged = try DamagedJournal(copy, backup: bytes)
      do throws(JournalProblem) {
        let journal = try JournalFile.open(in: damaged.folder.path, busyTimeout: .seconds(60))
          .journal
        // Whatever the first call finds, and the next after a repair.
        _ = try? journal.count(listening: false)
        let sits = try journal.sits(since: nil, limit: nil)
        #expect(Set(sits.map(\.id)) == Set(Self.sits.map(\.id)), "seed \(seed)")
        #expect(sits.count == Self.sits.count, "seed \(seed)")
      } catch {
        #expect(error.reason.hasPrefix("it was written by a newer version"))
        #expect(try damaged.read() == copy)
      }
    }
  }

  @Test(
    "that has one wrong byte in its header loses no sit, and takes the next", arguments: [2, 0xFB])
  func header(value: UInt8) throws {
    let bytes = try DamagedJournal.bytes()
    for place in 0..<100 where bytes[place] != value {
      var copy = bytes
      copy[place] = value
      let damaged = try DamagedJournal(copy, backup: bytes)
      do throws(JournalProblem) {
        let journal = try JournalFile.open(in: damaged.folder.path).journal
        try journal.save(.sample(99, began: Sit.sampleTime + 900_000_000), songs: nil)
        let count = try journal.count(listening: false)
        #expect(count == Self.sits.count + 1, "byte \(place)")
      } catch {
        // The version is a number of 4 bytes at 60.
        #expect((60..<64).contains(place), "byte \(place): \(error.reason)")
      }
    }
  }

  @Test("gives its newer sits, and what went on since the backup, unless that is damage")
  func newer() throws {
    var goesOn = Sit.sample(5, began: Sit.sampleTime + 90_000_000, sat: .seconds(60), end: nil)
    let ended = Sit.sample(6, began: Sit.sampleTime + 91_000_000)
    let backup = try DamagedJournal.bytes(of: [goesOn, ended])
    let damaged = try DamagedJournal(backup, backup: backup)
    (goesOn.sat, goesOn.end, goesOn.note) = (.seconds(100), .completed, "calm")
    (goesOn.label, goesOn.marks) = ("evening", [.silent])
    var wrong = ended
    // More than there was time for.
    wrong.sat = .seconds(400_000_000)
    var new = Sit.sample(7, began: Sit.sampleTime + 92_000_000)
    new.marks = [.silent]
    // The id is damaged.
    let twin = Sit.sample(8, began: ended.began.milliseconds)
    do {
      let journal = try damaged.open().journal
      for sit in [goesOn, wrong, twin] { try journal.save(sit, songs: nil) }
      try journal.save(new, songs: SitSong.samples)
    }
    try backDate(damaged.backupPath, by: 100)
    try damageIndex(of: damaged)
    let (journal, notice) = try damaged.open()
    #expect(
      notice?.hasPrefix("The journal was damaged: 1 sit was restored from the backup of ") == true)
    #expect(
      notice?.hasSuffix(
        ", 2 sits were recovered; the old file is kept as journal.sqlite.damaged-1.") == true)
    #expect(try journal.sits(since: nil, limit: nil) == [new, ended, goesOn])
    #expect(try journal.songs(of: new.id) == SitSong.samples)
  }

  private func backDate(_ path: String, by seconds: Int) throws {
    let date = Date(timeIntervalSinceNow: -Double(seconds))
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
  }

  /// The rows stay as they are.
  private func damageIndex(of damaged: DamagedJournal) throws {
    var bytes = try damaged.read()
    let root = try DatabaseConnection(path: damaged.folder.journal()).read { db in
      try db.selectFirst("SELECT rootpage FROM sqlite_master WHERE name = 'sit_time'") { row in
        row.integer(0).map { Int($0) }
      } ?? 0
    }
    let page = (root - 1) * 4_096
    bytes.replaceSubrange(page..<page + 4_096, with: repeatElement(0x55, count: 4_096))
    try damaged.write(bytes)
  }

  @Test("that was cut to nothing is replaced by its backup, and by no half commit beside it")
  func emptied() throws {
    let bytes = try DamagedJournal.bytes()
    let damaged = try DamagedJournal(bytes, backup: bytes)
    let connection = try DatabaseConnection(path: damaged.folder.journal())
    let hot = try connection.withoutTransaction { db in
      try db.execute("PRAGMA synchronous = OFF; BEGIN; DELETE FROM sit WHERE id % 2 = 0")
      defer { try? db.execute("ROLLBACK") }
      return try damaged.read("-journal")
    }
    connection.close()
    // As of a program that was killed: the pages of an older journal.
    try damaged.write([])
    try damaged.write(hot, to: "-journal")
    let (journal, notice) = try damaged.open()
    #expect(notice?.hasPrefix("The journal was damaged: 467 sits were restored from") == true)
    #expect(try Set(journal.sits(since: nil, limit: nil)) == Set(Self.sits))
    #expect(
      try damaged.names == [
        "journal.sqlite", "journal.backup.sqlite", "journal.sqlite.damaged-1",
        "journal.sqlite.damaged-1-journal",
      ])
    #expect(try damaged.read(".damaged-1-journal") == hot)
    #expect(try Set(damaged.found()) == Set(Self.sits))
  }

  @Test("that is larger than any journal is refused, and kept as it is")
  func tooLarge() throws {
    let damaged = try DamagedJournal([], backup: DamagedJournal.bytes())
    truncate(damaged.folder.journal(), 1 << 30)
    #expect(
      throws: JournalProblem("it is damaged, and larger than 64 MB, which no journal is")
    ) {
      _ = try damaged.open()
    }
    #expect(try damaged.names == ["journal.sqlite", "journal.backup.sqlite"])
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

  @Test("is whole or repaired, whenever the program that repairs it is killed")
  func killed() async throws {
    var bytes = try DamagedJournal.bytes()
    bytes.replaceSubrange(100..<400, with: repeatElement(0x55, count: 300))
    for _ in 1...12 {
      let damaged = try DamagedJournal(bytes, backup: DamagedJournal.bytes())
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
      let expected: Set = [
        "journal.sqlite", "journal.backup.sqlite", "journal.sqlite.damaged-1",
      ]
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
    // A page of the index of sets.
    let page = bytes.count - 4_096
    bytes.replaceSubrange(page..., with: repeatElement(0x55, count: 4_096))
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
      let damaged = try DamagedJournal(bytes, backup: DamagedJournal.bytes())
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
      #expect(
        try damaged.names
          == ["journal.sqlite", "journal.backup.sqlite", "journal.sqlite.damaged-1"])
    }
  }

  @Test("that another program uses is left alone, and says so")
  func inUse() throws {
    var bytes = try DamagedJournal.bytes()
    bytes.replaceSubrange(100..<400, with: repeatElement(0x55, count: 300))
    let damaged = try DamagedJournal(bytes, backup: DamagedJournal.bytes())
    let file = try FileDescriptor.open(FilePath(damaged.folder.journal()), .readWrite)
    // SQLite's lock for a program about to write, held by this descriptor as by another process.
    var lock = Glibc.flock()
    (lock.l_type, lock.l_start, lock.l_len) = (Int16(F_WRLCK), 0x4000_0001, 1)
    #expect(fcntl(file.rawValue, 37, &lock) == 0)
    #expect(throws: JournalProblem("another program is using it", isLock: true)) {
      _ = try JournalFile.open(in: damaged.folder.path)
    }
    #expect(try damaged.names == ["journal.sqlite", "journal.backup.sqlite"])
    try file.close()
    #expect(try damaged.found().count == Self.sits.count)
  }

  @Test("gets its name back, and is repaired, where a repair was cut short that had renamed it")
  func renamed() throws {
    let bytes = try DamagedJournal.bytes()
    let damaged = try DamagedJournal(bytes, backup: bytes)
    try damageIndex(of: damaged)
    let wrong = try damaged.read()
    // Without a first one, which somebody deleted.
    rename(damaged.folder.journal(), damaged.folder.journal(".damaged-2"))
    let journal = JournalFile(in: damaged.folder.path)
    #expect(try journal.count(listening: false) == Self.sits.count)
    #expect(
      journal.takeNotice()?.hasPrefix("The journal was damaged: 467 sits were restored") == true)
    #expect(
      try damaged.names == ["journal.sqlite", "journal.backup.sqlite", "journal.sqlite.damaged-1"])
    #expect(try damaged.read(".damaged-1") == wrong)
  }

  @Test("that was repaired is not read again when its successor is deleted")
  func deleted() throws {
    var bytes = try DamagedJournal.bytes()
    bytes.replaceSubrange(0..<16, with: repeatElement(0, count: 16))
    let damaged = try DamagedJournal(bytes)
    #expect(try damaged.open().notice != nil)
    unlink(damaged.folder.journal())
    // No question makes a journal.
    #expect(try JournalFile(in: damaged.folder.path).sits(since: nil, limit: nil) == [])
    #expect(try damaged.names == ["journal.sqlite.damaged-1"])
    #expect(try damaged.open().notice == nil)
    #expect(try damaged.found() == [])
  }
}
