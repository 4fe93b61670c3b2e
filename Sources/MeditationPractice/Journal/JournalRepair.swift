import Glibc
import MeditationSystem
import SystemPackage

/// Replaces a damaged journal by a new one with its readable sits, and keeps the damaged file.
///
/// At every moment `journal.sqlite` is the damaged file or the new one, whole. What fails, as on a
/// full disk, changes nothing.
struct JournalRepair {
  /// How long other programs are waited for, in milliseconds: one of them may repair the file.
  private static let busyTimeout = 3_000

  private let location: JournalLocation
  private let file: DatabaseFile
  private let busyTimeout: Int
  /// Where the new journal is made, on the same disk.
  private let workshop: FilePath

  init(_ location: JournalLocation, busyTimeout: Int) {
    self.location = location.resolved
    file = self.location.file
    self.busyTimeout = max(busyTimeout, Self.busyTimeout)
    workshop = self.location.folder.appending(JournalFile.name + ".repair")
  }

  /// Repairs the file, unless another program has just done so.
  ///
  /// - Returns: The line that says what happened; `nil` if nothing did.
  func run() throws -> String? {
    let lock = try lockFolder()
    defer { withExtendedLifetime(lock) {} }
    do throws(DatabaseProblem) {
      try file.openDurably(.everything, busyTimeout: busyTimeout).close()
      return nil
    } catch .unusable(.damaged) {
    }
    let hold = try DatabaseHold(location.path, busyTimeout: busyTimeout)
    defer { withExtendedLifetime(hold) {} }
    defer { clearWorkshop() }

    let name = keptName()
    let sits = try salvage(location, partsOf: name)
    let new = try JournalLocation(in: workshop)
    let connection = try new.file.openDurably(.identity, busyTimeout: busyTimeout)
    try Self.add(sits, to: connection)
    connection.close()
    try keep(as: name)
    try AtomicFile.move(FilePath(new.path), to: FilePath(location.path), existing: .replaced)
    return "The journal was damaged: \(Self.count(sits)) recovered; the old file is kept as "
      + "\(Self.lastComponent(of: name))."
  }

  /// True once another program has repaired the file, which it keeps others from meanwhile.
  func waitForOther() -> Bool { workshop.isThere && (try? lockFolder()) != nil }

  /// Carries over the sits of a file that an older version set aside without making a new one, as
  /// on a full disk. Each such file is read once: it becomes read-only, as those that `run` keeps.
  ///
  /// - Parameter connection: The journal; if it has sits, what was set aside has its successor.
  /// - Returns: The line that says what happened; `nil` if nothing did.
  func adopt(into connection: DatabaseConnection) throws -> String? {
    guard !setAside.isEmpty else { return nil }
    let lock = try lockFolder()
    defer { withExtendedLifetime(lock) {} }
    defer { clearWorkshop() }

    let names = setAside
    var line: String?
    if try connection.read(SitTable.isEmpty) {
      for name in names {
        let sits = try salvage(location.beside(name))
        if sits.isEmpty { continue }
        try Self.add(sits, to: connection)
        line = "\(Self.count(sits)) recovered from \(name), which is kept."
        break
      }
    }
    for name in names { chmod(location.folder.appending(name).string, 0o400) }
    return line
  }

  /// The names of the files that were set aside and not read since, the newest first.
  private var setAside: [String] {
    let prefix = Self.lastComponent(of: location.path) + ".damaged-"
    let names = ((try? DirectoryEntry.names(in: location.folder)) ?? []).map {
      String(decoding: $0, as: UTF8.self)
    }
    let numbers = names.compactMap { $0.hasPrefix(prefix) ? Int($0.dropFirst(prefix.count)) : nil }
    return numbers.sorted(by: >).map { prefix + "\($0)" }.filter { name in
      let status = try? location.folder.appending(name).stat(followTargetSymlink: false)
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

  /// The sits that can be read of a journal; makes a new one in the workshop, without sits.
  private func salvage(
    _ location: JournalLocation, partsOf other: String? = nil
  ) throws -> [SalvagedSit] {
    clearWorkshop()
    let new = try JournalLocation(in: workshop)
    try new.prepare()
    try new.file.openDurably(.identity, busyTimeout: busyTimeout).close()
    let copy = workshop.appending("damaged.sqlite").string
    try location.copy(to: copy, partsOf: other)
    return try JournalSalvage(path: copy, template: new.path).run()
  }

  private static func add(_ sits: [SalvagedSit], to connection: DatabaseConnection) throws {
    try connection.write { db in
      for salvaged in sits {
        try SitTable.save(salvaged.sit, by: salvaged.writer, in: db)
        try SitSongTable.save(salvaged.songs, of: salvaged.sit.id, in: db)
      }
    }
  }

  /// A free name for the damaged file, or the one that a repair gave it that was cut short.
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

  /// Gives the damaged file a second name, and its parts that name only: they would be applied to
  /// the new file.
  private func keep(as name: String) throws {
    if (try? FilePath(name).stat(followTargetSymlink: false)) == nil {
      // Some file systems have no links. Then there is no journal for a moment; it would be adopted.
      guard link(location.path, name) == 0 || rename(location.path, name) == 0 else {
        throw Errno(rawValue: errno)
      }
    }
    for part in JournalLocation.parts { rename(location.path + part, name + part) }
    unlink(location.indexPath)
    chmod(name, 0o400)
  }

  private static func lastComponent(of path: String) -> String {
    FilePath(path).lastComponent?.string ?? path
  }

  private func clearWorkshop() { FileTree.delete(workshop) }

  private static func count(_ sits: [SalvagedSit]) -> String {
    sits.count == 1 ? "1 sit was" : "\(sits.count) sits were"
  }
}

/// Keeps other programs from reading and writing a database until released, by SQLite's own locks.
/// SQLite itself may be unable to lock a damaged file.
private final class DatabaseHold {
  private let file: FileDescriptor

  /// - Parameter busyTimeout: In milliseconds.
  init(_ path: String, busyTimeout: Int) throws {
    file = try .open(FilePath(path), .readWrite, options: [.closeOnExec])
    for _ in 0...busyTimeout / 10 {
      // SQLite, "os.h": the bytes of its locks begin at 0x40000000, and are 512.
      switch file.setLock(F_WRLCK, at: 0x4000_0000, count: 512) {
      case .resourceTemporarilyUnavailable, .permissionDenied: break
      // Where the file system has no locks, SQLite has none either.
      case nil, _?: return
      }
      usleep(10_000)
    }
    // All properties are set, so that `deinit` closes the file.
    throw JournalProblem.locked
  }

  deinit { try? file.close() }
}
