import Foundation
import GRDB
import JournalFile
import Practice
import SystemPackage
import Testing

@Suite("The journal's file") struct JournalFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open() throws -> any JournalStore { try JournalFile.open(in: folder.path).journal }

  private func count(_ journal: any JournalStore) throws -> Int {
    try journal.sits(since: nil, until: nil, limit: nil).count
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
  private func edit(_ body: @escaping @Sendable (Database) throws -> Void) throws {
    let queue = try DatabaseQueue(path: folder.journal())
    try queue.writeWithoutTransaction(body)
    try queue.close()
  }

  @Test("is private, whatever was there")
  func modes() throws {
    let data = folder.path.appending("data")
    let journal = try JournalFile.open(in: data).journal
    try journal.save(.sample(1), songs: nil)
    let file = data.appending("journal.sqlite").string
    #expect(folder.mode(data.string) == 0o700)
    for end in ["", "-wal", "-shm"] { #expect(folder.mode(file + end) == 0o600) }
    chmod(data.string, 0o755)
    for end in ["", "-wal", "-shm"] { chmod(file + end, 0o666) }
    _ = try JournalFile.open(in: data)
    #expect(folder.mode(data.string) == 0o700)
    for end in ["", "-wal", "-shm"] { #expect(folder.mode(file + end) == 0o600) }
  }

  @Test("holds every commit with its log, while open")
  func durable() throws {
    let journal = try open()
    try journal.save(.sample(1), songs: nil)
    // As after a crash: the file and its log, without the index.
    let copy = try TemporaryFolder()
    for end in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: folder.journal(end), toPath: copy.journal(end))
    }
    #expect(try count(JournalFile.open(in: copy.path).journal) == 1)
    _ = journal
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
        (1...2_000).map { .sample($0, began: Sit.sampleTime + $0 * 10_000) })
    }
    let size = try #require(
      FileManager.default.attributesOfItem(atPath: folder.journal())[.size] as? UInt64)
    let file = try #require(FileHandle(forUpdatingAtPath: folder.journal()))
    try file.seek(toOffset: size / 8_192 * 4_096)
    try file.write(contentsOf: Data(repeating: 0xAA, count: 4_096))
    try file.close()
    // Of a file that was closed well, damage shows when its page is read.
    let (journal, notice) = try JournalFile.open(in: folder.path)
    #expect(notice == nil)
    #expect(try (1_900..<2_000).contains(count(journal)))
    #expect(journal.takeNotice()?.hasSuffix("is kept as journal.sqlite.damaged-1.") == true)
    #expect(try JournalFile.open(in: folder.path).notice == nil)
  }

  @Test("of a newer version or of another program is not touched")
  func foreign() throws {
    _ = try open()
    try edit { try $0.execute(sql: "PRAGMA user_version = 2") }
    let newer = try Data(contentsOf: URL(fileURLWithPath: folder.journal()))
    #expect(reason == "it was written by a newer version of meditate")
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.journal())) == newer)

    for end in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: folder.journal(end))
    }
    try edit { try $0.execute(sql: "CREATE TABLE other (number INTEGER)") }
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
