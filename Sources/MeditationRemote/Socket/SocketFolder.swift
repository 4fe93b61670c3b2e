import Glibc
import MeditationSystem
import MeditationText
import SystemPackage

/// The folder of the control sockets of this user's sessions. Every call blocks on the disk.
package struct SocketFolder: Sendable {
  private static let suffix = ".sock"
  /// A symbolic link to the newest session's socket. It does not match the pattern of sockets.
  static let newest = "newest"
  /// The size of `sun_path`, without the final zero.
  private static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// A socket in the folder. Its session may have been killed.
  struct Entry {
    let processID: pid_t
    let path: FilePath
    /// When it was created, in nanoseconds since 1970.
    let created: Int
    let owner: uid_t
  }

  private let path: FilePath
  /// The user whose sessions these are.
  let user: uid_t

  /// The folder in `environment`; `nil` if that names no directory for sockets, or one that does
  /// not exist: it is created at login, and what removes it at logout with it.
  package init?(environment: [String: String], of user: uid_t = geteuid()) {
    guard let path = UserDirectories(environment: environment).runtime,
      path.removingLastComponent().isThere
    else { return nil }
    self.path = path
    self.user = user
  }

  /// Creates the folder if necessary.
  ///
  /// - Returns: The path for the socket of `processID`.
  /// - Throws: `SocketProblem` if it is not private, or the path is too long.
  func prepare(for processID: pid_t) throws(SocketProblem) -> FilePath {
    do throws(Errno) {
      try PrivateDirectory.make(path)
    } catch {
      throw .notCreated(path, error)
    }
    try check()
    let socket = path.appending("\(processID)\(Self.suffix)")
    guard socket.length <= Self.longestPath else {
      throw SocketProblem("the path \(socket) is too long for a socket.")
    }
    return socket
  }

  /// Checks that only this user can create sockets in the folder.
  ///
  /// - Returns: False if there is no folder.
  /// - Throws: `SocketProblem` if it is not private.
  @discardableResult func check() throws(SocketProblem) -> Bool {
    var status = stat()
    guard path.withPlatformString({ lstat($0, &status) }) == 0 else {
      if errno == ENOENT { return false }
      throw SocketProblem("\(path): \(ErrnoClause.reading(Errno(rawValue: errno))).")
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw SocketProblem("\(path) is not a directory.")
    }
    guard status.st_uid == user else { throw .foreign(path) }
    guard status.st_mode & 0o077 == 0 else {
      throw SocketProblem("\(path) is not private; 'chmod 700' makes it so.")
    }
    return true
  }

  /// The sockets, newest first.
  func entries() -> [Entry] {
    let names = (try? DirectoryEntry.names(in: path)) ?? []
    return names.compactMap(entry).sorted {
      ($0.created, $0.processID) > ($1.created, $1.processID)
    }
  }

  /// Removes the sockets of killed sessions, and makes `newest` lead to the newest socket.
  func tidy() {
    for entry in entries() where kill(entry.processID, 0) != 0 && errno == ESRCH {
      // In a container, a session with other process ids may use the same folder.
      if !UnixSocket.isServed(at: entry.path) { remove(entry.path) }
    }
    let link = path.appending(Self.newest)
    guard let socket = entries().first?.path.lastComponent?.string else { return remove(link) }
    let temporary = path.appending("\(Self.newest).\(getpid())")
    // A killed program may have left it.
    remove(temporary)
    // Renamed, so that the name always exists.
    if symlink(socket, temporary.string) == 0, rename(temporary.string, link.string) != 0 {
      remove(temporary)
    }
  }

  func remove(_ path: FilePath) { _ = path.withPlatformString { unlink($0) } }

  private func entry(_ name: [UInt8]) -> Entry? {
    let name = String(decoding: name, as: UTF8.self)
    guard name.hasSuffix(Self.suffix), let processID = pid_t(name.dropLast(Self.suffix.count)),
      processID > 0
    else { return nil }
    let path = path.appending(name)
    var status = stat()
    guard path.withPlatformString({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFSOCK
    else { return nil }
    // A file system may claim any time.
    let created = status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
    return Entry(processID: processID, path: path, created: created, owner: status.st_uid)
  }
}

/// Why a control socket cannot be used, as a clause with a full stop.
package struct SocketProblem: Error {
  package let reason: String

  init(_ reason: String) { self.reason = CleanText.clean(reason) }

  static func notCreated(_ path: FilePath, _ error: Errno) -> Self {
    Self("\(path) cannot be created: \(ErrnoClause.writing(error)).")
  }

  static func foreign(_ path: FilePath) -> Self { Self("\(path) belongs to another user.") }

  /// The line for the user of a session that has no socket.
  var text: String { "No control socket: \(reason)" }
}
