import FileSystem
import Glibc
import SystemPackage

/// A temporary file that is to replace another one in one step: a reader finds the old contents or
/// the new ones. Every call blocks on the disk.
struct ReplacementFile {
  /// The file that is replaced.
  let target: FilePath
  private let temporary: FilePath

  /// Writes `bytes` to a new file of mode 0600 beside `target`, and syncs it.
  ///
  /// - Parameter original: The status of the file that is replaced, whose owner and mode are kept.
  init(_ bytes: [UInt8], for target: FilePath, keeping original: Stat?) throws(Errno) {
    self.target = target
    let folder = target.removingLastComponent()
    var template = PathName.allBytes(of: folder.isEmpty ? "." : folder)
    template += "/.".utf8 + PathName.bytes(of: target).prefix(200) + "-XXXXXX".utf8
    var path = template.map { CChar(bitPattern: $0) } + [0]
    let number = mkstemp(&path)
    guard number >= 0 else { throw Errno(rawValue: errno) }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    temporary = FilePath(platformString: path)
    do {
      let file = FileDescriptor(rawValue: number)
      try file.closeAfter {
        if let original { try Self.take(original, for: number) }
        try file.writeAll(bytes)
        guard fsync(number) == 0 else { throw Errno(rawValue: errno) }
      }
    } catch {
      discard()
      throw error as? Errno ?? .ioError
    }
  }

  /// Puts the file in the place of the target.
  func replace() throws(Errno) {
    let status = temporary.withPlatformString { from in
      target.withPlatformString { to in rename(from, to) }
    }
    guard status == 0 else {
      let error = Errno(rawValue: errno)
      discard()
      throw error
    }
    // The new name survives a power cut only when its folder is written.
    let folder = target.removingLastComponent()
    if let file = try? FileDescriptor.open(
      folder.isEmpty ? "." : folder, .readOnly, options: [.directory, .closeOnExec])
    {
      fsync(file.rawValue)
      try? file.close()
    }
  }

  /// Removes the temporary file.
  func discard() { _ = temporary.withPlatformString { unlink($0) } }

  /// Before the mode: a change of the owner clears bits of it.
  private static func take(_ original: Stat, for descriptor: Int32) throws {
    let status = original.rawValue
    if status.st_uid != geteuid() || status.st_gid != getegid() {
      guard fchown(descriptor, status.st_uid, status.st_gid) == 0 else {
        throw Errno(rawValue: errno)
      }
    }
    guard fchmod(descriptor, status.st_mode & 0o7777) == 0 else { throw Errno(rawValue: errno) }
  }
}
