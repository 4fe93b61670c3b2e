import Glibc
import SystemPackage

/// A socket that is connected to a session. It blocks.
enum UnixSocket {
  /// Connects to the socket at `path`.
  ///
  /// - Parameter seconds: How long to wait while the queue of connections is full.
  static func connect(to path: FilePath, within seconds: Int = 1) throws(Errno) -> FileDescriptor {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    // Of a program that is stopped, the queue can be full.
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
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
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else {
      let error = Errno(rawValue: errno)
      close(descriptor)
      throw error
    }
    return FileDescriptor(rawValue: descriptor)
  }

  /// The user of the process at the other end; `nil` if the system does not say.
  static func peer(of socket: FileDescriptor) -> uid_t? {
    var peer = PeerCredentials()
    var size = socklen_t(MemoryLayout<PeerCredentials>.size)
    guard getsockopt(socket.rawValue, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 else {
      return nil
    }
    return peer.user
  }

  /// Whether a process listens at `path`.
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
