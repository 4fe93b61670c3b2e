import Foundation
import Glibc
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

@testable import MeditationPractice

@Suite("The backup of the journal") struct JournalBackupTests {
  private let folder = TemporaryFolder()
  private let sits = (1...3 as ClosedRange<Int64>).map {
    Sit.sample($0, began: Sit.sampleTime + $0 * 10_000_000)
  }

  private var path: String { folder.path.appending("journal.backup.sqlite").string }

  private func open() throws -> JournalFile { try JournalFile.open(in: folder.path).journal }

  private func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// The sits of a copy, which SQLite finds whole.
  private func sits(of path: String) throws -> Set<Sit> {
    let connection = try DatabaseConnection(path: path, isReadOnly: true)
    return try connection.read { db in
      let verdict = try db.selectFirst("PRAGMA integrity_check") { $0.text(0) }
      #expect(verdict == "ok")
      return Set(try SitTable.find(since: nil, limit: nil, listening: true, in: db))
    }
  }

  private var names: Set<String> {
    get throws { Set(try FileManager.default.contentsOfDirectory(atPath: folder.path.string)) }
  }

  @Test(
    "is a private copy, made at the first use, at the end of a sit, and after each other change")
  func made() throws {
    let journal = try open()
    journal.backUp()
    #expect(try sits(of: path) == [])
    var sit = sits[0]
    sit.end = nil
    try journal.save(sit, songs: SitSong.samples)
    journal.backUp()
    // A sit that goes on is copied once a minute.
    #expect(try sits(of: path) == [])
    try journal.save(sits[0], songs: nil)
    journal.backUp()
    #expect(try sits(of: path) == [sits[0]])
    #expect(folder.mode(path) == 0o600)
    try journal.remark(.note("late"), on: sits[0].id)
    journal.backUp()
    #expect(try sits(of: path).map(\.note) == ["late"])
    #expect(try bytes(path) == bytes(folder.journal()))
    #expect(try names == ["journal.sqlite", "journal.backup.sqlite", "journal.sqlite.running"])
  }

  @Test("holds nothing that was deleted, by whichever of two programs, and keeps no copy of it")
  func deleted() throws {
    let (one, two) = (try open(), try open())
    for sit in sits { try one.save(sit, songs: SitSong.samples) }
    one.backUp()
    try two.delete([sits[0].id])
    two.backUp()
    #expect(try sits(of: path) == Set(sits[1...]))
    try one.delete([sits[1].id])
    one.backUp()
    #expect(try sits(of: path) == [sits[2]])
    _ = try one.add([sits[0]], importedAt: sits[0].began)
    one.backUp()
    _ = try two.takeBackImport(isTrial: false)
    two.backUp()
    #expect(try sits(of: path) == [sits[2]])
    #expect(try names == ["journal.sqlite", "journal.backup.sqlite"])
  }

  @Test("of a journal that somebody replaced is kept beside the new one")
  func replaced() throws {
    let journal = try open()
    for sit in sits { try journal.save(sit, songs: nil) }
    journal.backUp()
    let other = TemporaryFolder()
    try JournalFile.open(in: other.path).journal.save(.sample(9), songs: nil)
    rename(other.journal(), folder.journal())
    try journal.remark(.note("late"), on: Sit.ID(rawValue: 9))
    journal.backUp()
    #expect(try sits(of: path).map(\.id.rawValue) == [9])
    let kept = folder.path.appending("journal.backup-1.sqlite").string
    #expect(try sits(of: kept) == Set(sits))
  }

  @Test("of a journal that somebody deleted is kept beside a new one, and a line says so")
  func missing() throws {
    try write(backupOf: sits)
    unlink(folder.journal())
    let journal = JournalFile(in: folder.path)
    #expect(try journal.sits(since: nil, limit: nil) == [])
    try journal.save(.sample(9), songs: nil)
    journal.backUp()
    #expect(
      journal.takeNotice()
        == "There was no journal; the backup of the one before is kept as journal.backup-1.sqlite.")
    #expect(try sits(of: path).map(\.id.rawValue) == [9])
    #expect(try sits(of: folder.path.appending("journal.backup-1.sqlite").string) == Set(sits))
  }

  private func write(backupOf sits: [Sit]) throws {
    let journal = try open()
    for sit in sits { try journal.save(sit, songs: nil) }
    journal.backUp()
  }

  @Test(
    "of a newer version, or of another program, is neither replaced nor used",
    arguments: [
      "PRAGMA user_version = 2", "PRAGMA application_id = 7; CREATE TABLE other (number INTEGER)",
    ] as [SQL])
  func foreign(change: SQL) throws {
    try write(backupOf: sits)
    let connection = try DatabaseConnection(path: path)
    try connection.withoutTransaction { try $0.execute(change) }
    connection.close()
    let foreign = try bytes(path)
    let journal = try open()
    try journal.delete([sits[0].id])
    journal.backUp()
    #expect(try bytes(path) == foreign)
    journal.close()
    try Data(repeating: 0x55, count: 5_000).write(to: URL(fileURLWithPath: folder.journal()))
    #expect(
      try JournalFile.open(in: folder.path).notice
        == "The journal was damaged: 0 sits were recovered; the old file is kept as "
        + "journal.sqlite.damaged-1.")
    #expect(try bytes(path) == foreign)
  }

  @Test("that is damaged is made anew, and is not used")
  func damaged() throws {
    try write(backupOf: sits)
    let whole = try bytes(folder.journal())
    let garbage = [UInt8](repeating: 0x55, count: whole.count)
    try Data(garbage).write(to: URL(fileURLWithPath: path))
    do {
      let journal = try open()
      try journal.remark(.note("late"), on: sits[0].id)
      journal.backUp()
      #expect(try sits(of: path).count == 3)
    }
    try Data(garbage).write(to: URL(fileURLWithPath: path))
    try Data(garbage).write(to: URL(fileURLWithPath: folder.journal()))
    let notice = try JournalFile.open(in: folder.path).notice
    #expect(notice?.hasPrefix("The journal was damaged: 0 sits were recovered;") == true)
  }

  @Test("is not replaced by a journal that is not whole, which is repaired by the next call")
  func notWhole() throws {
    let all = DamagedJournal.sits
    let bytes = try DamagedJournal.bytes()
    try Data(bytes).write(to: URL(fileURLWithPath: folder.journal()))
    let journal = try open()
    journal.backUp()
    let backup = try self.bytes(path)
    try journal.remark(.note("late"), on: all[0].id)
    // SQLite has pages in memory while the file is open.
    journal.close()
    let root = try DatabaseConnection(path: folder.journal()).read { db in
      try db.selectFirst("SELECT rootpage FROM sqlite_master WHERE name = 'sit_set'") {
        $0.integer(0)
      }
    }
    let file = try FileDescriptor.open(FilePath(folder.journal()), .writeOnly)
    // A page that no list of sits reads.
    _ = try file.writeAll(
      toAbsoluteOffset: (root ?? 0) * 4_096 - 4_096, Array(repeating: 0, count: 4_096))
    try file.close()
    journal.backUp()
    #expect(try self.bytes(path) == backup)
    #expect(try journal.count(listening: false) == all.count)
    #expect(journal.takeNotice()?.hasPrefix("The journal was damaged:") == true)
  }

  @Test("of a journal with a log holds what is in the log, and has none itself")
  func log() throws {
    do { try open().save(sits[0], songs: nil) }
    let old = try DatabaseConnection(path: folder.journal())
    try old.withoutTransaction { db in
      try db.execute("PRAGMA journal_mode = WAL; UPDATE sit SET note = 'in the log'")
    }
    let journal = try open()
    journal.backUp()
    old.close()
    let copy = TemporaryFolder()
    try FileManager.default.copyItem(atPath: path, toPath: copy.journal())
    chmod(copy.path.string, 0o500)
    #expect(try sits(of: copy.journal()).map(\.note) == ["in the log"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: copy.path.string) == ["journal.sqlite"])
  }

  @Test("is whole, as the journal is, whenever a program is killed", .timeLimit(.minutes(20)))
  func killed() async throws {
    // A count of kills by hand: MEDITATION_KILLS.
    let count = getenv("MEDITATION_KILLS").flatMap { Int(String(cString: $0)) } ?? 12
    let path = folder.path.string
    _ = try open().add(DamagedJournal.sits, importedAt: Sit.sample(1).began)
    for round in 1...count {
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, round = round as Int] in
        let journal = try JournalFile.open(in: FilePath(path)).journal
        let killer = Thread {
          usleep(UInt32.random(in: 0..<40_000))
          kill(getpid(), SIGKILL)
        }
        killer.start()
        var number = Int64(round) * 10_000
        while true {
          number += 1
          try journal.save(.sample(number, began: Sit.sampleTime + number), songs: nil)
          if number % 3 == 0 { try journal.delete([Sit.ID(rawValue: number)]) }
          journal.backUp()
        }
      }
      // What was begun is rolled back by the next program that writes.
      _ = try open().count(listening: false)
      let all = try sits(of: folder.journal())
      // What was deleted just before may be there still.
      if FilePath(self.path).isThere {
        #expect(try sits(of: self.path).subtracting(all).count <= 1)
      }
      #expect(all.count >= DamagedJournal.sits.count)
      #expect(try !names.contains("journal.sqlite.damaged-1"))
    }
  }

  @Test("is made by two programs at once without loss", .timeLimit(.minutes(20)))
  func together() async throws {
    let path = folder.path.string
    _ = try open()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for first in [1, 1_001] as [Int64] {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [path = path as String, first = first as Int64] in
            let (journal, _) = try JournalFile.open(in: FilePath(path), busyTimeout: .seconds(60))
            for id in first...first + 40 {
              try journal.save(.sample(id, began: Sit.sampleTime + id), songs: nil)
              journal.backUp()
              if id % 4 == 0 { try journal.delete([Sit.ID(rawValue: id)]) }
              journal.backUp()
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let all = try sits(of: folder.journal())
    #expect(all.count == 62)
    #expect(try sits(of: self.path) == all)
    #expect(try names == ["journal.sqlite", "journal.backup.sqlite"])
  }
}
