import Foundation
import Glibc
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

extension TemporaryFolder {
  /// Writes a file, and the folders above it; the name is bytes, so that it can be anything.
  @discardableResult
  func write(_ name: String, _ contents: String = "sound") throws -> FilePath {
    try write(bytes: Array(name.utf8), contents: Array(contents.utf8))
  }

  @discardableResult
  func write(bytes name: [UInt8], contents: [UInt8]) throws -> FilePath {
    let file = place(name)
    if name.contains(0x2F) { try makeFolders(above: file) }
    try file.write(contents)
    return file
  }

  /// Writes the file of this name that version 0.1.0 wrote, which used another library for SQLite.
  @discardableResult
  func writeVersionBefore(_ name: String) throws -> FilePath {
    let tests = FilePath(#filePath).removingLastComponent().removingLastComponent()
    let old = try #require(FilePath(name).lastComponent)
    let contents = try BoundedFile(
      at: tests.appending("Version-0.1.0").appending(old), limit: 1 << 20)
    return try write(bytes: Array(name.utf8), contents: contents.bytes)
  }

  @discardableResult
  func makeFolder(_ name: String) throws -> FilePath {
    let folder = place(Array(name.utf8))
    try makeFolders(above: folder.appending("x"))
    return folder
  }

  func link(_ name: String, to target: String) throws {
    let file = place(Array(name.utf8))
    try makeFolders(above: file)
    let result = file.withPlatformString { symlink(target, $0) }
    try #require(result == 0)
  }

  func makePipe(_ name: String) throws -> FilePath {
    let file = place(Array(name.utf8))
    let result = file.withPlatformString { mkfifo($0, 0o600) }
    try #require(result == 0)
    return file
  }

  func setMode(_ mode: mode_t, of folder: FilePath) {
    _ = folder.withPlatformString { chmod($0, mode) }
  }

  /// The names in one of its folders, in order.
  func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: place(Array(folder.utf8)).string).sorted()
  }

  /// The part of `path` below this folder.
  func relative(_ path: FilePath) -> String {
    String(path.string.dropFirst(self.path.string.count + 1))
  }

  private func place(_ name: [UInt8]) -> FilePath {
    let base = path.withPlatformString {
      UnsafeBufferPointer(start: $0, count: strlen($0)).map { $0 }
    }
    return FilePath(
      platformString: base + [0x2F] + name.map { CChar(bitPattern: $0) } + [0])
  }

  private func makeFolders(above file: FilePath) throws {
    let parent = file.removingLastComponent()
    var folder = path
    for component in parent.components.dropFirst(path.components.count) {
      folder.append(component)
      let result = folder.withPlatformString { mkdir($0, 0o700) }
      try #require(result == 0 || errno == EEXIST)
    }
  }
}
