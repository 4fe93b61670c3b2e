import Glibc
import SystemPackage

/// Sockets with a path, see unix(7).
enum UnixSocket {
  /// A blocking connection to the socket at `path`; waits for `seconds` while its queue is full.
  static func connect(to path: FilePath, within seconds: Int = 1) throws(Errno) -> FileDescriptor {
    try open(at: path) { socket, address, length in
      // The queue of a stopped program may be full.
      var limit = timeval(tv_sec: seconds, tv_usec: 0)
      setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
      return Glibc.connect(socket, address, length)
    }
  }

  /// Creates a socket at `path` that accepts connections. Accepting never blocks.
  static func listen(at path: FilePath) throws(Errno) -> Int32 {
    try open(at: path, SOCK_NONBLOCK.rawValue) { socket, address, length in
      let result = Glibc.bind(socket, address, length)
      return result == 0 ? Glibc.listen(socket, 128) : result
    }.rawValue
  }

  /// Creates a socket, and binds or connects it by `attachment`, which returns 0 or sets `errno`.
  private static func open(
    at path: FilePath, _ options: UInt32 = 0,
    by attachment: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(Errno) -> FileDescriptor {
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
    guard isFitting else { throw .fileNameTooLong }
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | options
    let descriptor = socket(AF_UNIX, Int32(kind), 0)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
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
    return FileDescriptor(rawValue: descriptor)
  }

  /// The user of the process at the other end; `nil` if unknown.
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
