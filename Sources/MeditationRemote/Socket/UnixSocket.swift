import Glibc
import SystemPackage

/// Sockets of unix(7) that have a path.
enum UnixSocket {
  private typealias Attachment = (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32

  /// Connects to the socket at `path`. The descriptor blocks.
  ///
  /// - Parameter seconds: How long to wait while the queue of connections is full.
  static func connect(to path: FilePath, within seconds: Int = 1) throws(Errno) -> FileDescriptor {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    // Of a program that is stopped, the queue can be full.
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    try attach(descriptor, to: path, by: Glibc.connect)
    return FileDescriptor(rawValue: descriptor)
  }

  /// Creates a socket at `path` that takes connections. Accepting one never blocks.
  static func listen(at path: FilePath) throws(Errno) -> Int32 {
    let descriptor = socket(
      AF_UNIX,
      Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    try attach(descriptor, to: path, by: Glibc.bind)
    guard Glibc.listen(descriptor, 128) == 0 else {
      let error = Errno(rawValue: errno)
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Gives `path` to `attachment`, and closes the socket if that fails.
  private static func attach(
    _ descriptor: Int32, to path: FilePath, by attachment: Attachment
  ) throws(Errno) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let isFitting = path.withPlatformString { path in
      withUnsafeMutableBytes(of: &address.sun_path) { target in
        let bytes = UnsafeRawBufferPointer(start: path, count: strlen(path))
        guard bytes.count < target.count else { return false }
        target.copyMemory(from: bytes)
        return true
      }
    }
    guard isFitting else {
      close(descriptor)
      throw .fileNameTooLong
    }
    let result = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        attachment(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else {
      let error = Errno(rawValue: errno)
      close(descriptor)
      throw error
    }
  }

  /// The user of the process at the other end; `nil` if the system does not say.
  static func peer(of socket: Int32) -> uid_t? {
    // `struct ucred` of unix(7), which Swift does not import.
    var peer = (process: pid_t(0), user: uid_t(0), group: gid_t(0))
    var size = socklen_t(MemoryLayout.size(ofValue: peer))
    guard getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 else { return nil }
    return peer.user
  }

  /// True if a process listens at `path`.
  static func isServed(at path: FilePath) -> Bool {
    do throws(Errno) {
      let descriptor = try connect(to: path)
      close(descriptor.rawValue)
      return true
    } catch {
      return error != .connectionRefused && error != .noSuchFileOrDirectory
    }
  }
}
