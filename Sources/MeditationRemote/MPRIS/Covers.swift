import Glibc
import MeditationSystem
import SystemPackage

/// Finds the covers of songs: a picture in the folder, or else the one in the file, which is kept
/// in the cache for the programs that show it.
package struct Covers: Sendable {
  /// The names of pictures without their endings, the best one first.
  private static let names = ["cover", "folder", "front"]
  private static let endings = ["jpg", "jpeg", "png", "webp", "gif"]
  /// How many pictures are kept; the oldest are deleted first.
  private static let mostKept = 500

  private let folder: FilePath?
  private let picture: @Sendable (FilePath) -> (bytes: [UInt8], ending: String)?

  /// - Parameters:
  ///   - cache: The program's cache folder; `nil` shows only pictures in folders.
  ///   - picture: The picture in a file, and its format's ending; `nil` without one. May block.
  package init(
    in cache: FilePath?,
    picture: @escaping @Sendable (FilePath) -> (bytes: [UInt8], ending: String)?
  ) {
    folder = cache?.appending("covers")
    self.picture = picture
  }

  /// The URL of the cover of the file at this absolute path, if any. Blocks, for seconds at most.
  func url(of path: FilePath) -> String? {
    (beside(path) ?? within(path)).flatMap(PathName.url)
  }

  private func beside(_ path: FilePath) -> FilePath? {
    let folder = path.removingLastComponent()
    let found = ((try? DirectoryEntry.names(in: folder)) ?? []).compactMap { name in
      Self.rank(name).map { (rank: $0, name: name) }
    }
    return found.sorted { $0.rank < $1.rank }.lazy.map { folder.appending(path: $0.name) }
      .first { (try? $0.stat())?.type == .regular }
  }

  /// The rank of a file's name among those of covers; `nil` if it is none.
  private static func rank(_ name: [UInt8]) -> Int? {
    guard let ending = PathName.ending(ofName: name), let kind = endings.firstIndex(of: ending)
    else { return nil }
    let stem = String(decoding: name.dropLast(ending.utf8.count + 1), as: UTF8.self).lowercased()
    return names.firstIndex(of: stem).map { $0 * endings.count + kind }
  }

  private func within(_ path: FilePath) -> FilePath? {
    guard let folder, let status = try? path.stat() else { return nil }
    let key = Self.key(path, status)
    let known = (try? DirectoryEntry.names(in: folder)) ?? []
    if let name = known.first(where: { $0.starts(with: "\(key).".utf8) }) {
      return name.elementsEqual("\(key).none".utf8) ? nil : folder.appending(path: name)
    }
    let picture = picture(path)
    let file = folder.appending("\(key).\(picture?.ending ?? "none")")
    do {
      try PrivateDirectory.make(folder)
      try AtomicFile.write(picture?.bytes ?? [], to: file)
    } catch {
      // It is read again the next time.
      return nil
    }
    prune(known.count + 1)
    return picture == nil ? nil : file
  }

  /// FNV-1a of the path and the version of the file.
  private static func key(_ path: FilePath, _ status: Stat) -> String {
    let time = status.rawValue.st_mtim
    let version = "\0\(status.size) \(time.tv_sec) \(time.tv_nsec)"
    let text = PathName.allBytes(of: path) + version.utf8
    let sum = text.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(sum, radix: 36)
  }

  private func prune(_ count: Int) {
    guard let folder, count > Self.mostKept else { return }
    let files = ((try? DirectoryEntry.names(in: folder)) ?? []).map { name in
      let path = folder.appending(path: name)
      let time = (try? path.stat())?.rawValue.st_mtim
      return (path: path, seconds: time?.tv_sec ?? 0, nanoseconds: time?.tv_nsec ?? 0)
    }
    let newestFirst = files.sorted { ($0.seconds, $0.nanoseconds) > ($1.seconds, $1.nanoseconds) }
    for (path, _, _) in newestFirst.dropFirst(Self.mostKept / 2) {
      // Another program may have deleted it.
      try? AtomicFile.delete(path)
    }
  }
}
