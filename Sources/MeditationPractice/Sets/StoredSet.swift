import MeditationLibrary
import MeditationSystem
import MeditationText
import SystemPackage

package struct StoredSet: Hashable, Sendable {
  package var set: SongSet
  /// The bytes of the file, to notice changes by others.
  package var bytes: [UInt8]
}

/// Why a set cannot be read or written.
package enum SetProblem: Error, Hashable, Sendable {
  /// There is no set of this name; `nearest` is the most similar one.
  case unknown(String, nearest: String?)
  /// The name is in use.
  case taken(String)
  /// The file cannot be read or written; the reason is a clause.
  case file(String, reason: String)
  /// The folder of sets, at this path, cannot be read completely; the reason is a clause.
  case folder(String, reason: String)
}

// MARK: - Reading

extension StoredSet {
  static let maximumByteCount = PlaylistParser.maximumByteCount
  /// The largest number of line breaks of a set: five for each song, carriage returns included.
  private static let maximumBreakCount = 5 * PlaylistParser.maximumEntryCount
  static let tooLarge = BoundedFile.Failure.tooLarge(limit: maximumByteCount).clause

  /// Reads a set from the bytes of its file; relative paths begin in `folder`.
  init(name: SetName, bytes: [UInt8], in folder: FilePath) throws(SetProblem) {
    try Self.checkText(bytes, of: name)
    try Self.checkLines(bytes, of: name)
    let document = SetDocument(bytes, in: folder)
    self.init(set: SongSet(name: name, songs: document.songs, plan: document.plan), bytes: bytes)
  }

  /// Reads the list entry of a set, or why it cannot be used.
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

  /// Refuses a file with too many lines before parsing them takes a hundred times its size.
  private static func checkLines(_ bytes: [UInt8], of name: SetName) throws(SetProblem) {
    let breakCount = bytes.count { $0 == 0x0A || $0 == 0x0D }
    guard breakCount <= maximumBreakCount else {
      throw .file(name.text, reason: "it has more than \(maximumBreakCount) line breaks")
    }
    // A line names a song if it is neither blank nor a comment.
    let songCount = PlaylistParser.lines(of: PlaylistText.normalized(bytes)).count { line in
      line.first { !ASCII.isBlank($0) }.map { $0 != UInt8(ascii: "#") } ?? false
    }
    try check(songCount, of: name)
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
      throw .file(name, reason: error.clause)
    }
  }
}
