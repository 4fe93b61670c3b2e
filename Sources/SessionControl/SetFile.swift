import Platform
public import Practice
public import Screens
public import SystemPackage
import Text

/// The file that a set is exported to: a playlist with its plan, or a form to be read. The ending of
/// its name says which.
public enum SetFile {
  /// The endings of names; that of a playlist that is most usual is the first.
  public static let endings = ["m3u8", "md", "m3u"]
  /// What a name must end in, as a clause.
  public static let kinds = "a set is a '.m3u8' or '.md' file"

  /// The contents of the file at `path`. Blocks on the disk.
  ///
  /// - Parameters:
  ///   - path: Without an ending, it is a playlist.
  ///   - musicFolder: If songs and file are in it, their paths are relative.
  @MainActor public static func bytes(
    of set: SongSet, at path: FilePath, musicFolder: FilePath?
  ) throws(CommandRefusal) -> [UInt8] {
    switch PathName.ending(ofName: PathName.bytes(of: path)) {
    case "md": return Array(try SetForm(of: set).markdown.utf8)
    case nil, "m3u8", "m3u": return try playlist(of: set, at: path, musicFolder: musicFolder)
    case _?: throw .notWritten(unwritten(path, kinds))
    }
  }

  /// `set` as a playlist, whose paths are all absolute unless it has a place. Blocks on the disk.
  public static func playlist(
    of set: SongSet, at path: FilePath? = nil, musicFolder: FilePath? = nil
  ) throws(CommandRefusal) -> [UInt8] {
    do throws(SetProblem) {
      guard let path else { return try SetExport.bytes(of: set) }
      return try SetExport.bytes(of: set, at: path, musicFolder: musicFolder)
    } catch {
      throw .set(error)
    }
  }

  /// Creates the file at `path`, which must have one of the endings. Blocks on the disk.
  @MainActor static func create(
    _ path: FilePath, with set: SongSet, musicFolder: FilePath?
  ) throws(CommandRefusal) {
    guard PathName.ending(ofName: PathName.bytes(of: path)) != nil else {
      throw .notWritten(unwritten(path, kinds))
    }
    let bytes = try bytes(of: set, at: path, musicFolder: musicFolder)
    do throws(Errno) {
      try AtomicFile.write(
        bytes, to: path, existing: .kept,
        permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
    } catch .fileExists {
      throw .notWritten("\(shown(path)) exists already. Write another name, or delete it first.")
    } catch {
      throw .notWritten(unwritten(path, ErrnoClause.writing(error)))
    }
  }

  /// `path`, ready for display.
  static func shown(_ path: FilePath) -> String { CleanText.clean(path.string) }

  private static func unwritten(_ path: FilePath, _ reason: String) -> String {
    "\(shown(path)) cannot be written: \(reason)."
  }
}

extension SetForm {
  /// The form of `set`; refused if its plan is not valid.
  @MainActor public init(of set: SongSet, lastSat: Moment? = nil) throws(CommandRefusal) {
    guard let plan = SetPlan.plan(set.plan) else {
      // The reason comes from the parser.
      _ = try SetPlan.changes(of: set, seed: 1)
      throw .plan("The plan of '\(set.name.text)' is not valid.")
    }
    self.init(SetSummary(of: set, lastSat: lastSat), plan: plan, songs: set.songs)
  }
}
