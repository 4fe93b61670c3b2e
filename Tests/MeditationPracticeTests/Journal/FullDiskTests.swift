import Foundation
import MeditationPractice
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

/// On a small file system in memory, which only root can mount.
@Suite("A journal on a disk", .enabled(if: getuid() == 0, "only root can mount a file system"))
struct FullDiskTests {
  private final class Disk {
    let folder = TemporaryFolder()

    init() throws {
      let isMounted = try run("mount -t tmpfs -o size=2m tmpfs")
      try #require(isMounted, "cannot mount a file system")
    }

    deinit { _ = try? run("umount -l") }

    func run(_ command: String) throws -> Bool {
      try BackgroundProcess("\(command) \(folder.path.string)").finish() == 0
    }
  }

  private let disk: Disk

  init() throws { disk = try Disk() }

  private var filler: String { disk.folder.path.appending("filler").string }

  private func fill() throws {
    let file = try FileDescriptor.open(
      FilePath(filler), .writeOnly, options: [.create], permissions: .ownerReadWrite)
    let piece = [UInt8](repeating: 1, count: 4_096)
    while (try? file.writeAll(piece)) != nil {}
    try file.close()
  }

  private func reason(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return (error as? JournalProblem)?.reason ?? "\(error)"
    }
  }

  @Test("that is full says so, and goes on when there is room", arguments: [false, true])
  func full(atStart: Bool) throws {
    let open = { try JournalFile.open(in: disk.folder.path.appending("journal")).journal }
    var journal = atStart ? nil : try open()
    try journal?.save(.sample(1), songs: SitSong.samples)
    try fill()
    var sit = Sit.sample(2)
    sit.note = String(repeating: "n", count: 9_000)
    if let journal {
      for _ in 1...3 {
        #expect(reason { try journal.save(sit, songs: nil) } == "the disk is full")
      }
      #expect(try journal.sits(since: nil, limit: nil).map(\.id.rawValue) == [1])
    } else {
      #expect(reason { _ = try open() } == "the disk is full")
    }
    unlink(filler)
    if atStart { journal = try open() }
    try journal?.save(sit, songs: nil)
    #expect(try open().sits(since: nil, limit: 1) == [sit])
  }

  @Test("that is full keeps a damaged journal as it is, and has it repaired when there is room")
  func damaged() throws {
    var bytes = try DamagedJournal.bytes()
    bytes.replaceSubrange(0..<400, with: repeatElement(0x55, count: 400))
    let path = disk.folder.journal()
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let backup = disk.folder.path.appending("journal.backup.sqlite").string
    try Data(DamagedJournal.bytes()).write(to: URL(fileURLWithPath: backup))
    try fill()
    for _ in 1...2 {
      #expect(reason { _ = try JournalFile.open(in: disk.folder.path) } == "the disk is full")
      let names = try FileManager.default.contentsOfDirectory(atPath: disk.folder.path.string)
      #expect(Set(names) == ["filler", "journal.sqlite", "journal.backup.sqlite"])
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(bytes))
    unlink(filler)
    let (journal, notice) = try JournalFile.open(in: disk.folder.path)
    #expect(notice?.hasPrefix("The journal was damaged: 467 sits were restored from") == true)
    #expect(try journal.count(listening: false) == 467)
  }

  @Test("that is full leaves the backup as it is, says so once, and makes it when there is room")
  func backup() throws {
    let (journal, _) = try JournalFile.open(in: disk.folder.path)
    _ = try journal.add(DamagedJournal.sits, importedAt: Sit.sample(1).began)
    journal.backUp()
    let path = disk.folder.path.appending("journal.backup.sqlite").string
    let old = try Data(contentsOf: URL(fileURLWithPath: path))
    let names = try FileManager.default.contentsOfDirectory(atPath: disk.folder.path.string)
    try fill()
    // Room for the commit, but not for the backup.
    truncate(filler, off_t(try FilePath(filler).stat().size) - 100_000)
    for round in 1...2 {
      try journal.remark(.note("late \(round)"), on: DamagedJournal.sits[0].id)
      journal.backUp()
      #expect(
        journal.takeNotice()
          == (round == 1 ? "The backup of the journal cannot be written: the disk is full." : nil))
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == old)
      let left = try FileManager.default.contentsOfDirectory(atPath: disk.folder.path.string)
      #expect(Set(left) == Set(names + ["filler"]))
    }
    unlink(filler)
    journal.backUp()
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: path))
        == Data(contentsOf: URL(fileURLWithPath: disk.folder.journal())))
  }

  /// How a journal can be left.
  enum Leaving: CaseIterable {
    case closed, cutShort, withLog, withEmptyLog
  }

  @Test("that is read-only shows its journal, however it was left", arguments: Leaving.allCases)
  func readOnlyFromStart(leaving: Leaving) throws {
    let path = disk.folder.journal()
    do { try JournalFile.open(in: disk.folder.path).journal.save(.sample(1), songs: nil) }
    var changed = Sit.sample(1)
    let connection = try DatabaseConnection(path: path)
    let (bytes, part) = try connection.withoutTransaction { db -> (Data?, Data?) in
      switch leaving {
      case .closed: return (nil, nil)
      case .cutShort:
        try db.execute("PRAGMA synchronous = OFF; BEGIN; UPDATE sit SET note = 'lost'")
        let journal = try Data(contentsOf: URL(fileURLWithPath: path + "-journal"))
        try db.execute("COMMIT")
        return (try Data(contentsOf: URL(fileURLWithPath: path)), journal)
      case .withLog, .withEmptyLog:
        changed.note = "kept"
        try db.execute("PRAGMA journal_mode = WAL; UPDATE sit SET note = 'kept'")
        if leaving == .withEmptyLog { try db.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
        return (
          try Data(contentsOf: URL(fileURLWithPath: path)),
          try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
        )
      }
    }
    connection.close()
    try bytes?.write(to: URL(fileURLWithPath: path))
    try part?.write(to: URL(fileURLWithPath: path + (leaving == .cutShort ? "-journal" : "-wal")))
    _ = try disk.run("mount --bind \(disk.folder.path.string)")
    let isReadOnly = try disk.run("mount -o remount,ro,bind")
    try #require(isReadOnly)
    let journal = try JournalFile.open(in: disk.folder.path).journal
    for _ in 1...2 {
      #expect(try journal.sits(since: nil, limit: nil) == [changed])
      #expect(reason { try journal.save(.sample(2), songs: nil) } == "the disk is read-only")
    }
    _ = try disk.run("umount -l")
    try journal.save(.sample(2), songs: nil)
    #expect(try journal.sits(since: nil, limit: nil).contains(changed))
    #expect(try JournalFile.open(in: disk.folder.path).journal.count(listening: false) == 2)
  }

  @Test("that becomes read-only says so, and goes on when it is writable")
  func readOnly() throws {
    let journal = try JournalFile.open(in: disk.folder.path).journal
    try journal.save(.sample(1), songs: nil)
    // The file system is open for writing, and cannot itself be made read-only.
    let isCovered = try disk.run("mount --bind \(disk.folder.path.string)")
    try #require(isCovered)
    let isReadOnly = try disk.run("mount -o remount,ro,bind")
    try #require(isReadOnly)
    let covered = try JournalFile.open(in: disk.folder.path).journal
    #expect(try covered.sits(since: nil, limit: nil).count == 1)
    #expect(reason { try covered.save(.sample(2), songs: nil) } == "the disk is read-only")
    #expect(
      reason { _ = try JournalFile.open(in: disk.folder.path.appending("new")) }
        == "the disk is read-only")
    _ = try disk.run("umount -l")
    try covered.save(.sample(2), songs: nil)
    #expect(try journal.sits(since: nil, limit: nil).count == 2)
  }
}
