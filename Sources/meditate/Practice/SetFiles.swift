import Practice
import SystemPackage

/// The sets on disk.
enum SetFiles {
  /// The sets in `folder`, which may not exist.
  static func store(in folder: FilePath) -> (any SetStore)? { nil }

  /// Writes `set` as a playlist that other programs play. Blocks on the disk.
  ///
  /// - Parameter replacing: Whether a file that exists is overwritten.
  static func export(_ set: SongSet, to path: FilePath, replacing: Bool) throws(SetProblem) {
    throw .file(set.name.text, reason: "it is not built yet")
  }
}
