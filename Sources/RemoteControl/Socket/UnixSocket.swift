import Glibc
import SystemPackage

/// A socket that is connected to a session. It blocks.
enum UnixSocket {
  /// Connects to the socket at `path`.
  static func connect(to path: FilePath) throws(Errno) -> FileDescriptor {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
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
