import Foundation
import SystemPackage

/// Standard error, on which libraries print what a user cannot use.
///
/// While libao opens and closes, that is kept away anyhow. mpg123, within libsndfile, prints as it
/// decodes a damaged MP3, and there is no setting against it.
public enum StandardError {
  /// Where the program's own messages go; standard error itself if it cannot be kept.
  ///
  /// From its first use, whatever else prints to standard error gets lost. For the program only.
  public static let ofProgram: FileDescriptor = keep()

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
