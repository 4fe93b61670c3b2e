import Glibc
import MeditationSystem
import SystemPackage

/// Locks that mark running sits for programs that do not see each other's processes, such as those
/// in containers with a common home. Each sit is a byte of an empty file beside the journal; the
/// kernel releases the lock of a killed program.
///
/// Where the file system has no locks, a sit is running as long as its process is seen.
final class RunningLocks: Sendable {
  private struct State {
    var file: FileDescriptor?
    var sits: Set<Sit.ID> = []
  }

  private let path: FilePath
  private let state = Locked(State())

  init(at path: FilePath) { self.path = path }

  deinit { releaseAll() }

  /// Locks a sit that is running in this program, or releases one that has ended.
  func set(_ sit: Sit.ID, goesOn: Bool) {
    state.withLock { state in
      guard goesOn != state.sits.contains(sit) else { return }
      if goesOn {
        state.sits.insert(sit)
        state.file =
          state.file
          ?? (try? .open(
            path, .readWrite, options: [.create, .closeOnExec], permissions: .ownerReadWrite))
      } else {
        state.sits.remove(sit)
      }
      _ = state.file?.setLock(goesOn ? F_WRLCK : F_UNLCK, at: sit.rawValue, count: 1)
    }
  }

  func releaseAll() {
    state.withLock { state in
      try? state.file?.close()
      state = State()
    }
  }

  /// The sits that are running in other programs.
  func others(among sits: [Int64]) -> Set<Int64> {
    guard let file = try? FileDescriptor.open(path, .readWrite, options: .closeOnExec) else {
      return []
    }
    defer { try? file.close() }
    let own = state.withLock(\.sits)
    return Set(sits.filter { !own.contains(Sit.ID(rawValue: $0)) && file.isLocked(at: $0) })
  }
}

/// Locks that belong to a descriptor, not to the process, which may have the file open elsewhere.
extension FileDescriptor {
  /// `F_OFD_GETLK` and `F_OFD_SETLK` of Linux's "fcntl.h", which are missing in Glibc's module.
  private static let (getLock, setLock): (Int32, Int32) = (36, 37)

  private static func lock(_ type: Int32, at place: Int64, count: Int64) -> flock {
    var lock = Glibc.flock()
    (lock.l_type, lock.l_whence) = (Int16(type), Int16(SEEK_SET))
    (lock.l_start, lock.l_len) = (off_t(place), off_t(count))
    return lock
  }

  /// Sets or releases a lock without waiting. The error is `.resourceTemporarilyUnavailable` or
  /// `.permissionDenied` if it is taken.
  func setLock(_ type: Int32, at place: Int64, count: Int64) -> Errno? {
    var lock = Self.lock(type, at: place, count: count)
    return fcntl(rawValue, Self.setLock, &lock) == 0 ? nil : Errno(rawValue: errno)
  }

  fileprivate func isLocked(at place: Int64) -> Bool {
    var lock = Self.lock(F_WRLCK, at: place, count: 1)
    return fcntl(rawValue, Self.getLock, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
  }
}
