import Glibc
import Platform
import SystemPackage
import Text

/// A folder that is created to be filled from an archive.
struct NewFolder {
  let path: FilePath

  /// Creates a folder of this name in `parent`, or of the first free one after it.
  init(named name: String, in parent: FilePath) throws(ArchiveProblem) {
    do throws(Errno) {
      for number in 1...10_000 {
        let path = parent.appending(number == 1 ? name : "\(name) \(number)")
        if path.withPlatformString({ mkdir($0, 0o777) }) == 0 {
          self.path = path
          return
        }
        let error = Errno(rawValue: errno)
        guard error == .fileExists else { throw error }
      }
      throw .fileExists
    } catch {
      let shown = CleanText.clean(parent.string)
      throw ArchiveProblem(
        reason: "no folder can be created in \(shown): \(ErrnoClause.writing(error))",
        isOfFolder: true)
    }
  }

  /// Writes a file below the folder.
  ///
  /// - Parameter name: Relative and safe.
  func add(
    _ name: ArraySlice<UInt8>, of entry: ZipReader.Entry, from zip: ZipReader
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
        options: [.create, .exclusiveCreate, .closeOnExec, .noFollow],
        permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
    } catch {
      throw Self.problem(error, entry)
    }
    try file.closeAfter {
      try zip.read(entry) { bytes in
        do { _ = try file.writeAll(bytes) } catch { throw Self.problem(error, entry) }
      }
    }
  }

  private static func problem(_ error: any Error, _ entry: ZipReader.Entry) -> ArchiveProblem {
    // Its name, or a folder of it, is that of another file in the archive.
    let isTwice = [.fileExists, .isDirectory, .notDirectory].contains(error as? Errno)
    let reason = isTwice ? "the archive has it twice" : ErrnoClause.writing(error)
    return ArchiveProblem(
      reason: "'\(entry.shown)' cannot be unpacked: \(reason)", isOfFolder: !isTwice)
  }

  /// Deletes what is at `path`, a folder with all that is in it; links are not followed.
  static func delete(_ path: FilePath) {
    if (try? path.stat(followTargetSymlink: false))?.type == .directory {
      for name in (try? DirectoryEntry.names(in: path)) ?? [] {
        delete(path.appending(path: name[...]))
      }
      _ = path.withPlatformString { rmdir($0) }
    } else {
      _ = path.withPlatformString { unlink($0) }
    }
  }
}

extension FilePath {
  /// The path with the components of `bytes`, which need not be UTF-8, behind it.
  func appending(path bytes: ArraySlice<UInt8>) -> FilePath {
    PathName.path(PathName.allBytes(of: self) + [UInt8(ascii: "/")] + bytes)
  }
}
