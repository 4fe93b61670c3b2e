import Glibc
import MeditationSystem
import SystemPackage

/// The connection to the journal, opened again when its file is replaced, deleted or damaged.
struct JournalConnection {
  private struct Open {
    let connection: DatabaseConnection
    let stamp: JournalStamp
  }

  private enum BackupState {
    /// The backup is as the journal, as far as this program wrote it.
    case current
    /// A sit goes on.
    case behind
    /// Something was changed that may not wait.
    case due
  }

  /// The most often that a sit that goes on is copied.
  private static let backupInterval = Duration.seconds(60)

  private let location: JournalLocation
  private let file: DatabaseFile
  /// How long a call waits for another program's lock, in milliseconds.
  private let busyTimeout: Int
  private var open: Open?
  /// True if the file seemed damaged, so that all of it is checked when it is next opened.
  private var isSuspect = false
  /// The line about a file that was set aside, until it is shown.
  var notice: String?
  private var backupState = BackupState.current
  private var backupTime: ContinuousClock.Instant?
  /// Why the backup could not be made, which is told once.
  private var backupProblem: JournalProblem?

  init(_ location: JournalLocation, busyTimeout: Int) throws {
    self.location = location
    self.busyTimeout = busyTimeout
    file = location.file
    _ = try current()
  }

  mutating func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try perform { try $0.read(body) }
  }

  mutating func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
    let result = try perform { try $0.write(body) }
    if open?.stamp.file == JournalStamp(location).file { return result }
    // Another program replaced the file meanwhile, and this went to the old one.
    return try perform { try $0.write(body) }
  }

  /// Notes a change that the backup does not have.
  ///
  /// - Parameter isPassing: True if it is the state of a sit that goes on.
  mutating func noteChange(isPassing: Bool) {
    if !isPassing || backupState == .due { backupState = .due } else { backupState = .behind }
  }

  /// Copies the journal to its backup if that is due. What fails is tried again after the next change.
  mutating func backUp() {
    switch backupState {
    case .current: return
    case .behind: if let backupTime, .now - backupTime < Self.backupInterval { return }
    case .due: break
    }
    guard file.canBeWritten else { return }
    do {
      if try !location.backup.make(of: current()) {
        // The next call finds the damage.
        isSuspect = true
        return close()
      }
      (backupState, backupTime, backupProblem) = (.current, .now, nil)
    } catch {
      if file.isLoss(error) { close() }
      if file.isDamage(error) {
        isSuspect = true
        return
      }
      let problem = JournalProblem(error, at: location.path)
      guard !problem.isLock, problem != backupProblem else { return }
      backupProblem = problem
      notice = notice ?? "The backup of the journal cannot be written: \(problem.reason)."
    }
  }

  private mutating func perform<Result>(
    _ body: (DatabaseConnection) throws -> Result
  ) throws -> Result {
    do {
      return try body(try current())
    } catch  where file.isLoss(error) {
      // Opening the file again finds out whether it is damaged.
      isSuspect = isSuspect || file.isDamage(error)
      close()
      do {
        return try body(try current())
      } catch {
        if file.isLoss(error) { close() }
        throw error
      }
    }
  }

  private mutating func current() throws -> DatabaseConnection {
    let stamp = JournalStamp(location)
    if let open {
      if open.stamp == stamp { return open.connection }
      close()
      // The log belongs to the file that is gone, and would be applied to the new one.
      if open.stamp.file != stamp.file, open.stamp.log == stamp.log {
        for name in [location.logPath, location.indexPath] { unlink(name) }
      }
    }
    if !FilePath(location.path).isThere { try replaceMissing() }
    try location.prepare()
    // Of the pages of a file that was closed well, only an error tells of damage.
    let connection = try connect(
      isSuspect ? .everything : location.isUnfinished ? .pages : .identity)
    isSuspect = false
    open = Open(connection: connection, stamp: JournalStamp(location))
    if !location.backup.isThere { backupState = .due }
    return connection
  }

  /// Looks for what a missing journal left behind. Whoever deleted it wants a new one.
  private mutating func replaceMissing() throws {
    if try JournalRepair(location, busyTimeout: busyTimeout).takeBack() {
      isSuspect = true
    } else if let name = try location.backup.setAside() {
      notice = "There was no journal; the backup of the one before is kept as \(name)."
    }
  }

  private mutating func connect(_ check: DatabaseFile.Check) throws -> DatabaseConnection {
    let repair = JournalRepair(location, busyTimeout: busyTimeout)
    let before = JournalStamp(location).file
    // Another program may repair the file, or may have done so since this one opened the old one.
    let isReplaced = { [location] in
      repair.waitForOther() || JournalStamp(location).file != before
    }
    do {
      if repair.isEmptied { throw DatabaseProblem.unusable(.damaged) }
      let connection = try file.openDurably(check, busyTimeout: busyTimeout)
      if !file.canBeWritten || isWhole(connection) { return connection }
      connection.close()
      try run(repair)
    } catch let error as DatabaseProblem {
      switch error {
      case .unusable(.damaged): try run(repair)
      case .unusable: throw error
      case .locked: guard isReplaced() else { throw error }
      case .unreachable:
        if !file.canBeWritten, let connection = try? openCopy() { return connection }
        guard isReplaced() else { throw error }
      }
    }
    return try file.openDurably(.identity, busyTimeout: busyTimeout)
  }

  private mutating func run(_ repair: JournalRepair) throws {
    guard let line = try repair.run() else { return }
    notice = line
    backupState = .due
  }

  private func isWhole(_ connection: DatabaseConnection) -> Bool {
    do {
      return try connection.read(SitTable.matchesIndex)
    } catch {
      return !file.isDamage(error)
    }
  }

  /// Opens a copy to read. To read a file with a log, or with a commit that was cut short, SQLite
  /// writes beside it.
  private func openCopy() throws -> DatabaseConnection {
    let copy = try JournalLocation.temporary()
    try copy.prepare()
    // An open file needs no name.
    defer { FileTree.delete(copy.folder) }
    try location.copy(to: copy.path)
    try copy.file.openDurably(.identity, busyTimeout: busyTimeout).close()
    return try DatabaseConnection(path: copy.path, isReadOnly: true)
  }

  /// Closes the file, which the next call opens again.
  mutating func close() {
    open?.connection.close()
    open = nil
  }
}

/// The files of an open journal, by which their replacement is noticed.
struct JournalStamp: Equatable {
  let file: FileIdentity?
  /// The log, while an older version has the file open.
  let log: FileIdentity?

  /// The files that are there now.
  init(_ location: JournalLocation) {
    file = FileIdentity(of: FilePath(location.path))
    log = FileIdentity(of: FilePath(location.logPath))
  }
}
