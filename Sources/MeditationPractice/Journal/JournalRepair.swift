import Glibc
import MeditationSystem
import SystemPackage

/// Replaces a damaged journal by its backup with the newer sits that SQLite can still read, and
/// keeps the damaged file. Without a backup, only what SQLite can read is saved.
///
/// `journal.sqlite` is always the damaged file or the new one, whole. A failure changes nothing.
struct JournalRepair {
  /// How long to wait for other programs, in milliseconds: one of them may be repairing the file.
  private static let busyTimeout = 3_000

  private let location: JournalLocation
  private let backup: JournalBackup
  private let busyTimeout: Int
  /// Where the new journal is made, on the same disk.
  private let workshop: FilePath

  init(_ location: JournalLocation, busyTimeout: Int) {
    backup = location.backup
    self.location = location.resolved
    self.busyTimeout = max(busyTimeout, Self.busyTimeout)
    workshop = self.location.folder.appending(JournalFile.name + ".repair")
  }

  /// True if the journal was truncated to nothing, which SQLite takes for a new file.
  var isEmptied: Bool { location.size == 0 && backup.isThere }

  /// Repairs the file, and returns the line that reports it; `nil` if another program just has.
  func run() throws -> String? {
    let lock = try lockFolder()
    defer { withExtendedLifetime(lock) {} }
    guard location.size ?? 0 <= JournalLocation.copyLimit else {
      throw JournalProblem(
        "it is damaged, and larger than \(JournalLocation.copyLimit >> 20) MB, which no journal is")
    }
    guard try isDamaged() else { return nil }
    let hold = try DatabaseHold(location.path, busyTimeout: busyTimeout)
    defer { withExtendedLifetime(hold) {} }
    FileTree.delete(workshop)
    defer { FileTree.delete(workshop) }

    let name = keptName()
    let new = try JournalLocation(in: workshop)
    try new.prepare()
    let date = backup.date
    let (connection, known) = try start(new)
    let copy = workshop.appending("damaged.sqlite").string
    try location.copy(to: copy, partsOf: name)
    let since = WallClock.system.now().milliseconds - (date?.milliseconds ?? 0)
    let sits = try JournalSalvage(path: copy, known: known, age: .milliseconds(since)).run()
    try Self.add(sits, to: connection)
    connection.close()
    try keep(as: name)
    try AtomicFile.move(FilePath(new.path), to: FilePath(location.path), existing: .replaced)
    return Self.text(
      ofBackup: known.count - sits.count { known[$0.sit.id] != nil }, from: date,
      ofFile: sits.count, keptAs: FilePath(name).lastComponent?.string ?? name)
  }

  private func isDamaged() throws -> Bool {
    if isEmptied { return true }
    do {
      try location.file.openDurably(.everything, busyTimeout: busyTimeout).close()
      return false
    } catch DatabaseProblem.unusable(.damaged) {
      return true
    }
  }

  /// Creates the new journal: a copy of the backup or, without a usable one, an empty one.
  private func start(_ new: JournalLocation) throws -> (DatabaseConnection, [Sit.ID: Sit]) {
    if backup.isThere {
      do {
        try backup.copy(to: new)
        let connection = try new.file.openDurably(.everything, busyTimeout: busyTimeout)
        let sits = try connection.read { db in
          try SitTable.find(since: nil, limit: nil, listening: true, in: db)
        }
        return (connection, Dictionary(sits.map { ($0.id, $0) }) { first, _ in first })
      } catch is BoundedFile.Failure {
      } catch DatabaseProblem.unusable {
      }
      unlink(new.path)
      try new.prepare()
    }
    return (try new.file.openDurably(.identity, busyTimeout: busyTimeout), [:])
  }

  private static func text(
    ofBackup: Int, from date: Moment?, ofFile: Int, keptAs name: String
  ) -> String {
    guard let date, ofBackup > 0 else {
      return "The journal was damaged: \(count(ofFile)) recovered; the old file is kept as \(name)."
    }
    let time = "\(ISOMoment.text(date.date)) \(ISOMoment.text(date).dropFirst(11).prefix(5))"
    return "The journal was damaged: \(count(ofBackup)) restored from the backup of \(time)"
      + (ofFile > 0 ? ", \(count(ofFile)) recovered" : "") + "; the old file is kept as \(name)."
  }

  /// True once another program, which holds the lock meanwhile, has repaired the file.
  func waitForOther() -> Bool { workshop.isThere && (try? lockFolder()) != nil }

  /// Renames a damaged file back, if a repair was interrupted after renaming it; false if none was.
  func takeBack() throws -> Bool {
    guard Self.cutShort(in: location.folder) != nil else { return false }
    let lock = try lockFolder()
    defer { withExtendedLifetime(lock) {} }
    // Another program may have been faster.
    guard !FilePath(location.path).isThere, let name = Self.cutShort(in: location.folder) else {
      return true
    }
    let old = location.folder.appending(name)
    for part in JournalLocation.parts { rename(old.string + part, location.path + part) }
    try AtomicFile.move(old, to: FilePath(location.path), existing: .kept)
    return true
  }

  /// The newest file that an interrupted repair renamed. A complete one leaves it read-only.
  static func cutShort(in folder: FilePath) -> String? {
    let prefix = JournalFile.name + ".damaged-"
    let names = ((try? DirectoryEntry.names(in: folder)) ?? []).map {
      String(decoding: $0, as: UTF8.self)
    }
    let numbers = names.compactMap { $0.hasPrefix(prefix) ? Int($0.dropFirst(prefix.count)) : nil }
    return numbers.sorted(by: >).map { prefix + "\($0)" }.first { name in
      let status = try? folder.appending(name).stat(followTargetSymlink: false)
      return status.map { $0.type == .regular && $0.permissions.contains(.ownerWrite) } ?? false
    }
  }

  private func lockFolder() throws -> DirectoryLock {
    do throws(Errno) {
      return try DirectoryLock(location.folder)
    } catch .wouldBlock {
      throw JournalProblem("another program is repairing it", isLock: true)
    }
  }

  private static func add(_ sits: [SalvagedSit], to connection: DatabaseConnection) throws {
    try connection.write { db in
      for salvaged in sits {
        try SitTable.save(salvaged.sit, by: salvaged.writer, in: db)
        try SitSongTable.save(salvaged.songs, of: salvaged.sit.id, in: db)
      }
    }
  }

  /// A free name for the damaged file, or the one given to it by an interrupted repair.
  private func keptName() -> String {
    let damaged = JournalStamp(location).file
    var number = 1
    while true {
      let name = "\(location.path).damaged-\(number)"
      guard let status = try? FilePath(name).stat(followTargetSymlink: false),
        FileIdentity(status.rawValue) != damaged
      else { return name }
      number += 1
    }
  }

  /// Gives the damaged file a second name. Its parts move: they would be applied to the new file.
  private func keep(as name: String) throws {
    if (try? FilePath(name).stat(followTargetSymlink: false)) == nil {
      // Some file systems have no links. Then there is no journal for a moment; an interrupted
      // repair is undone.
      guard link(location.path, name) == 0 || rename(location.path, name) == 0 else {
        throw Errno(rawValue: errno)
      }
    }
    for part in JournalLocation.parts where rename(location.path + part, name + part) != 0 {
      guard errno == ENOENT else { throw Errno(rawValue: errno) }
    }
    unlink(location.indexPath)
    chmod(name, 0o400)
  }

  private static func count(_ sits: Int) -> String {
    sits == 1 ? "1 sit was" : "\(sits) sits were"
  }
}

/// Keeps other programs from using a database until released, by SQLite's own locks. SQLite itself
/// may be unable to lock a damaged file.
private final class DatabaseHold {
  private let file: FileDescriptor

  /// - Parameter busyTimeout: In milliseconds.
  init(_ path: String, busyTimeout: Int) throws {
    file = try .open(FilePath(path), .readWrite, options: [.closeOnExec])
    for _ in 0...busyTimeout / 10 {
      // SQLite, "os.h": the 512 bytes of its locks begin at 0x40000000.
      switch file.setLock(F_WRLCK, at: 0x4000_0000, count: 512) {
      case .resourceTemporarilyUnavailable, .permissionDenied: break
      // Where the file system has no locks, SQLite uses none either.
      case nil, _?: return
      }
      usleep(10_000)
    }
    // Only now, when all properties are set, does `deinit` close the file.
    throw JournalProblem.locked
  }

  deinit { try? file.close() }
}
