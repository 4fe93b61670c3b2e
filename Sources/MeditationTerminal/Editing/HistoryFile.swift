import Glibc
import MeditationSystem
import SystemPackage

/// The input history, in a private file.
///
/// Lines are only appended, so several processes can share the file. Lines beyond the limit are
/// removed under a lock, when the file is read and from time to time. History is optional: all
/// errors are ignored.
@MainActor package final class HistoryFile {
  nonisolated static let limit = 1000
  /// The number of bytes read from the end of the file.
  private static let longest = 1 << 20

  private let descriptor: Int32
  private var appended = 0

  /// Opens or creates the file in the user's state directory; `nil` if that fails.
  package convenience init?(environment: [String: String]) {
    guard let folder = UserDirectories(environment: environment).state else { return nil }
    self.init(path: folder.appending("history"))
  }

  /// Opens or creates the file at `path`; `nil` unless it is a regular file.
  init?(path: FilePath) {
    try? PrivateDirectory.make(path.removingLastComponent())
    let flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    descriptor = path.withPlatformString { open($0, flags, 0o600) }
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
  }

  /// Also called after an initializer that returns `nil`.
  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The last lines, oldest first. Removes older ones from the file.
  func load() -> [String] {
    locked { mayWrite in
      let all = readTail().split(separator: UInt8(ascii: "\n"))
      let lines = all.suffix(Self.limit)
      if all.count > Self.limit, mayWrite, ftruncate(descriptor, 0) == 0 {
        write(lines.flatMap { $0 + [UInt8(ascii: "\n")] })
      }
      return lines.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Appends a line in a single write.
  func append(_ line: String) {
    let text = line.split(whereSeparator: \.isNewline).joined(separator: " ")
    locked { _ in write(Array((text + "\n").utf8)) }
    appended += 1
    if appended.isMultiple(of: Self.limit) { _ = load() }
  }

  /// Calls `body` with the file locked, if possible. Never waits: at worst, a line is lost.
  private func locked<Result>(_ body: (_ mayWrite: Bool) -> Result) -> Result {
    let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
    defer { if isLocked { flock(descriptor, LOCK_UN) } }
    return body(isLocked)
  }

  private func write(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }

  private func readTail() -> [UInt8] {
    let size = lseek(descriptor, 0, SEEK_END)
    let start = max(0, size - off_t(Self.longest))
    var bytes = [UInt8](repeating: 0, count: Int(max(0, size - start)))
    let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, start) }
    guard count > 0 else { return [] }
    let read = bytes.prefix(count)
    return Array(start == 0 ? read : read.drop { $0 != UInt8(ascii: "\n") }.dropFirst())
  }
}
