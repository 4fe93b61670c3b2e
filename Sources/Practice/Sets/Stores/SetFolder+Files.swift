import Glibc
import Platform
import SystemPackage
import Text

extension SetFolder {
  /// The playlists in the folder, sorted by bytes; none if there is no folder.
  func files() throws(SetProblem) -> [SetFile] {
    do throws(Errno) {
      let names = try DirectoryEntry.names(in: path)
      return names.compactMap(SetFile.init).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    } catch .noSuchFileOrDirectory {
      return []
    } catch {
      throw .file(shownPath, reason: ErrnoClause.reading(error))
    }
  }

  /// Reads a file as the set `name`.
  func contents(of file: SetFile, named name: SetName) throws(SetProblem) -> StoredSet {
    try StoredSet(name: name, bytes: bytes(of: file, named: name), in: path)
  }

  /// Reads the bytes of a file, which is the set `name`.
  func bytes(of file: SetFile, named name: SetName) throws(SetProblem) -> [UInt8] {
    try StoredSet.bytes(at: path(of: file.bytes), named: name.text)
  }

  /// Excludes other programs while the files change, and deletes what killed ones left.
  ///
  /// - Parameter change: Is given the present files.
  func changing<Result>(
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

  /// Writes a new set under its name or, if another program took it just now, under the next.
  func create(_ name: SetName, _ bytes: [UInt8]) throws(SetProblem) -> StoredSet {
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

  /// Writes the file of the set `name`.
  func write(
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

  /// The first name after `name` that no file has.
  static func free(_ name: SetName, among files: [SetFile]) -> SetName {
    let taken = Set(files.compactMap(\.name))
    return (2...(files.count + 2)).lazy.map(name.numbered).first { !taken.contains($0) } ?? name
  }

  /// The path of the set's own file.
  func path(of name: SetName) -> FilePath { path(of: Array((name.text + SetFile.ending).utf8)) }

  /// The path of a file in the folder.
  func path(of bytes: [UInt8]) -> FilePath {
    PathName.path(PathName.allBytes(of: path) + [UInt8(ascii: "/")] + bytes)
  }

  /// The folder's path, ready for display.
  var shownPath: String { CleanText.clean(path.string) }
}
