import Glibc
import SystemPackage

/// Excludes other programs of ours from changing the files of a folder.
///
/// The lock is advisory, and some network file systems have none, so nothing depends on it alone.
struct FolderLock {
  private let file: FileDescriptor

  /// Locks `folder`; waits for half a second at most. `nil` if it cannot be locked.
  init?(_ folder: FilePath) {
    guard
      let file = try? FileDescriptor.open(
        folder, .readOnly, options: [.directory, .closeOnExec])
    else { return nil }
    self.file = file
    for _ in 0..<50 {
      if flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 { return }
      usleep(10_000)
    }
    try? file.close()
    return nil
  }

  /// Unlocks the folder.
  func release() { try? file.close() }
}
