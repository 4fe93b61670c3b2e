import Foundation

/// Watches whether the reader of a pipe or socket is still there, on a separate thread, so that its
/// loss is noticed even while nothing is written.
///
/// The thread does nothing else and is never joined: it ends with the reader or with the program.
public enum ReaderWatch {
  /// Calls `onLoss` once, on the watching thread, when `descriptor` has lost its reader; never if
  /// it is neither a pipe nor a socket.
  public static func start(
    watching descriptor: Int32, onLoss: @escaping @Sendable () -> Void
  ) {
    var status = stat()
    guard fstat(descriptor, &status) == 0,
      [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
    else { return }
    let thread = Thread {
      // Source: poll(2): POLLERR and POLLHUP are reported without being asked for; POLLERR "is also
      // set for a file descriptor referring to the write end of a pipe when the read end has been
      // closed".
      var watched = pollfd(fd: descriptor, events: 0, revents: 0)
      while watched.revents == 0 {
        if poll(&watched, 1, -1) < 0, errno != EINTR { return }
      }
      onLoss()
    }
    thread.name = "reader of output"
    thread.start()
  }
}
