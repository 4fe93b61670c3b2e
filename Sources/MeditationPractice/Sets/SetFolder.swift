import Glibc
import MeditationLibrary
import MeditationSystem
import MeditationText
import SystemPackage

/// A folder of playlists, one for each set. Every call blocks on the disk.
///
/// Our programs exclude each other while they write. Others' changes show in the files' bytes.
package struct SetFolder: Sendable {
  /// The folder, created with mode 0700 by the first write.
  let path: FilePath

  /// The folder of deleted sets, created in the same way; `nil` keeps none.
  private let trashPath: FilePath?
  private var trash: SetFolder? { trashPath.map { SetFolder(path: $0) } }

  private static let maximumCount = 10_000
  /// How many deleted sets are kept: the latest ones, one of each name.
  private static let mostDeleted = 50

  /// Creates the store in the folder at `path`, an absolute path.
  package init(path: FilePath, trash: FilePath? = nil) { (self.path, trashPath) = (path, trash) }

  /// The names of the sets in order, without reading the sets; empty if the folder cannot be read.
  package var names: [SetName] {
    Set(((try? files()) ?? []).compactMap(\.name))
      .sorted { $0.sortKey.lexicographicallyPrecedes($1.sortKey) }
  }

  /// True if there is no set, or none can be read.
  package var isEmpty: Bool { ((try? list().sets) ?? []).isEmpty }

  /// All sets by name in natural order, without their songs; and the files that cannot be read.
  package func list() throws(SetProblem) -> (sets: [ListedSet], problems: [SetProblem]) {
    let files = try files()
    var (sets, problems): ([ListedSet], [SetProblem]) = ([], [])
    var seen: [SetName: SetFile] = [:]
    for file in files.prefix(Self.maximumCount) {
      guard let name = file.name else {
        problems.append(file.problem)
        continue
      }
      if let other = seen.updateValue(file, forKey: name) {
        seen[name] = other
        problems.append(.file(name.text, reason: "'\(other.shown)' is the same set"))
        continue
      }
      do {
        sets.append(try StoredSet.listed(name, bytes(of: file, named: name), in: path))
      } catch {
        problems.append(error)
      }
    }
    if files.count > Self.maximumCount {
      let reason = "only the first \(Self.maximumCount) of \(files.count) sets are read"
      problems.append(.folder(shownPath, reason: reason))
    }
    let order = sets.map { ($0.name.sortKey, $0) }.sorted {
      $0.0.lexicographicallyPrecedes($1.0)
    }
    return (order.map(\.1), problems)
  }

  package func read(_ name: SetName) throws(SetProblem) -> StoredSet {
    let file = try Self.file(of: name, among: files())
    return try contents(of: file, named: file.name ?? name)
  }

  /// Writes `set` under its name. If the set of this name is not `known`, another program changed
  /// it: it stays, and `set` gets the first free name after it, such as "Evening 2".
  ///
  /// Keeps lines that are not about songs or the plan. If nothing changes, nothing is written.
  ///
  /// - Parameter known: The set of this name when it was last read; `nil` if there was none.
  package func write(_ set: SongSet, replacing known: StoredSet?) throws(SetProblem) -> StoredSet {
    let bytes = try SetDocument.bytes(of: set, from: known?.bytes, in: path)
    return try changing(set.name) { files throws(SetProblem) in
      var name = set.name
      if let file = files.first(where: { $0.name == name }) {
        name = file.name ?? name
        let present = try? contents(of: file, named: name).bytes
        if present == bytes { return try StoredSet(name: name, bytes: bytes, in: path) }
        if let present, present == known?.bytes {
          try write(bytes, to: path(of: file), named: name, existing: .updated)
          return try StoredSet(name: name, bytes: bytes, in: path)
        }
        name = Self.free(name, among: files)
      }
      return try create(name, bytes)
    }
  }

  /// Renames a set; throws `.taken` if another set has the name.
  package func rename(_ set: StoredSet, to name: SetName) throws(SetProblem) -> StoredSet {
    try changing(name) { files throws(SetProblem) in
      let old = set.set.name
      let file = try Self.file(of: old, among: files)
      if name != old, files.contains(where: { $0.name == name }) { throw .taken(name.text) }
      let stored = try contents(of: file, named: name)
      if file.name?.text.utf8.elementsEqual(name.text.utf8) ?? false { return stored }
      // On a disk that ignores case, the other spelling is an existing file.
      let existing: AtomicFile.Existing = name == old ? .replaced : .kept
      let others = files.filter { $0.bytes != file.bytes && $0.name == name }
      guard others.isEmpty else { throw .taken(name.text) }
      do throws(Errno) {
        try AtomicFile.move(path(of: file), to: path(of: name), existing: existing)
      } catch {
        throw error == .fileExists
          ? .taken(name.text) : .file(old.text, reason: ErrnoClause.writing(error))
      }
      return stored
    }
  }

  /// Deletes a set, and `keeps` its file for ``restoreDeleted(_:)``; not for `undo`, which would
  /// otherwise replace a set that the user deleted.
  package func delete(_ set: StoredSet, keeping keeps: Bool = false) throws(SetProblem) {
    try changing(set.set.name) { files throws(SetProblem) in
      let name = set.set.name
      let file = try Self.file(of: name, among: files)
      guard try contents(of: file, named: name).bytes == set.bytes else {
        throw .file(name.text, reason: "another program has changed it meanwhile")
      }
      if keeps, let trash { try keep(set, named: file.name ?? name, in: trash) }
      do throws(Errno) {
        try AtomicFile.delete(path(of: file))
      } catch {
        throw .file(name.text, reason: ErrnoClause.writing(error))
      }
    }
  }

  /// Writes a deleted set again, byte for byte; throws `.taken` if its name is in use.
  package func restore(_ set: StoredSet) throws(SetProblem) {
    try changing(set.set.name) { files throws(SetProblem) in
      let name = set.set.name
      if files.contains(where: { $0.name == name }) { throw .taken(name.text) }
      try write(set.bytes, to: path(of: name), named: name, existing: .kept)
    }
    forget(set)
  }

  // MARK: - Deleted sets

  /// The names of the sets that can be restored, the one deleted last first.
  package var deletedNames: [SetName] { deleted.compactMap(\.name) }

  /// Restores the deleted set, byte for byte; `nil` without one, `.taken` if its name is in use.
  package func restoreDeleted(_ name: SetName) throws(SetProblem) -> StoredSet? {
    guard let trash, let file = deleted.first(where: { $0.name == name }) else { return nil }
    let bytes = try trash.bytes(of: file, named: name)
    let set = try StoredSet(name: file.name ?? name, bytes: bytes, in: path)
    try restore(set)
    return set
  }

  /// The files of deleted sets, the latest first; none if there is no folder.
  private var deleted: [SetFile] {
    guard let trash else { return [] }
    let files = ((try? trash.files()) ?? []).map { file in
      (file, (try? trash.path(of: file).stat()).map { Duration($0.st_mtim) } ?? .zero)
    }
    return files.sorted { $0.1 > $1.1 }.map(\.0)
  }

  /// Keeps the file of a deleted set, and deletes the oldest ones.
  private func keep(_ set: StoredSet, named name: SetName, in trash: SetFolder) throws(SetProblem) {
    do throws(Errno) { try PrivateDirectory.make(trash.path) } catch {
      throw .file(name.text, reason: ErrnoClause.writing(error))
    }
    // Case does not matter.
    for file in deleted where file.name == name {
      try? AtomicFile.delete(trash.path(of: file))
    }
    try trash.write(set.bytes, to: trash.path(of: name), named: name, existing: .replaced)
    for file in deleted.dropFirst(Self.mostDeleted) {
      try? AtomicFile.delete(trash.path(of: file))
    }
  }

  /// Deletes the kept file of a set that is there again.
  private func forget(_ set: StoredSet) {
    guard let trash, let file = deleted.first(where: { $0.name == set.set.name }),
      (try? trash.bytes(of: file, named: set.set.name)) == set.bytes
    else { return }
    try? AtomicFile.delete(trash.path(of: file))
  }

  // MARK: - Files

  /// The playlists in the folder, sorted by bytes; none if there is no folder.
  private func files() throws(SetProblem) -> [SetFile] {
    do throws(Errno) {
      let names = try DirectoryEntry.names(in: path)
      return names.compactMap(SetFile.init).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    } catch .noSuchFileOrDirectory {
      return []
    } catch {
      throw .folder(shownPath, reason: ErrnoClause.reading(error))
    }
  }

  private static func file(of name: SetName, among files: [SetFile]) throws(SetProblem) -> SetFile {
    if let file = files.first(where: { $0.name == name }) { return file }
    throw .unknown(name.text, nearest: name.nearest(in: files.compactMap(\.name)))
  }

  private func contents(of file: SetFile, named name: SetName) throws(SetProblem) -> StoredSet {
    try StoredSet(name: name, bytes: bytes(of: file, named: name), in: path)
  }

  private func bytes(of file: SetFile, named name: SetName) throws(SetProblem) -> [UInt8] {
    try StoredSet.bytes(at: path(of: file), named: name.text)
  }

  /// Locks the folder while files change, and deletes what killed programs left.
  private func changing<Result>(
    _ name: SetName, _ change: ([SetFile]) throws(SetProblem) -> Result
  ) throws(SetProblem) -> Result {
    let lock: DirectoryLock
    do throws(Errno) {
      try PrivateDirectory.make(path)
      lock = try DirectoryLock(path)
    } catch {
      let reason =
        error == .wouldBlock ? "another program is writing it" : ErrnoClause.writing(error)
      throw .file(name.text, reason: reason)
    }
    defer { withExtendedLifetime(lock) {} }
    AtomicFile.deleteAbandoned(in: path)
    return try change(try files())
  }

  /// Writes a new set under its name, or under the next one if another program has just taken it.
  private func create(_ name: SetName, _ bytes: [UInt8]) throws(SetProblem) -> StoredSet {
    var name = name
    for _ in 0..<Self.maximumCount {
      do throws(SetProblem) {
        try write(bytes, to: path(of: name), named: name, existing: .kept)
        return try StoredSet(name: name, bytes: bytes, in: path)
      } catch {
        guard case .taken = error else { throw error }
        name = Self.free(name, among: try files())
      }
    }
    throw .taken(name.text)
  }

  private func write(
    _ bytes: [UInt8], to path: FilePath, named name: SetName, existing: AtomicFile.Existing
  ) throws(SetProblem) {
    do throws(Errno) {
      try AtomicFile.write(bytes, to: path, existing: existing, permissions: .ownerReadWrite)
    } catch .fileExists {
      throw .taken(name.text)
    } catch {
      throw .file(name.text, reason: ErrnoClause.writing(error))
    }
  }

  /// The first name after `name` that is free.
  private static func free(_ name: SetName, among files: [SetFile]) -> SetName {
    let taken = Set(files.compactMap(\.name))
    return (2...(files.count + 2)).lazy.map(name.numbered).first { !taken.contains($0) } ?? name
  }

  private func path(of name: SetName) -> FilePath {
    path.appending(path: (name.text + SetFile.ending).utf8)
  }

  private func path(of file: SetFile) -> FilePath { path.appending(path: file.bytes) }

  private var shownPath: String { CleanText.clean(path.string) }
}

/// A file in the folder of sets whose name ends in `.m3u8`.
private struct SetFile {
  /// The name of the file.
  let bytes: [UInt8]
  /// The name of the set; `nil` if the file's name cannot be one.
  let name: SetName?

  static let ending = ".m3u8"

  /// - Parameter bytes: The name of a file; `nil` if it is not that of a playlist.
  init?(_ bytes: [UInt8]) {
    guard PathName.ending(ofName: bytes) == "m3u8" else { return nil }
    self.bytes = bytes
    let stem = String(validating: bytes.dropLast(Self.ending.utf8.count), as: UTF8.self)
    // A name with surrounding blanks would be written to another file.
    name = stem.flatMap { stem in (try? SetName(stem)).flatMap { $0.text == stem ? $0 : nil } }
  }

  /// The name of the file, ready for display.
  var shown: String { PathName.shown(PathName.path(bytes)) }

  var problem: SetProblem { .file(shown, reason: "a set cannot have this name") }
}
