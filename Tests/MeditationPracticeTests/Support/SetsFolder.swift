import Foundation
import MeditationPlan
import MeditationPractice
import MeditationSystem
import MeditationTestSupport
import SystemPackage

/// A temporary folder with a folder of sets, deleted with this object.
final class SetsFolder {
  private let folder = TemporaryFolder()
  var root: String { folder.path.string }
  var sets: String { root + "/data/sets" }
  var store: SetFolder { SetFolder(path: FilePath(sets)) }

  /// Writes a file in the folder of sets, as another program does.
  func write(_ name: String, _ text: String) throws {
    try write(bytes: Array(name.utf8), Array(text.utf8))
  }

  func write(bytes name: [UInt8], _ contents: [UInt8]) throws {
    try PrivateDirectory.make(FilePath(sets))
    try PathName.path(Array("\(sets)/".utf8) + name).write(contents)
  }

  /// The contents of a file, with its byte order mark.
  func text(_ name: String) -> String? {
    bytes(name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The contents of a file.
  func bytes(_ name: String) -> [UInt8]? {
    try? BoundedFile(at: FilePath("\(sets)/\(name)"), limit: 1_000_000).bytes
  }

  /// The names of all files in the folder of sets.
  var names: [String] {
    ((try? DirectoryEntry.names(in: FilePath(sets))) ?? [])
      .map { String(decoding: $0, as: UTF8.self) }.sorted()
  }

  func mode(_ path: String) throws -> UInt32 {
    try FilePath(path).stat().permissions.rawValue
  }
}

extension SongSet {
  /// A set of songs with these paths.
  init(_ name: String, _ paths: [String], plan: StoredPlan = .none) throws {
    self.init(
      name: try SetName(name),
      songs: paths.map { SetSong(path: Array($0.utf8), title: String($0.dropFirst())) }, plan: plan)
  }
}

extension StoredSet {
  var text: String { String(decoding: bytes, as: UTF8.self) }
  var paths: [String] { self.set.songs.map { String(decoding: $0.path, as: UTF8.self) } }
}
