import Glibc
import NIOConcurrencyHelpers

extension LibAO {
  /// How many calls of `silently` have not returned, and standard error as it was before the first.
  private struct Silence {
    var count = 0
    var kept: Int32 = -1
  }

  /// Owned by its lock, which is not held while a driver works: one that blocks keeps standard error
  /// redirected, but does not keep others from working.
  private static let silence = NIOLockedValueBox(Silence())

  /// Does `work` while whatever is written to standard error gets lost.
  ///
  /// libao's drivers, ALSA and others print there what a user cannot use. Our own messages go to a
  /// duplicate of standard error that was made before.
  static func silently<Result>(_ work: () -> Result) -> Result {
    begin()
    defer { end() }
    return work()
  }

  private static func begin() {
    silence.withLockedValue { silence in
      silence.count += 1
      guard silence.count == 1 else { return }
      let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
      guard nothing >= 0 else { return }
      silence.kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
      if silence.kept >= 0 { dup2(nothing, STDERR_FILENO) }
      close(nothing)
    }
  }

  private static func end() {
    silence.withLockedValue { silence in
      silence.count -= 1
      guard silence.count == 0, silence.kept >= 0 else { return }
      dup2(silence.kept, STDERR_FILENO)
      close(silence.kept)
      silence.kept = -1
    }
  }
}
