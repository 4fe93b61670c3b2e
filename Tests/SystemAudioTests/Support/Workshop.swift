import Foundation
import Playback
import SystemPackage

/// A temporary folder in which tools create real files; deleted with the last reference.
final class Workshop: Sendable {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> FilePath {
    FilePath(folder.appendingPathComponent(name).path)
  }

  /// Runs a shell command in the folder; throws if it fails, or hangs. `sox` makes the same noise
  /// each time.
  @discardableResult
  func run(_ command: String, environment: [String: String] = [:]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    process.arguments = ["300", "/bin/sh", "-ec", command]
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SOX_OPTS": "-R"]) { $1 }.merging(environment) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(command: command) }
    return data
  }

  /// Puts the folder in the place of an open file, which cannot be read any more.
  func spoil(_ file: FileDescriptor) throws {
    let folder = try FileDescriptor.open(FilePath(folder.path), .readOnly)
    defer { try? folder.close() }
    guard dup2(folder.rawValue, file.rawValue) == file.rawValue else {
      throw Errno(rawValue: errno)
    }
  }

  /// Why decoding a file that was spoilt fails.
  static let unreadable = SongDecodingError("the disk cannot be read", concernsFile: false)

  struct Failure: Error { var command: String }
}
