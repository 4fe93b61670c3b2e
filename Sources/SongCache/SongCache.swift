import FileSystem
import Foundation
import SongLibrary
import Storage
import SystemPackage

/// What was read of songs, kept between starts.
public enum SongCache {
  /// About 80 MB.
  private static let maximumCount = 400_000

  /// Opens the cache in `folder`, or makes it. Blocks on the disk, for seconds at most.
  ///
  /// A file there that is damaged, foreign or of another version is renamed to `songs.db.damaged`,
  /// and a new one begun.
  ///
  /// - Parameters:
  ///   - folder: `nil` where there is none.
  ///   - reader: What reads the files, with its version: what another read is forgotten.
  /// - Returns: `nil` where nothing can be kept.
  public static func open(in folder: FilePath?, reader: String) -> (any MetadataCache)? {
    open(
      in: folder, reader: reader, day: Int64(Date().timeIntervalSince1970) / 86_400,
      maximumCount: maximumCount)
  }

  static func open(
    in folder: FilePath?, reader: String, day: Int64, maximumCount: Int
  ) -> (any MetadataCache)? {
    guard let folder, String(validating: folder) != nil,
      (try? PrivateDirectory.make(folder)) != nil
    else { return nil }
    let file = file(in: folder, reader: reader)
    guard let pool = try? file.openOrReplace() else { return nil }
    return MetadataDatabase(pool, file, day: day, maximumCount: maximumCount)
  }

  /// - Parameter folder: Valid UTF-8.
  static func file(in folder: FilePath, reader: String) -> DatabaseFile {
    DatabaseFile(at: folder.appending("songs.db"), SongTable.schema(reader: reader))
  }
}
