import Glibc
import MeditationSystem
import MeditationText
import SystemPackage

/// A folder that is filled from an archive. It is hidden until it is complete and gets its name.
final class NewFolder {
  private(set) var path: FilePath
  /// The open folder, locked for `deleteAbandoned`.
  private let lock: FileDescriptor

  /// Creates a folder in `parent`, and deletes those left there by killed programs.
  init(in parent: FilePath) throws(ArchiveProblem) {
    Self.deleteAbandoned(in: parent)
    path = AtomicFile.temporaryPath(in: parent)
    do {
      guard path.withPlatformString({ mkdir($0, 0o777) }) == 0 else { throw Errno(rawValue: errno) }
      lock = try .open(path, .readOnly, options: [.directory, .closeOnExec])
    } catch {
      throw Self.problem(error, in: parent)
    }
    AtomicFile.lock(lock)
  }

  deinit { try? lock.close() }

  /// Renames the folder to `place`; false if that name is taken.
  func move(to place: FilePath) throws(ArchiveProblem) -> Bool {
    // Reserves the name: a folder can replace an empty one, but no other.
    guard place.withPlatformString({ mkdir($0, 0o777) }) == 0 else {
      let error = Errno(rawValue: errno)
      if error == .fileExists { return false }
      throw Self.problem(error, in: place.removingLastComponent())
    }
    let result = path.withPlatformString { old in place.withPlatformString { rename(old, $0) } }
    guard result == 0 else {
      let error = Errno(rawValue: errno)
      _ = place.withPlatformString { rmdir($0) }
      throw Self.problem(error, in: place.removingLastComponent())
    }
    path = place
    return true
  }

  private static func problem(_ error: any Error, in parent: FilePath) -> ArchiveProblem {
    let shown = CleanText.clean(parent.string)
    return ArchiveProblem(
      reason: "no folder can be created in \(shown): \(ErrnoClause.writing(error))",
      isOfFolder: true)
  }

  /// Writes a file below the folder; `name` is relative and safe.
  func add(
    _ name: ArraySlice<UInt8>, of entry: ZipReader.Entry, from zip: ZipReader,
    while isWanted: () -> Bool
  ) throws {
    let parts = name.split(separator: UInt8(ascii: "/"))
    var place = path
    for part in parts.dropLast() {
      place = place.appending(path: part)
      if place.withPlatformString({ mkdir($0, 0o777) }) != 0, errno != EEXIST {
        throw Self.problem(Errno(rawValue: errno), entry)
      }
    }
    let file: FileDescriptor
    do {
      file = try .open(
        path.appending(path: name), .writeOnly,
        options: [.create, .exclusiveCreate, .closeOnExec, .noFollow], permissions: .ofNewFile)
    } catch {
      throw Self.problem(error, entry)
    }
    try file.closeAfter {
      try zip.read(entry) { bytes in
        guard isWanted() else { throw ArchiveProblem.interrupted }
        do { _ = try file.writeAll(bytes) } catch { throw Self.problem(error, entry) }
      }
    }
  }

  private static func problem(_ error: any Error, _ entry: ZipReader.Entry) -> ArchiveProblem {
    // The archive has another file of this name, or of a folder's name in its path.
    let isTwice = [.fileExists, .isDirectory, .notDirectory].contains(error as? Errno)
    let clause =
      isTwice
      ? "cannot be unpacked: the archive has it twice"
      : "cannot be written: \(ErrnoClause.writing(error))"
    return ArchiveProblem(reason: "'\(entry.shown)' \(clause)", isOfFolder: !isTwice)
  }

  /// Deletes the hidden folders left in `parent` by killed programs. An empty one may be new.
  private static func deleteAbandoned(in parent: FilePath) {
    for name in (try? DirectoryEntry.names(in: parent)) ?? [] where AtomicFile.isTemporary(name) {
      let path = parent.appending(path: name)
      let folder = try? FileDescriptor.open(
        path, .readOnly, options: [.directory, .closeOnExec, .noFollow])
      guard let folder else { continue }
      try? folder.closeAfter {
        // Another user's folder is not ours to delete, and may still change.
        guard try folder.stat().rawValue.st_uid == geteuid(),
          flock(folder.rawValue, LOCK_EX | LOCK_NB) == 0,
          try !DirectoryEntry.names(in: path).isEmpty
        else { return }
        FileTree.delete(path)
      }
    }
  }
}
