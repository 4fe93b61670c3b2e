import Foundation
import GRDB
import NIOConcurrencyHelpers
import Platform
public import Playback
import Storage
public import SystemPackage

/// The on-disk cache of loudness and waveforms, shared by concurrent processes.
///
/// Opened when it is first asked. It never fails: what cannot be read is missing, and what cannot be
/// written is dropped. After an error it is not used until the next start.
public final class LoudnessCache: MeasurementStore {
  private enum Access {
    case unopened
    case open(DatabaseQueue, DatabaseFile)
    case unusable
  }

  /// Rows that are kept; a row takes about 400 bytes.
  private static let maximumCount = 100_000

  private let folder: FilePath?
  private let day: Int64
  private let access = NIOLockedValueBox(Access.unopened)

  /// A cache in `folder`; `nil` remembers nothing.
  public convenience init(in folder: FilePath?) {
    self.init(in: folder, day: Int64(Date().timeIntervalSince1970) / 86_400)
  }

  /// - Parameter day: Today, in days since 1970.
  init(in folder: FilePath?, day: Int64) {
    self.folder = folder
    self.day = day
  }

  public func measurement(of path: FilePath, _ stamp: FileStamp) -> SongMeasurement? {
    use { queue in
      let found = try queue.read { db in try LoudnessTable.find(Self.key(path), stamp, in: db) }
      guard let found else { return nil }
      if found.used < day - LoudnessTable.notedDayCount {
        try queue.write { [day] db in try LoudnessTable.touch(Self.key(path), day: day, in: db) }
      }
      return found.measurement
    }
  }

  public func store(_ measurement: SongMeasurement, of path: FilePath, _ stamp: FileStamp) {
    _ = use { queue in
      try queue.write { [day] db in
        try LoudnessTable.insert(measurement, Self.key(path), stamp, day: day, in: db)
      }
      return true
    }
  }

  /// Absolute, so that it does not depend on the current folder.
  private static func key(_ path: FilePath) -> Data {
    Data(PathName.allBytes(of: (PathName.currentDirectory ?? "/").pushing(path)))
  }

  private func use<Result>(_ work: (DatabaseQueue) throws -> Result?) -> Result? {
    guard let (queue, file) = access.withLockedValue({ opened(&$0) }) else { return nil }
    do {
      return try work(queue)
    } catch {
      if file.isDamage(error) { file.markDamaged() }
      access.withLockedValue { $0 = .unusable }
      return nil
    }
  }

  private func opened(_ access: inout Access) -> (DatabaseQueue, DatabaseFile)? {
    switch access {
    case .open(let queue, let file): return (queue, file)
    case .unusable: return nil
    case .unopened: break
    }
    access = .unusable
    guard let folder, (try? PrivateDirectory.make(folder)) != nil,
      let folder = try? UTF8Directory.path(folder)
    else { return nil }
    let file = DatabaseFile(at: folder.appending("loudness.db"), LoudnessTable.schema)
    guard let queue = try? file.openOrReplace() else { return nil }
    try? queue.write { [day] db in
      try LoudnessTable.prune(before: day, keeping: Self.maximumCount, in: db)
    }
    access = .open(queue, file)
    return (queue, file)
  }
}
