import Glibc
import SystemPackage

package struct DirectoryEntry {
  package let name: [UInt8]
  /// `DT_DIR`, `DT_LNK` and so on.
  package let type: Int

  /// The next entry of an open directory, `.` and `..` included; `nil` at its end.
  package static func next(of stream: OpaquePointer) throws(Errno) -> DirectoryEntry? {
    errno = 0
    guard let entry = readdir(stream) else {
      if errno != 0 { throw Errno(rawValue: errno) }
      return nil
    }
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      let start = UnsafeRawPointer(pointer)
      let length = strlen(start.assumingMemoryBound(to: CChar.self))
      return Array(UnsafeRawBufferPointer(start: start, count: length))
    }
    return DirectoryEntry(name: name, type: Int(entry.pointee.d_type))
  }

  /// The bytes of all names in a directory except `.` and `..`, in no order. Blocks on the disk.
  package static func names(in directory: FilePath) throws(Errno) -> [[UInt8]] {
    guard let stream = directory.withPlatformString({ opendir($0) }) else {
      throw Errno(rawValue: errno)
    }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = try next(of: stream) {
      let name = entry.name
      if !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) { names.append(name) }
    }
    return names
  }
}

/// A file, or a directory with all that is in it.
package enum FileTree {
  /// Deletes what is at `path`, as far as possible. Links are not followed. Blocks on the disk.
  package static func delete(_ path: FilePath) {
    if (try? path.stat(followTargetSymlink: false))?.type == .directory {
      for name in (try? DirectoryEntry.names(in: path)) ?? [] {
        delete(path.appending(path: name))
      }
      _ = path.withPlatformString { rmdir($0) }
    } else {
      _ = path.withPlatformString { unlink($0) }
    }
  }
}

/// Excludes other programs of this kind from a directory until released.
package final class DirectoryLock {
  private let directory: FileDescriptor

  /// Waits for the lock, for three seconds at most; throws `.wouldBlock` if another program keeps
  /// it. Some network file systems have none.
  package init(_ path: FilePath) throws(Errno) {
    do {
      directory = try .open(path, .readOnly, options: [.directory, .closeOnExec])
    } catch {
      throw error as? Errno ?? .ioError
    }
    for _ in 0..<300 {
      if flock(directory.rawValue, LOCK_EX | LOCK_NB) == 0 { return }
      let error = Errno(rawValue: errno)
      guard error == .wouldBlock || error == .interrupted else { return }
      usleep(10_000)
    }
    // Only now, when all properties are set, does `deinit` close the directory.
    throw .wouldBlock
  }

  /// Closing the descriptor releases the lock, as does the end of the program.
  deinit { try? directory.close() }
}

/// Creates directories that only this user can access.
package enum PrivateDirectory {
  /// Creates the directory at `path` and its missing parents with mode 0700, as the XDG Base
  /// Directory Specification asks. Existing directories keep their modes. Throws `.notDirectory` if
  /// the path exists and is not a directory. Blocks on the disk.
  package static func make(_ path: FilePath) throws(Errno) {
    if (try? path.stat())?.type == .directory { return }
    let parent = path.removingLastComponent()
    if parent != path, !parent.isEmpty { try make(parent) }
    if path.withPlatformString({ mkdir($0, 0o700) }) == 0 { return }
    let error = Errno(rawValue: errno)
    guard error == .fileExists else { throw error }
    // Another process may have created it in between.
    if (try? path.stat())?.type != .directory { throw .notDirectory }
  }
}

/// Names directories in UTF-8, for libraries that take no other paths.
package enum UTF8Directory {
  /// The directories whose paths are not UTF-8. They stay open while the program runs, because such
  /// a library may open another file in them at any time.
  private static let opened = Locked<[FilePath: FilePath]>([:])

  /// `path` or, if that is not UTF-8, the same directory through a descriptor, which may fail.
  package static func path(_ path: FilePath) throws -> FilePath {
    guard String(validating: path) == nil else { return path }
    let status = try path.stat()
    return try opened.withLock { opened in
      if let known = opened[path], FileIdentity(of: known) == FileIdentity(status.rawValue) {
        return known
      }
      let directory = try FileDescriptor.open(path, .readOnly, options: [.directory, .closeOnExec])
      let name = FilePath("/proc/self/fd/\(directory.rawValue)")
      opened[path] = name
      return name
    }
  }
}
