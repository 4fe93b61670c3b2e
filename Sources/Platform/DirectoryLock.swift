import Glibc
import SystemPackage

/// Excludes other programs of this kind from a directory until released.
package final class DirectoryLock {
  /// Whether the lock is held; some network file systems have none.
  package let isHeld: Bool
  private let directory: FileDescriptor

  /// Waits for the lock, for three seconds at most.
  ///
  /// - Throws: `.wouldBlock` if another program keeps the lock.
  package init(_ path: FilePath) throws(Errno) {
    do {
      directory = try .open(path, .readOnly, options: [.directory, .closeOnExec])
    } catch {
      throw error as? Errno ?? .ioError
    }
    for _ in 0..<300 {
      if flock(directory.rawValue, LOCK_EX | LOCK_NB) == 0 {
        isHeld = true
        return
      }
      let error = Errno(rawValue: errno)
      guard error == .wouldBlock || error == .interrupted else {
        isHeld = false
        return
      }
      usleep(10_000)
    }
    isHeld = false
    try? directory.close()
    throw .wouldBlock
  }

  /// Closing the descriptor releases the lock, as does the end of the program.
  deinit { try? directory.close() }
}
