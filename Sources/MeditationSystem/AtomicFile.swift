import Glibc
import SystemPackage

/// Writes files as a whole: other programs, and the next start after a power cut, see the old
/// contents or the new ones. Blocks on the disk.
package enum AtomicFile {
  /// The fate of an existing file of this name.
  package enum Existing: Sendable {
    /// It stays; writing throws `.fileExists`.
    case kept
    /// The new file takes its place, even that of a symbolic link.
    case replaced
    /// It is the user's: the new file gets its owner and mode, and a symbolic link stays while the
    /// file behind it is replaced. A file that is not regular, or that the user may not write, is
    /// not replaced.
    case updated
  }

  /// Writes `bytes` to a temporary file beside `path`, syncs it and renames it to `path`.
  ///
  /// - Parameters:
  ///   - permissions: Of a new file, before the process's umask is applied.
  ///   - isWanted: Asked when everything is written, as late as possible; `false` changes nothing.
  /// - Returns: True if the file was written.
  /// - Throws: Then the temporary file is deleted, and the file at `path` is unchanged.
  @discardableResult package static func write(
    _ bytes: [UInt8], to path: FilePath, existing: Existing = .replaced,
    permissions: FilePermissions = .ownerReadWrite, if isWanted: () -> Bool = { true }
  ) throws(Errno) -> Bool {
    try write(to: path, existing: existing, permissions: permissions, if: isWanted) { file in
      _ = try file.writeAll(bytes)
    }
  }

  /// The same, for contents that `writeContents` writes to the open file.
  @discardableResult package static func write(
    to path: FilePath, existing: Existing, permissions: FilePermissions,
    if isWanted: () -> Bool = { true }, _ writeContents: (FileDescriptor) throws -> Void
  ) throws(Errno) -> Bool {
    var (path, original): (FilePath, Stat?) = (path, nil)
    if existing == .updated {
      path = try SymbolicLink.target(of: path)
      original = try replaceable(path)
    }
    deleteAbandoned(in: path.removingLastComponent())
    let (file, temporary) = try temporaryFile(in: path.removingLastComponent(), permissions)
    do {
      // Stays open, and so locked, until it has its name.
      return try file.closeAfter {
        if let original { try take(original, for: file.rawValue) }
        try writeContents(file)
        guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
        guard isWanted() else {
          _ = temporary.withPlatformString { unlink($0) }
          return false
        }
        try move(temporary, to: path, existing: existing)
        return true
      }
    } catch {
      _ = temporary.withPlatformString { unlink($0) }
      throw error as? Errno ?? .ioError
    }
  }

  /// A new file, open and locked, that gets its name when it is complete.
  private static func temporaryFile(
    in directory: FilePath, _ permissions: FilePermissions
  ) throws(Errno) -> (file: FileDescriptor, path: FilePath) {
    while true {
      let path = temporaryPath(in: directory)
      do {
        let file = try FileDescriptor.open(
          path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec, .noFollow],
          permissions: permissions)
        lock(file)
        // Before it was locked, another program may have deleted it as abandoned.
        if try file.stat().rawValue.st_nlink > 0 { return (file, path) }
        try file.close()
      } catch {
        throw error as? Errno ?? .ioError
      }
    }
  }

  /// Renames a file, and syncs the directory.
  package static func move(
    _ path: FilePath, to other: FilePath, existing: Existing
  ) throws(Errno) {
    switch existing {
    case .replaced, .updated: try call(rename, path, other)
    case .kept:
      do throws(Errno) {
        // Unlike a rename, a link never takes the place of a file.
        try call(link, path, other)
        guard path.withPlatformString({ unlink($0) }) != 0 else { break }
        let error = Errno(rawValue: errno)
        // Two names of one file would be two sets.
        _ = other.withPlatformString { unlink($0) }
        throw error
      } catch .fileExists {
        throw .fileExists
      } catch {
        // Some file systems have no links.
        let isTaken = (try? other.stat(followTargetSymlink: false)) != nil
        guard !isTaken else { throw .fileExists }
        try call(rename, path, other)
      }
    }
    syncDirectory(of: other)
  }

  /// Deletes a file, and syncs the directory.
  package static func delete(_ path: FilePath) throws(Errno) {
    guard path.withPlatformString({ unlink($0) }) == 0 else { throw Errno(rawValue: errno) }
    syncDirectory(of: path)
  }

  /// Makes changes in the directory of `path` survive a power cut, where the file system can.
  private static func syncDirectory(of path: FilePath) {
    let parent = path.removingLastComponent()
    let directory = try? FileDescriptor.open(
      parent.isEmpty ? "." : parent, .readOnly, options: [.directory, .closeOnExec])
    _ = directory.map { fsync($0.rawValue) }
    try? directory?.close()
  }

  /// Deletes the temporary files that killed programs left in `directory`: those without a lock.
  package static func deleteAbandoned(in directory: FilePath) {
    let directory = directory.isEmpty ? "." : directory
    for name in (try? DirectoryEntry.names(in: directory)) ?? [] where isTemporary(name) {
      let path = directory.appending(String(decoding: name, as: UTF8.self))
      let file = try? FileDescriptor.open(
        path, .readWrite, options: [.closeOnExec, .noFollow, .nonBlocking])
      guard let file else { continue }
      try? file.closeAfter {
        guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else { return }
        guard try file.stat().type == .regular else { return }
        _ = path.withPlatformString { unlink($0) }
      }
    }
  }

  private static let prefix = ".meditate-"
  private static let suffix = ".tmp"

  /// A new hidden path in `directory` for a file that gets its name when it is complete.
  package static func temporaryPath(in directory: FilePath) -> FilePath {
    directory.appending(prefix + String(UInt64.random(in: .min ... .max), radix: 36) + suffix)
  }

  /// True if `name` is one of `temporaryPath`.
  package static func isTemporary(_ name: [UInt8]) -> Bool {
    name.starts(with: prefix.utf8) && name.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
      && name.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count).allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0)
      }
  }

  /// Marks a file or a folder as in use for `deleteAbandoned`. Some network file systems have no
  /// locks; there nothing is deleted.
  package static func lock(_ file: FileDescriptor) {
    // Waits only while another program looks at it.
    while flock(file.rawValue, LOCK_EX) != 0, errno == EINTR {}
  }

  /// The status of the file to be replaced; `nil` if there is none.
  private static func replaceable(_ path: FilePath) throws(Errno) -> Stat? {
    let status: Stat
    do throws(Errno) {
      status = try path.stat(followTargetSymlink: false)
    } catch .noSuchFileOrDirectory {
      return nil
    }
    guard status.type == .regular else {
      throw status.type == .directory ? .isDirectory : .noSuchAddressOrDevice
    }
    // A rename needs no permission to write the file; removing that permission was deliberate.
    let isWritable = path.withPlatformString { access($0, W_OK) == 0 }
    guard isWritable, status.rawValue.st_mode & 0o222 != 0 else { throw .permissionDenied }
    return status
  }

  /// Copies the owner before the mode: changing the owner clears mode bits.
  private static func take(_ original: Stat, for descriptor: Int32) throws {
    let status = original.rawValue
    if status.st_uid != geteuid() || status.st_gid != getegid() {
      guard fchown(descriptor, status.st_uid, status.st_gid) == 0 else {
        throw Errno(rawValue: errno)
      }
    }
    guard fchmod(descriptor, status.st_mode & 0o7777) == 0 else { throw Errno(rawValue: errno) }
  }

  /// Calls a function of the system that takes two paths.
  private static func call(
    _ function: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32, _ path: FilePath,
    _ other: FilePath
  ) throws(Errno) {
    let result = path.withPlatformString { path in
      other.withPlatformString { function(path, $0) }
    }
    guard result == 0 else { throw Errno(rawValue: errno) }
  }
}

extension FilePermissions {
  /// For a file in a user's folder; the process's umask is applied to it.
  package static let ofNewFile: Self = [.ownerReadWrite, .groupReadWrite, .otherReadWrite]
}

/// Follows symbolic links.
package enum SymbolicLink {
  /// True if `path` is a link that leads to nothing. Blocks on the disk.
  package static func isBroken(_ path: FilePath) -> Bool {
    (try? path.stat(followTargetSymlink: false))?.type == .symbolicLink && !path.isThere
  }

  /// The file that `path` finally leads to, which need not exist. Blocks on the disk.
  package static func target(of path: FilePath) throws(Errno) -> FilePath {
    var path = path
    // As many as the kernel follows.
    for _ in 0..<40 {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      guard path.withPlatformString({ readlink($0, &buffer, Int(PATH_MAX)) }) > 0 else {
        return path
      }
      path = path.removingLastComponent().pushing(FilePath(platformString: buffer))
    }
    throw .tooManySymbolicLinkLevels
  }
}
