import FoundationEssentials
import MeditationSystem
import SystemPackage

/// Where the journal is, and the files that belong to it.
struct JournalLocation {
  /// The suffixes of SQLite's files that hold part of the contents: the rollback journal of an
  /// interrupted commit, and the log of older versions.
  static let parts = ["-journal", "-wal"]

  /// The path of the file; valid UTF-8, as SQLite requires.
  let path: String

  init(in folder: FilePath) throws {
    if String(validating: folder) == nil { try PrivateDirectory.make(folder) }
    path = try UTF8Directory.path(folder).appending(JournalFile.name).string
  }

  private init(path: String) { self.path = path }

  /// A place for a copy, in a new private folder.
  static func temporary() throws -> JournalLocation {
    let folder = FilePath(FileManager.default.temporaryDirectory.path)
      .appending("meditate-\(UUID().uuidString)")
    try PrivateDirectory.make(folder)
    return try JournalLocation(in: folder)
  }

  var folder: FilePath { FilePath(path).removingLastComponent() }

  /// The target of a symbolic link. SQLite keeps its files beside it.
  var resolved: JournalLocation {
    guard let path = FilePath(path).resolved, let text = String(validating: path) else {
      return self
    }
    return JournalLocation(path: text)
  }

  var file: DatabaseFile { DatabaseFile(at: FilePath(path), JournalTables.schema) }
  /// The backup: beside a symbolic link, not beside its target.
  var backup: JournalBackup { JournalBackup(at: folder) }
  var logPath: String { path + "-wal" }
  /// The log's index, shared by all that have the file open.
  var indexPath: String { path + "-shm" }

  /// True if the last write was interrupted, or is still going on.
  var isUnfinished: Bool { Self.parts.contains { FilePath(path + $0).isThere } }

  /// Creates what is missing, and removes other users' access.
  func prepare() throws {
    try PrivateDirectory.make(folder)
    let type = try? FilePath(path).stat().type
    if let type, let reason = FileTypeClause.of(type) { throw JournalProblem(reason) }
    try file.makePrivate()
  }

  /// Copies the file to a path in a private folder, with its parts or else those of `other`.
  func copy(to copy: String, partsOf other: String? = nil) throws {
    try Self.copy(path, to: copy)
    for part in Self.parts {
      let names = [path, other].compactMap { $0.map { $0 + part } }
      guard let name = names.first(where: { FilePath($0).isThere }) else { continue }
      try Self.copy(name, to: copy + part)
    }
  }

  /// The most that is copied, in bytes: more than 300,000 sits.
  static let copyLimit = 64 << 20

  /// The size of the file in bytes; `nil` if it is missing.
  var size: Int? { (try? FilePath(path).stat()).map { Int($0.size) } }

  private static func copy(_ path: String, to copy: String) throws {
    let bytes = try BoundedFile(at: FilePath(path), limit: copyLimit).bytes
    try AtomicFile.write(bytes, to: FilePath(copy))
  }
}
