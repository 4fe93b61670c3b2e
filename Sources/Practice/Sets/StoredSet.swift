import Platform
import SongLibrary
import SystemPackage
import Text

/// Keeps sets. Every call blocks on the disk.
///
/// Two conform: the folder of playlists, and sets in memory for tests.
public protocol SetStore: Sendable {
  /// All sets, in the natural order of their names, without their songs; and the files that cannot
  /// be read.
  func list() throws(SetProblem) -> (sets: [ListedSet], problems: [SetProblem])

  /// The set of this name.
  func read(_ name: SetName) throws(SetProblem) -> StoredSet

  /// Writes `set` under its name. A set of this name that is not `known` stays, and `set` is
  /// written under the first free name after it, such as "Evening 2": another program changed it.
  ///
  /// Lines of the file that are not about songs or the plan are kept. If nothing changes, nothing
  /// is written.
  ///
  /// - Parameter known: The set of this name as it was last read; `nil` if there was none.
  /// - Returns: The set as it is stored.
  func write(_ set: SongSet, replacing known: StoredSet?) throws(SetProblem) -> StoredSet

  /// Gives a set another name; throws `.taken` if another set has it.
  func rename(_ set: StoredSet, to name: SetName) throws(SetProblem) -> StoredSet

  /// Deletes a set.
  func delete(_ set: StoredSet) throws(SetProblem)

  /// Writes a deleted set again, byte for byte; throws `.taken` if there is a new one of its name.
  func restore(_ set: StoredSet) throws(SetProblem)
}

extension SetStore {
  /// Whether there is no set, or none can be read.
  public var isEmpty: Bool { ((try? list().sets) ?? []).isEmpty }
}

/// A set as it is stored.
public struct StoredSet: Hashable, Sendable {
  public var set: SongSet
  /// The bytes of the file, by which a change from elsewhere is noticed.
  public var bytes: [UInt8]

  public init(set: SongSet, bytes: [UInt8]) {
    self.set = set
    self.bytes = bytes
  }
}

/// Why a set cannot be read or written.
public enum SetProblem: Error, Hashable, Sendable {
  /// There is no set of this name; `nearest` is the one probably meant.
  case unknown(String, nearest: String?)
  /// There is a set of this name already.
  case taken(String)
  /// The file cannot be read or written; the reason is a clause.
  case file(String, reason: String)
}

// MARK: - Reading

extension StoredSet {
  /// The largest file of a set, in bytes.
  static let maximumByteCount = PlaylistParser.maximumByteCount
  /// Why a larger file cannot be used.
  static let tooLarge = "the file is larger than 16 MB"
  /// Why a set is not deleted.
  static let changed = "another program has changed it meanwhile"

  /// Reads a set from the bytes of its file.
  ///
  /// - Parameter folder: The folder of relative paths.
  init(name: SetName, bytes: [UInt8], in folder: FilePath) throws(SetProblem) {
    try Self.checkText(bytes, of: name)
    let document = SetDocument(bytes, in: folder)
    let songs = document.songs
    try Self.check(songs.count, of: name)
    self.init(set: SongSet(name: name, songs: songs, plan: document.plan), bytes: bytes)
  }

  /// Reads what a list shows of a set, or why it cannot be used.
  static func listed(
    _ name: SetName, _ bytes: [UInt8], in folder: FilePath
  ) throws(SetProblem) -> ListedSet {
    try checkText(bytes, of: name)
    let set = SetDocument.listed(name, bytes, in: folder)
    try check(set.songCount, of: name)
    return set
  }

  private static func checkText(_ bytes: [UInt8], of name: SetName) throws(SetProblem) {
    guard ByteOrderMark.isUTF16(bytes) || !bytes.contains(0) else {
      throw .file(name.text, reason: "it is damaged, or not a playlist")
    }
  }

  private static func check(_ songCount: Int, of name: SetName) throws(SetProblem) {
    guard songCount <= PlaylistParser.maximumEntryCount else {
      throw .file(name.text, reason: "it has more than \(PlaylistParser.maximumEntryCount) songs")
    }
  }

  /// The bytes of a set's file; `name` is for messages.
  static func bytes(at path: FilePath, named name: String) throws(SetProblem) -> [UInt8] {
    do throws(BoundedFile.Failure) {
      return try BoundedFile(at: path, limit: maximumByteCount).bytes
    } catch {
      switch error {
      case .tooLarge: throw .file(name, reason: tooLarge)
      case .unreadable(let reason): throw .file(name, reason: reason)
      }
    }
  }
}
