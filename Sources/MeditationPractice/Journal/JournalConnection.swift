import Glibc
import MeditationSystem
import SystemPackage

/// The connection to the journal, opened again when its file is replaced, deleted or damaged.
struct JournalConnection {
  private enum BackupState {
    /// The backup has everything that this program wrote.
    case current
    /// The state of a running sit is missing in the backup.
    case behind
    /// A change is missing that must not wait.
    case due
  }

  /// How often a running sit is copied at most.
  private static let backupInterval = Duration.seconds(60)

  private let location: JournalLocation
  private let file: DatabaseFile
  /// How long a call waits for another program's lock, in milliseconds.
  private let busyTimeout: Int
  private var open: (connection: DatabaseConnection, stamp: JournalStamp)?
  /// True if the file seemed damaged; all of it is checked when it is next opened.
  private var isSuspect = false
  /// The line about a damaged file, until it is shown.
  var notice: String?
  private var backupState = BackupState.current
  private var backupTime: ContinuousClock.Instant?
  /// Why the backup could not be made; reported once.
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
    // Another program has replaced the file, and this went to the old one.
    return try perform { try $0.write(body) }
  }

  /// Notes a change that the backup lacks; it `isPassing` if it is the state of a running sit.
  mutating func noteChange(isPassing: Bool) {
    if !isPassing || backupState == .due { backupState = .due } else { backupState = .behind }
  }

  /// Copies the journal to its backup if that is due. A failure is retried after the next change.
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
      // Opening the file again shows whether it is damaged.
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
      // The log belongs to the old file, and would be applied to the new one.
      if open.stamp.file != stamp.file, open.stamp.log == stamp.log {
        for name in [location.logPath, location.indexPath] { unlink(name) }
      }
    }
    if !FilePath(location.path).isThere { try replaceMissing() }
    try location.prepare()
    // In a file that was closed properly, only an error reveals damaged pages.
    let connection = try connect(
      isSuspect ? .everything : location.isUnfinished ? .pages : .identity)
    isSuspect = false
    open = (connection, JournalStamp(location))
    if !location.backup.isThere { backupState = .due }
    return connection
  }

  /// Looks for the remains of a missing journal. A user who deleted it wants a new one.
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
    // Another program may be repairing the file, or may have repaired it since this one opened it.
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

  /// Opens a copy: beside a file with a log or an interrupted commit, SQLite writes even to read.
  private func openCopy() throws -> DatabaseConnection {
    let copy = try JournalLocation.temporary()
    try copy.prepare()
    // An open file can be deleted.
    defer { FileTree.delete(copy.folder) }
    try location.copy(to: copy.path)
    try copy.file.openDurably(.identity, busyTimeout: busyTimeout).close()
    return try DatabaseConnection(path: copy.path, isReadOnly: true)
  }

  /// Closes the file; the next call opens it again.
  mutating func close() {
    open?.connection.close()
    open = nil
  }
}

/// The files of an open journal, to notice when they are replaced.
struct JournalStamp: Equatable {
  let file: FileIdentity?
  /// The log, while an older version has the file open.
  let log: FileIdentity?

  init(_ location: JournalLocation) {
    file = FileIdentity(of: FilePath(location.path))
    log = FileIdentity(of: FilePath(location.logPath))
  }
}
