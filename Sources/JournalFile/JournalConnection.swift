import GRDB
import Glibc
import Practice
import Storage
import SystemPackage

/// The connection to the journal, opened again when its file is replaced, deleted or damaged.
struct JournalConnection {
  private struct Open {
    let queue: DatabaseQueue
    let stamp: JournalStamp
  }

  private let location: JournalLocation
  private let file: DatabaseFile
  private var open: Open?
  /// Whether the file seemed damaged, so that it is verified when it is next opened.
  private var isSuspect = false
  /// The line about a file that was set aside, until it is shown.
  var notice: String?

  init(_ location: JournalLocation) throws {
    self.location = location
    file = DatabaseFile(at: FilePath(location.path), JournalTables.schema)
    _ = try current()
  }

  mutating func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try perform { try $0.read(body) }
  }

  mutating func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try perform { try $0.write(body) }
  }

  private mutating func perform<Result>(
    _ body: (DatabaseQueue) throws -> Result
  ) throws -> Result {
    do {
      return try body(try current())
    } catch let error as DatabaseError where Self.isLost(error) {
      // Opening the file again finds out whether it is damaged.
      isSuspect = isSuspect || DatabaseFile.isDamage(error)
      close()
      do {
        return try body(try current())
      } catch {
        if Self.isLost(error) { close() }
        throw error
      }
    }
  }

  /// Whether the connection may be useless.
  private static func isLost(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return false }
    return DatabaseFile.isDamage(error)
      || [.SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode)
  }

  private mutating func current() throws -> DatabaseQueue {
    let stamp = JournalStamp(location)
    if let open {
      if open.stamp == stamp { return open.queue }
      close()
      // The log belongs to the file that is gone, and would be applied to the new one.
      if open.stamp.file != stamp.file, open.stamp.log == stamp.log {
        for name in [location.logPath, location.indexPath] { unlink(name) }
      }
    }
    try location.prepare()
    // Without a log the last program closed the file; then only an error tells of damage.
    let queue = try connect(isVerified: isSuspect || stamp.log != nil)
    isSuspect = false
    open = Open(queue: queue, stamp: JournalStamp(location))
    return queue
  }

  private mutating func connect(isVerified: Bool) throws -> DatabaseQueue {
    do throws(DatabaseProblem) {
      return try file.openDurably(isVerified: isVerified)
    } catch {
      guard error == .unusable(.damaged) else { throw error }
      let (queue, line) = try JournalRepair(location: location, file: file).run()
      notice = line ?? notice
      return queue
    }
  }

  private mutating func close() {
    try? open?.queue.close()
    open = nil
  }
}
