import GRDB
import Glibc
import Practice
import Storage
import SystemPackage

/// Sets a damaged journal aside, and carries its readable sits over to a new one.
struct JournalRepair {
  let location: JournalLocation
  let file: DatabaseFile

  /// - Returns: The new journal, and the line that says what happened; no line if another program
  ///   has just done the same.
  func run() throws -> (queue: DatabaseQueue, notice: String?) {
    let lock = try? FileDescriptor.open(location.folder, .readOnly, options: [.closeOnExec])
    if let lock { flock(lock.rawValue, LOCK_EX) }
    defer { try? lock?.close() }

    if let queue = try? file.openDurably() { return (queue, nil) }
    let aside = try setAside()
    try location.prepare()
    let queue = try file.openDurably()
    let sits = salvage(aside)
    try queue.write { db in for sit in sits { try SitRows.save(sit, in: db) } }
    let name = FilePath(aside).lastComponent?.string ?? aside
    let count = sits.count == 1 ? "1 sit was" : "\(sits.count) sits were"
    return (queue, "The journal was damaged: \(count) recovered; the old file is kept as \(name).")
  }

  /// Renames the file and its log, which holds the latest sits.
  private func setAside() throws -> String {
    var number = 1
    while (try? FilePath(name(number)).stat(followTargetSymlink: false)) != nil { number += 1 }
    let aside = name(number)
    guard rename(location.path, aside) == 0 else {
      throw JournalProblem("it is damaged, and cannot be renamed")
    }
    // After the file: a log without its file is deleted by SQLite.
    rename(location.logPath, aside + "-wal")
    unlink(location.indexPath)
    return aside
  }

  private func name(_ number: Int) -> String { "\(location.path).damaged-\(number)" }

  private func salvage(_ path: String) -> [Sit] {
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try? DatabaseQueue(path: path, configuration: configuration)
    let sits = try? queue?.read { db in SitRows.salvage(in: db) }
    try? queue?.close()
    unlink(path + "-shm")
    return sits ?? []
  }
}
