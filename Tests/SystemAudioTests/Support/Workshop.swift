import Foundation
import SystemPackage

/// A folder of its own, where tools make real files; gone with the last reference.
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

  /// Runs a shell command in the folder; throws if it fails.
  @discardableResult
  func run(_ command: String, environment: [String: String] = [:]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-ec", command]
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(command: command) }
    return data
  }

  /// Starts a command that goes on until it is killed, in this process's environment.
  ///
  /// Not by Foundation, whose waiting for one child is disturbed by others that close what they
  /// inherited, or leave it to children of their own.
  ///
  /// - Returns: Its process id.
  func start(_ command: String) throws -> Int32 {
    var id: pid_t = 0
    let words = ["/bin/sh", "-c", "exec \(command) >/dev/null 2>&1 </dev/null"]
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    guard posix_spawn(&id, "/bin/sh", nil, nil, &arguments, environ) == 0 else {
      throw Failure(command: command)
    }
    return id
  }

  struct Failure: Error { var command: String }
}
