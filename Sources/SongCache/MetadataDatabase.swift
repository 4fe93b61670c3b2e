import GRDB
import NIOConcurrencyHelpers
import SongLibrary
import Storage

/// A cache on disk, shared with other programs that run at the same time.
///
/// Nothing that goes wrong here reaches a scan: what cannot be found is read again, and what
/// cannot be written is not. After a failure it is not tried again until the next start, so that a
/// lock that nobody releases costs its time once.
final class MetadataDatabase: MetadataCache {
  private struct State {
    var canRead = true
    var canWrite = true
    var isPruned = false
  }

  /// Rows are kept that long without being used, in days: a disk may lie in a drawer.
  private static let keptDayCount: Int64 = 365
  /// A use is noted when the last one noted is older, in days: reading is not to write each time.
  private static let notedDayCount: Int64 = 30

  private let pool: DatabasePool
  private let file: DatabaseFile
  private let day: Int64
  private let maximumCount: Int
  private let state = NIOLockedValueBox(State())

  /// - Parameters:
  ///   - day: Today, in days since 1970.
  ///   - maximumCount: About how many rows are kept; a row is some 200 bytes.
  init(_ pool: DatabasePool, _ file: DatabaseFile, day: Int64, maximumCount: Int) {
    self.pool = pool
    self.file = file
    self.day = day
    self.maximumCount = maximumCount
  }

  func reports(on files: [FileVersion]) -> [FileReport?] {
    let unknown = [FileReport?](repeating: nil, count: files.count)
    guard state.withLockedValue({ $0.canRead }) else { return unknown }
    do {
      let found = try pool.read { db in try SongTable.find(files, in: db) }
      let old = zip(files, found).filter { _, row in
        row.map { $0.used < day - Self.notedDayCount } ?? false
      }
      if !old.isEmpty { write { db in try SongTable.touch(old.map(\.0), day: day, in: db) } }
      return found.map { $0?.report }
    } catch {
      giveUp(error)
      return unknown
    }
  }

  func store(_ reports: [(file: FileVersion, report: FileReport)]) {
    let isFirst = state.withLockedValue { state in
      defer { state.isPruned = true }
      return !state.isPruned
    }
    write { db in
      if isFirst {
        try SongTable.prune(
          unusedSince: day - Self.keptDayCount, keeping: maximumCount, in: db)
      }
      try SongTable.insert(reports, day: day, in: db)
    }
  }

  private func write(_ updates: (Database) throws -> Void) {
    guard state.withLockedValue({ $0.canWrite }) else { return }
    do {
      try pool.write(updates)
    } catch {
      state.withLockedValue { $0.canWrite = false }
      giveUp(error)
    }
  }

  /// A busy or full disk may still be read; a damaged file is of no use any more.
  private func giveUp(_ error: any Error) {
    guard DatabaseFile.isDamage(error) else { return }
    file.markDamaged()
    state.withLockedValue { state in
      state.canRead = false
      state.canWrite = false
    }
  }
}
