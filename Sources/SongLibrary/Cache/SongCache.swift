import Foundation
import Platform
import Storage
import SystemPackage

/// The on-disk cache of song metadata.
public enum SongCache {
  /// About 80 MB.
  private static let maximumCount = 400_000

  /// Opens or creates the cache in `folder`. Blocks on the disk, for seconds at most.
  ///
  /// A file that is damaged, foreign or of another version is renamed to `songs.db.damaged` and
  /// replaced by a new one.
  ///
  /// - Parameters:
  ///   - folder: `nil` disables the cache.
  ///   - reader: The name and version of the decoder; entries by another one are discarded.
  /// - Returns: `nil` if no cache can be used.
  public static func open(in folder: FilePath?, reader: String) -> (any MetadataCache)? {
    open(
      in: folder, reader: reader, day: Int64(Date().timeIntervalSince1970) / 86_400,
      maximumCount: maximumCount)
  }

  static func open(
    in folder: FilePath?, reader: String, day: Int64, maximumCount: Int
  ) -> (any MetadataCache)? {
    guard let folder, (try? PrivateDirectory.make(folder)) != nil,
      let folder = try? UTF8Directory.path(folder)
    else { return nil }
    let file = file(in: folder, reader: reader)
    guard let queue = try? file.openOrReplace() else { return nil }
    return MetadataDatabase(queue, file, day: day, maximumCount: maximumCount)
  }

  /// - Parameter folder: Valid UTF-8.
  static func file(in folder: FilePath, reader: String) -> DatabaseFile {
    DatabaseFile(at: folder.appending("songs.db"), SongTable.schema(reader: reader))
  }
}
