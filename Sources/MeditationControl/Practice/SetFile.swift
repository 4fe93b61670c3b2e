import MeditationPlan
import MeditationPractice
import MeditationScreens
import MeditationSystem
import MeditationText
import SystemPackage

/// The file that a set is exported to: a playlist with its plan, a form to be read, or an archive
/// with all its files. The ending of its name decides.
package enum SetFile {
  /// The endings of names, the most usual one of a playlist first.
  package static let endings = ["m3u8", "md", "m3u"]
  package static let bundleEnding = "zip"
  /// The endings of all other files, as a clause; `.m3u` also works.
  package static let kinds = "a set is a '.m3u8' or '.md' file"

  /// The contents of the file at `path`; a playlist if it has no ending. Paths are relative if
  /// songs and file are in the music folder. Blocks on the disk.
  package static func bytes(
    of set: SongSet, at path: FilePath, musicFolder: FilePath?, reading reader: PlanFileReader
  ) throws(CommandRefusal) -> [UInt8] {
    switch PathName.ending(ofName: PathName.bytes(of: path)) {
    case "md": return Array(try SetForm(of: set, reading: reader).markdown.utf8)
    case nil, "m3u8", "m3u": return try playlist(of: set, at: path, musicFolder: musicFolder)
    case _?: throw .notWritten(unwritten(path, kinds))
    }
  }

  /// `set` as a playlist; all its paths are absolute if `path` is `nil`. Blocks on the disk.
  package static func playlist(
    of set: SongSet, at path: FilePath? = nil, musicFolder: FilePath? = nil
  ) throws(CommandRefusal) -> [UInt8] {
    _ = try set.steps()
    do throws(SetProblem) {
      return try SetExport.bytes(of: set, at: path, musicFolder: musicFolder)
    } catch {
      throw .set(error)
    }
  }

  /// Creates the file at `path`, which must have one of the endings. Blocks on the disk.
  static func create(
    _ path: FilePath, with set: SongSet, musicFolder: FilePath?, reading reader: PlanFileReader
  ) throws(CommandRefusal) {
    guard PathName.ending(ofName: PathName.bytes(of: path)) != nil else {
      throw .notWritten(unwritten(path, kinds))
    }
    let bytes = try bytes(of: set, at: path, musicFolder: musicFolder, reading: reader)
    do throws(Errno) {
      try AtomicFile.write(bytes, to: path, existing: .kept, permissions: .ofNewFile)
    } catch .fileExists {
      throw exists(path)
    } catch {
      throw .notWritten(unwritten(path, ErrnoClause.writing(error)))
    }
  }

  /// Writes `set` with all its files to the archive at `path`; see ``SetBundle``. Blocks on the
  /// disk, for long. Once `isWanted` is false, nothing is left.
  package static func bundle(
    _ set: SongSet, at path: FilePath, home: FilePath?, replaces: Bool = false,
    while isWanted: @escaping () -> Bool
  ) throws(CommandRefusal) {
    guard PathName.ending(ofName: PathName.bytes(of: path)) == bundleEnding else {
      throw .notWritten(unwritten(path, "a bundle is a '.zip' file"))
    }
    if SymbolicLink.isBroken(path) {
      throw .notWritten(unwritten(path, "it is a broken symbolic link"))
    }
    guard replaces || !path.isThere else { throw exists(path) }
    _ = try set.steps()
    do throws(ArchiveProblem) {
      try SetBundle.write(set, to: path, home: home, replaces: replaces, while: isWanted)
    } catch {
      throw .notWritten(unwritten(path, error.reason))
    }
  }

  /// Unpacks the archive at `path` into a new folder in the music folder, or beside the archive if
  /// there is none, and saves its set under a free name. Blocks on the disk, for long. If this
  /// throws, or once `isWanted` is false, what was unpacked is deleted.
  package static func unpack(
    _ path: FilePath, musicFolder: FilePath?, into sets: SetFolder, while isWanted: () -> Bool
  ) throws(CommandRefusal) -> (set: StoredSet, folder: FilePath) {
    let (set, folder): (SongSet, FilePath)
    let parent = musicFolder.flatMap { (try? $0.stat())?.type == .directory ? $0 : nil }
    do throws(ArchiveProblem) {
      (set, folder) = try SetBundle.unpack(
        path, into: parent ?? path.removingLastComponent(), besides: sets.names, while: isWanted)
    } catch {
      throw error.isOfFolder
        ? .notWritten("\(shown(path)) cannot be unpacked: \(error.reason).")
        : .notImported("\(shown(path)) cannot be imported: \(error.reason).")
    }
    do throws(SetProblem) {
      return (try sets.write(set, replacing: nil), folder)
    } catch {
      FileTree.delete(folder)
      throw .set(error)
    }
  }

  /// `path`, ready for display.
  package static func shown(_ path: FilePath) -> String { CleanText.clean(path.string) }

  private static func exists(_ path: FilePath) -> CommandRefusal {
    .notWritten("\(shown(path)) exists already. Write another name, or delete it first.")
  }

  private static func unwritten(_ path: FilePath, _ reason: String) -> String {
    "\(shown(path)) cannot be written: \(reason)."
  }
}

extension SetForm {
  /// The form of `set`; refused if its plan is not valid. Blocks on the disk.
  package init(
    of set: SongSet, lastSat: Moment? = nil, reading reader: PlanFileReader
  ) throws(CommandRefusal) {
    let changes = try set.steps().changes()
    let plan: Plan
    do throws(PlanLimit) {
      plan = try Plan(changes.map(reader.completed))
    } catch {
      throw set.wrongPlan("\(error)")
    }
    self.init(SetSummary(of: set, lastSat: lastSat), plan: plan, songs: set.songs)
  }
}
