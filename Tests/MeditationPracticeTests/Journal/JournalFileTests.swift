import Foundation
import MeditationPlan
import MeditationPracticeTestSupport
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

@testable import MeditationPractice

@Suite("The journal's file") struct JournalFileTests {
  private let folder = TemporaryFolder()

  private func open() throws -> JournalFile { try JournalFile.open(in: folder.path).journal }

  private func count(_ journal: any JournalStore) throws -> Int {
    try journal.sits(since: nil, limit: nil).count
  }

  private var reason: String? {
    do throws(JournalProblem) {
      _ = try JournalFile.open(in: folder.path)
      return nil
    } catch {
      return error.reason
    }
  }

  /// Calls `body` with another connection.
  private func edit(_ body: (Database) throws -> Void) throws {
    let connection = try DatabaseConnection(path: folder.journal())
    try connection.withoutTransaction(body)
    connection.close()
  }

  @Test("is made with the first sit, and by no question before it")
  func lazy() throws {
    let data = folder.path.appending("data")
    let journal = JournalFile(in: data)
    #expect(try journal.sits(since: nil, limit: nil) == [])
    #expect(try journal.songs(of: Sit.ID(rawValue: 1)) == [])
    #expect(!data.isThere)
    try journal.save(.sample(1), songs: nil)
    #expect(data.appending(JournalFile.name).isThere)
  }

  @Test("is private, whatever was there")
  func modes() throws {
    let data = folder.path.appending("data")
    let journal = try JournalFile.open(in: data).journal
    try journal.save(.sample(1), songs: nil)
    let file = data.appending("journal.sqlite").string
    #expect(folder.mode(data.string) == 0o700)
    #expect(folder.mode(file) == 0o600)
    chmod(data.string, 0o755)
    chmod(file, 0o666)
    _ = try JournalFile.open(in: data)
    #expect(folder.mode(data.string) == 0o700)
    #expect(folder.mode(file) == 0o600)
  }

  @Test("is private where a link leads, also if nothing was there")
  func link() throws {
    let data = folder.path.appending("data")
    try FileManager.default.createDirectory(atPath: data.string, withIntermediateDirectories: true)
    let file = folder.path.appending("elsewhere.sqlite").string
    symlink(file, data.appending("journal.sqlite").string)
    let journal = try JournalFile.open(in: data).journal
    try journal.save(.sample(1), songs: nil)
    #expect(folder.mode(file) == 0o600)
    #expect(folder.mode(data.string) == 0o700)
  }

  @Test("keeps the marks of a sit, and takes them from it")
  func marks() throws {
    let journal = try open()
    var sit = Sit.sample(1)
    sit.marks = [.silent, .unattended]
    try journal.save(sit, songs: nil)
    #expect(try open().sits(since: nil, limit: nil).map(\.marks) == [sit.marks])
    sit.marks = [.silent]
    try journal.save(sit, songs: nil)
    #expect(try journal.sits(since: nil, limit: nil).map(\.marks) == [[.silent]])
    try journal.delete([sit.id])
    try edit { db in
      let count = try db.selectFirst("SELECT count(*) FROM mark") { $0.integer(0) }
      #expect(count == 0)
    }
  }

  @Test("keeps when a sit went on")
  func stretches() throws {
    let journal = try open()
    var sit = Sit.sample(1, sat: .seconds(600))
    // As if it had not been paused.
    sit.goOn(at: Moment(milliseconds: sit.began.milliseconds + 659_999, offset: 3_600))
    #expect(sit.stretches == [])
    var soon = sit
    soon.goOn(at: Moment(milliseconds: sit.began.milliseconds + 660_000, offset: 3_600))
    #expect(soon.stretches.count == 1)
    let next = Moment(milliseconds: sit.began.milliseconds + 36_000_000, offset: 7_200)
    sit.goOn(at: next)
    sit.sat = .seconds(900)
    #expect(sit.stretches == [.init(began: next, sat: .seconds(600))])
    try journal.save(sit, songs: nil)
    #expect(try open().sits(since: nil, limit: nil) == [sit])
    let times = [SatTime(began: sit.began, sat: sit.sat, stretches: sit.stretches)]
    #expect(try journal.lengths() == times)
    #expect(try journal.labelledLengths() == [sit.time])
  }

  @Test("of an older version has no marks; its sits stay, and new ones can have marks")
  func withoutMarks() throws {
    _ = try open()
    // Its rows are where a new file has the table of the marks.
    try edit { db in
      try db.execute(
        """
        DROP TABLE mark;
        WITH RECURSIVE number (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM number WHERE x < 200)
        INSERT INTO sit SELECT x, 1795205045000 + x * 10000, 0, NULL, 60000000000, 'completed',
          NULL, '', '[]', '', NULL, 0, 0, 100, 0, NULL, NULL, NULL FROM number;
        """)
    }
    let journal = try open()
    #expect(try count(journal) == 200)
    var sit = Sit.sample(201)
    sit.marks = [.unattended]
    try journal.save(sit, songs: nil)
    let sits = try open().sits(since: nil, limit: nil)
    #expect(sits.count == 201)
    #expect(sits.count { !$0.marks.isEmpty } == 1)
    // It is not taken for a damaged one when all of it is checked.
    let file = try JournalLocation(in: folder.path).file
    try file.openDurably(.everything, busyTimeout: 1_000).close()
  }

  @Test("holds every commit while open, and no file that others could cut lies beside it")
  func durable() throws {
    let journal = try open()
    try journal.save(.sample(1), songs: nil)
    // As after a crash.
    let copy = TemporaryFolder()
    try FileManager.default.copyItem(atPath: folder.journal(), toPath: copy.journal())
    #expect(try count(JournalFile.open(in: copy.path).journal) == 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path.string)
    #expect(names == ["journal.sqlite"])
    #expect(try count(journal) == 1)
  }

  /// The journal that the program of a version wrote.
  private func journal(ofVersion version: String) throws -> JournalFile {
    let file = FilePath(#filePath).removingLastComponent().removingLastComponent()
      .appending("Version-\(version)").appending("journal.sqlite")
    try FileManager.default.copyItem(atPath: file.string, toPath: folder.journal())
    // All of it is checked: the tables are as new ones.
    try JournalLocation(in: folder.path).file.openDurably(.everything, busyTimeout: 1_000).close()
    let (journal, notice) = try JournalFile.open(in: folder.path)
    #expect(notice == nil)
    return journal
  }

  @Test("of version 0.2.0, which a process wrote until it was killed, opens with its sits")
  func version020() throws {
    let journal = try journal(ofVersion: "0.2.0")
    try journal.closeInterrupted()
    let sits = try journal.sits(since: nil, limit: nil)
    #expect(sits.map(\.end) == [.interrupted, .left, .completed, .interrupted, .completed])
    #expect(
      sits.map(\.marks) == [[.unattended], [.listening], [.unattended], [.unattended], [.added]])
    #expect(sits.map(\.set) == ["Evening", nil, nil, "Evening", nil])
    #expect(sits.map(\.note) == ["", "rain on the roof", "", "", "at the lake"])
    #expect(sits.first?.plan.plan?.parts.map(\.title) == ["Sit", "Walk"])
    #expect(sits.first?.sat == .seconds(60))
    let songs = try journal.songs(of: try #require(sits.first?.id))
    #expect(songs.map(\.title) == ["Émerveillé", "Wave 1"])
    #expect(sits.last?.label == "lake" && sits.last?.sat == .seconds(1_200))
    try journal.save(.sample(1), songs: nil)
    #expect(try count(open()) == 6)
  }

  @Test("of version 0.1.0, which a process wrote until it was killed, opens with its sits")
  func version010() throws {
    let journal = try journal(ofVersion: "0.1.0")
    #expect(try journal.count(listening: false) == 3 && journal.count(listening: true) == 1)
    try journal.closeInterrupted()
    let sits = try journal.sits(since: nil, limit: nil)
    #expect(sits.map(\.end) == [.interrupted, .completed, .left, .completed])
    #expect(
      sits.map(\.sat)
        == [
          .nanoseconds(120_221_270_833), .seconds(8), .seconds(750),
          .seconds(1_200),
        ])
    #expect(
      sits.map(\.planned) == [.seconds(1_200), .seconds(8), .seconds(1_200), .seconds(1_200)])
    #expect(sits.map(\.marks) == [[], [.unattended, .listening], [], []])
    #expect(sits.map(\.set) == [nil, nil, "Evening", nil])
    #expect(sits.map(\.plan) == ["for 20m", "", "for 20m, bells every 5m", "for 20m"])
    #expect(sits.map(\.note) == ["", "", "", "calm"])
    #expect(sits.map(\.label) == ["", "", "", ""])
    try journal.remark(.label("morning"), on: try #require(sits.last?.id))
    #expect(
      try journal.sits(since: nil, limit: nil).last?.label == "morning")
    #expect(sits.last?.began == Moment(milliseconds: 1_740_808_800_000, offset: 3_600))
    let titles = ["Émerveillé", "Wave 1", "Wave 2", "Wave 3"]
    #expect(sits.first?.heard == titles)
    #expect(sits.first?.resumePoint.elapsed == .nanoseconds(120_221_270_833))
    let songs = try journal.songs(of: try #require(sits.first?.id))
    #expect(songs.map(\.title) == titles)
    #expect(
      songs.map { String(decoding: $0.path, as: UTF8.self) }
        == ["song4.flac", "Wave 1.wav", "Wave 2.wav", "Wave 3.wav"].map { "/tmp/songs/" + $0 })
    #expect(try journal.takeBackImport(isTrial: true)?.sits == sits.suffix(2))
    try journal.save(.sample(1), songs: nil)
    #expect(try count(open()) == 5)
  }

  @Test("of version 1.0, with a log, is read and gets rid of it once no such program has it open")
  func log() throws {
    do { try open().save(.sample(1), songs: nil) }
    let old = try DatabaseConnection(path: folder.journal())
    try old.withoutTransaction { db in
      try db.execute("PRAGMA journal_mode = WAL; UPDATE sit SET note = 'in the log'")
    }
    do {
      let journal = try open()
      try journal.save(.sample(2), songs: nil)
      #expect(try journal.sits(since: nil, limit: nil).last?.note == "in the log")
      #expect(folder.mode(folder.journal("-wal")) == 0o600)
    }
    let count = try old.read { db in
      try db.selectFirst("SELECT count(*) FROM sit") { $0.integer(0) }
    }
    #expect(count == 2)
    old.close()
    let journal = try open()
    #expect(try self.count(journal) == 2)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path.string)
    #expect(names == ["journal.sqlite"])
  }

  @Test(
    "that is damaged is set aside under a new name",
    arguments: ["garbage", String(repeating: "x", count: 9_000)])
  func garbage(text: String) throws {
    for number in 1...2 {
      try text.write(toFile: folder.journal(), atomically: false, encoding: .utf8)
      let (journal, notice) = try JournalFile.open(in: folder.path)
      let name = "journal.sqlite.damaged-\(number)"
      #expect(
        notice == "The journal was damaged: 0 sits were recovered; the old file is kept as \(name)."
      )
      try journal.save(.sample(1), songs: nil)
      let kept = try String(contentsOfFile: folder.journal(".damaged-\(number)"), encoding: .utf8)
      #expect(kept == text)
    }
  }

  @Test("that is damaged in part gives the rest of its rows to the new one")
  func salvage() throws {
    do {
      let journal = try open()
      _ = try journal.add(
        (1...2_000).map { .sample($0, began: Sit.sampleTime + $0 * 10_000) },
        importedAt: Sit.sample(1).began)
    }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.journal()))
    // A page with rows, which begins with 0x0D, near the middle.
    let page = try #require(
      (bytes.count / 8_192..<bytes.count / 4_096).first { bytes[$0 * 4_096] == 0x0D })
    let file = try #require(FileHandle(forUpdatingAtPath: folder.journal()))
    try file.seek(toOffset: UInt64(page) * 4_096)
    try file.write(contentsOf: Data(repeating: 0xAA, count: 4_096))
    try file.close()
    let (journal, notice) = try JournalFile.open(in: folder.path)
    #expect(notice?.hasSuffix("is kept as journal.sqlite.damaged-1.") == true)
    #expect(try (1_900..<2_000).contains(count(journal)))
    #expect(try JournalFile.open(in: folder.path).notice == nil)
  }

  @Test("of a newer version or of another program is not touched")
  func foreign() throws {
    _ = try open()
    try edit { try $0.execute("PRAGMA user_version = 2") }
    let newer = try Data(contentsOf: URL(fileURLWithPath: folder.journal()))
    #expect(reason == "it was written by a newer version of meditate")
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.journal())) == newer)

    unlink(folder.journal())
    try edit { try $0.execute("CREATE TABLE other (number INTEGER)") }
    let other = try Data(contentsOf: URL(fileURLWithPath: folder.journal()))
    #expect(reason == "it was written by another program")
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.journal())) == other)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path.string)
    #expect(!names.contains { $0.contains("damaged") })
  }

  @Test("that is a folder or a pipe is refused at once")
  func kinds() throws {
    try FileManager.default.createDirectory(
      atPath: folder.journal(), withIntermediateDirectories: false)
    #expect(reason == "it is a folder, not a file")
    try FileManager.default.removeItem(atPath: folder.journal())
    mkfifo(folder.journal(), 0o600)
    #expect(reason == "it is a pipe, not a file")
  }

  @Test("that cannot be where it should be is refused")
  func noFolder() throws {
    try "".write(toFile: folder.path.appending("file").string, atomically: false, encoding: .utf8)
    #expect(throws: JournalProblem("part of its path is not a folder")) {
      _ = try JournalFile.open(in: folder.path.appending("file"))
    }
  }
}
