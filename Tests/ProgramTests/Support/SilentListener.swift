import Glibc
import SystemPackage

/// A local TCP port that never answers, and records whether a client connected.
final class SilentListener {
  let port: UInt16
  private let descriptor: Int32

  init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let result = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, size) | listen(descriptor, 5)
          | getsockname(descriptor, address, &size)
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    guard result == 0 else { throw Errno(rawValue: errno) }
  }

  deinit { close(descriptor) }

  /// True if a client has connected.
  var hasVisitor: Bool {
    let visitor = accept(descriptor, nil, nil)
    if visitor >= 0 { close(visitor) }
    return visitor >= 0
  }
}
