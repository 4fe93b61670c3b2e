import Foundation
import MeditationEngine
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

  /// Changes the position at which the last page of an Ogg file says that it ends.
  func changeEnd(of name: String, _ change: (Int64) -> Int64) throws {
    let bytes = try Data(contentsOf: folder.appendingPathComponent(name))
    let start = bytes.indices.last { bytes[$0...].starts(with: Array("OggS".utf8)) } ?? 0
    try changePage(of: name, at: start) { page in
      let old = page[6..<14].reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
      let position = change(old)
      for index in 0..<8 { page[6 + index] = UInt8(truncatingIfNeeded: position >> (8 * index)) }
    }
  }

  /// Changes the page of an Ogg file that begins at `start`, and its checksum.
  func changePage(of name: String, at start: Int, _ change: (inout [UInt8]) -> Void) throws {
    let url = folder.appendingPathComponent(name)
    var bytes = Array(try Data(contentsOf: url))
    let header = 27 + Int(bytes[start + 26])
    let length = header + bytes[(start + 27)..<(start + header)].reduce(0) { $0 + Int($1) }
    var page = Array(bytes[start..<(start + length)])
    change(&page)
    page.replaceSubrange(22..<26, with: [0, 0, 0, 0])
    // RFC 3533, section 6.
    let sum = page.reduce(UInt32(0)) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in
        sum << 1 ^ (sum >> 31 == 1 ? 0x04C1_1DB7 : 0)
      }
    }
    for index in 0..<4 { page[22 + index] = UInt8(truncatingIfNeeded: sum >> (8 * index)) }
    bytes.replaceSubrange(start..<(start + length), with: page)
    try Data(bytes).write(to: url)
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
