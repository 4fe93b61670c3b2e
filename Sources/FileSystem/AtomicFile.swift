import Glibc
import SystemPackage

/// Writes files as a whole: other programs, and the next start after a power cut, see the old
/// contents or the new ones. Blocks on the disk.
package enum AtomicFile {
  /// Whether a file of this name is kept.
  package enum Existing: Sendable {
    /// It stays; writing throws `.fileExists`.
    case kept
    case replaced
  }

  /// Writes `bytes` to a temporary file beside `path`, syncs it and renames it to `path`.
  ///
  /// - Parameters:
  ///   - permissions: Of the file, before the process's mask is applied.
  ///   - original: The status of the file that is replaced, whose owner and mode are kept.
  ///   - isWanted: Asked when all is written, as late as possible; `false` changes nothing.
  /// - Returns: Whether the file was written.
  /// - Throws: The temporary file is deleted then, and what is at `path` is unchanged.
  @discardableResult package static func write(
    _ bytes: [UInt8], to path: FilePath, existing: Existing = .replaced,
    permissions: FilePermissions = .ownerReadWrite, keeping original: Stat? = nil,
    if isWanted: () -> Bool = { true }
  ) throws(Errno) -> Bool {
    let temporary = temporaryPath(beside: path)
    do {
      let file = try FileDescriptor.open(
        temporary, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec, .noFollow],
        permissions: permissions)
      try file.closeAfter {
        if let original { try take(original, for: file.rawValue) }
        _ = try file.writeAll(bytes)
        guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
      }
      guard isWanted() else {
        _ = temporary.withPlatformString { unlink($0) }
        return false
      }
      try move(temporary, to: path, existing: existing)
      return true
    } catch {
      _ = temporary.withPlatformString { unlink($0) }
      throw error as? Errno ?? .ioError
    }
  }

  /// Renames a file, and syncs the directory.
  package static func move(
    _ path: FilePath, to other: FilePath, existing: Existing
  ) throws(Errno) {
    switch existing {
    case .replaced: try rename(path, to: other)
    case .kept:
      do {
        // Unlike a rename, a link never takes the place of a file.
        try link(path, to: other)
        _ = path.withPlatformString { unlink($0) }
      } catch .fileExists {
        throw .fileExists
      } catch {
        // Some file systems have no links.
        guard !isTaken(other) else { throw .fileExists }
        try rename(path, to: other)
      }
    }
    syncDirectory(of: other)
  }

  /// Deletes a file, and syncs the directory.
  package static func delete(_ path: FilePath) throws(Errno) {
    guard path.withPlatformString({ unlink($0) }) == 0 else { throw Errno(rawValue: errno) }
    syncDirectory(of: path)
  }

  /// Makes changes of the directory that holds `path` survive a power cut, where the file system
  /// can do so.
  private static func syncDirectory(of path: FilePath) {
    let parent = path.removingLastComponent()
    let directory = try? FileDescriptor.open(
      parent.isEmpty ? "." : parent, .readOnly, options: [.directory, .closeOnExec])
    _ = directory.map { fsync($0.rawValue) }
    try? directory?.close()
  }

  /// Whether `name` is that of a temporary file, which remains if the program is killed.
  package static func isTemporary(_ name: [UInt8]) -> Bool {
    name.starts(with: prefix.utf8) && name.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }

  private static let prefix = ".meditate-"
  private static let suffix = ".tmp"

  private static func temporaryPath(beside path: FilePath) -> FilePath {
    let name = prefix + String(UInt64.random(in: .min ... .max), radix: 36) + suffix
    return path.removingLastComponent().appending(name)
  }

  /// Takes the owner and then the mode: a change of the owner clears bits of the mode.
  private static func take(_ original: Stat, for descriptor: Int32) throws {
    let status = original.rawValue
    if status.st_uid != geteuid() || status.st_gid != getegid() {
      guard fchown(descriptor, status.st_uid, status.st_gid) == 0 else {
        throw Errno(rawValue: errno)
      }
    }
    guard fchmod(descriptor, status.st_mode & 0o7777) == 0 else { throw Errno(rawValue: errno) }
  }

  private static func rename(_ path: FilePath, to other: FilePath) throws(Errno) {
    let result = path.withPlatformString { old in
      other.withPlatformString { Glibc.rename(old, $0) }
    }
    guard result == 0 else { throw Errno(rawValue: errno) }
  }

  private static func link(_ path: FilePath, to other: FilePath) throws(Errno) {
    let result = path.withPlatformString { old in
      other.withPlatformString { Glibc.link(old, $0) }
    }
    guard result == 0 else { throw Errno(rawValue: errno) }
  }

  private static func isTaken(_ path: FilePath) -> Bool {
    var status = Glibc.stat()
    return path.withPlatformString { lstat($0, &status) } == 0
  }
}
