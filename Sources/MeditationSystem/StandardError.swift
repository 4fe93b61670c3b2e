import Glibc
import SystemPackage

/// Standard error, to which libraries print messages that do not help a user: libao's drivers and
/// ALSA when they open and close, and mpg123, inside libsndfile, when it decodes a damaged MP3.
package enum StandardError {
  /// Where the program's own messages go; standard error itself if it cannot be duplicated. From
  /// its first use, all else printed to standard error is discarded: not for a library.
  package static let ofProgram: FileDescriptor = keep()

  private static func keep() -> FileDescriptor {
    let kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { if nothing >= 0 { close(nothing) } }
    guard kept >= 0, nothing >= 0, dup2(nothing, STDERR_FILENO) >= 0 else {
      return FileDescriptor(rawValue: STDERR_FILENO)
    }
    return FileDescriptor(rawValue: kept)
  }
}
