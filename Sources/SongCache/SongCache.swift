import FileSystem
import Foundation
import SongLibrary
import SystemPackage
import Text

/// What was read of songs, kept between starts.
public enum SongCache {
  /// About 80 MB.
  private static let maximumCount = 400_000

  /// Opens the memory in `folder`, or makes it. Blocks on the disk, for seconds at most.
  ///
  /// A file there that is damaged, foreign or of another version is renamed to `songs.db.damaged`,
  /// and a new one begun. It never fails: where nothing can be kept, there is no memory.
  ///
  /// - Parameters:
  ///   - folder: `nil` where there is none.
  ///   - reader: What reads the files, with its version: what another read is forgotten.
  public static func open(in folder: FilePath?, reader: String) -> OpenedMemory {
    open(
      in: folder, reader: reader, day: Int64(Date().timeIntervalSince1970) / 86_400,
      maximumCount: maximumCount)
  }

  static func open(
    in folder: FilePath?, reader: String, day: Int64, maximumCount: Int
  ) -> OpenedMemory {
    guard let folder else { return failure("there is no folder for it") }
    guard String(validating: folder) != nil else { return failure("its path is not UTF-8") }
    do {
      try PrivateDirectory.make(folder)
    } catch {
      return failure("\(CleanText.clean(folder.string)) cannot be made")
    }
    let file = CacheFile(in: folder)
    do throws(CacheProblem) {
      return try open(file, reader: reader, day: day, maximumCount: maximumCount)
    } catch {
      switch error {
      case .unusable(let kind), .unreachable(let kind): return failure(kind)
      }
    }
  }

  private static func open(
    _ file: CacheFile, reader: String, day: Int64, maximumCount: Int
  ) throws(CacheProblem) -> OpenedMemory {
    do throws(CacheProblem) {
      let pool = try file.open(reader: reader)
      return OpenedMemory(
        memory: SongDatabase(pool, file, day: day, maximumCount: maximumCount), diagnostic: nil)
    } catch .unusable(let kind) {
      try file.setAside()
      let pool = try file.open(reader: reader)
      return OpenedMemory(
        memory: SongDatabase(pool, file, day: day, maximumCount: maximumCount),
        diagnostic: "What was remembered of songs was \(kind); all is read again.")
    }
  }

  private static func failure(_ reason: String) -> OpenedMemory {
    OpenedMemory(
      memory: nil,
      diagnostic: "Songs are not remembered for the next start: \(CleanText.clean(reason)).")
  }
}
