import Glibc
import SystemPackage

@testable import MeditationRemote

/// A directory for sockets that is removed on release.
final class RuntimeFolder {
  let path: FilePath

  init() throws {
    var template = "/tmp/meditate-run-XXXXXX".utf8CString.map { $0 }
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) } != nil
    }
    guard made else { throw Errno(rawValue: errno) }
    path = FilePath(platformString: template)
  }

  deinit {
    for name in names { unlink(own.appending(name).string) }
    rmdir(own.string)
    rmdir(path.string)
  }

  /// The program's own directory.
  var own: FilePath { path.appending("meditate") }

  var folder: SocketFolder {
    get throws {
      guard let folder = SocketFolder(environment: ["XDG_RUNTIME_DIR": path.string]) else {
        throw Errno.noSuchFileOrDirectory
      }
      return folder
    }
  }

  /// The names in the program's own directory, in order.
  var names: [String] {
    guard let stream = opendir(own.string) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// Leaves a socket on which nobody listens, as a killed program does.
  func leaveSocket(_ name: String) throws {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyBytes(from: own.appending(name).string.utf8)
    }
    let result = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw Errno(rawValue: errno) }
  }
}
