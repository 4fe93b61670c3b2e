import FileSystem
import Glibc
import Practice
import SystemPackage

/// Where the journal is, and the modes that keep it private.
struct JournalLocation {
  let folder: FilePath
  /// The path of the file; valid UTF-8, as SQLite requires.
  let path: String

  init(in folder: FilePath) throws(JournalProblem) {
    guard let path = String(validating: folder.appending(JournalFile.name)) else {
      throw JournalProblem("the name of its folder is not valid UTF-8")
    }
    self.folder = folder
    self.path = path
  }

  var logPath: String { path + "-wal" }
  var indexPath: String { path + "-shm" }

  /// Creates what is missing, and takes access from others. Never opens the file: closing it would
  /// release the locks that SQLite holds on it in this process.
  func prepare() throws(JournalProblem) {
    do throws(Errno) {
      try PrivateDirectory.make(folder)
    } catch {
      throw JournalProblem(ErrnoClause.writing(error))
    }
    makePrivate(folder.string)
    let type = try? FilePath(path).stat().type
    if let type, let reason = FileTypeClause.of(type) { throw JournalProblem(reason) }
    if type == nil, mknod(path, S_IFREG | 0o600, 0) != 0, errno != EEXIST {
      throw JournalProblem(ErrnoClause.writing(Errno(rawValue: errno)))
    }
    // `mknod` obeys the umask, which may forbid even the user's own access.
    if type == nil { chmod(path, 0o600) }
    for name in [path, logPath, indexPath] { makePrivate(name) }
  }

  private func makePrivate(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return }
    chmod(path, status.st_mode & 0o700)
  }
}
