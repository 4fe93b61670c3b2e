import Foundation

/// The schema, and the program that checks lines against it.
enum SchemaValidator {
  /// Why a machine without it cannot validate.
  static let hint = "needs python3 with jsonschema (Debian: python3-jsonschema)"

  /// True if there is a Python with the module.
  static let isInstalled: Bool = {
    let trial = try? run(["python3", "-c", "import jsonschema"], input: "")
    return trial?.status == 0
  }()

  /// The folder that holds the schema and its programs.
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
    .appending(path: "Samples/JSON")

  /// The parsed schema.
  static func schema() throws -> [String: Any] {
    let data = try Data(contentsOf: folder.appending(path: "events.schema.json"))
    return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
  }

  /// The exit status of the check of `lines`, and what it says.
  static func check(_ lines: [String]) throws -> (status: Int32, said: String) {
    try run(
      ["python3", folder.appending(path: "validate").path],
      input: lines.map { $0 + "\n" }.joined())
  }

  private static func run(
    _ arguments: [String], input: String
  ) throws -> (status: Int32, said: String) {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(input.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    let said = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardInput = try FileHandle(forReadingFrom: file)
    process.standardOutput = said
    process.standardError = said
    try process.run()
    let bytes = said.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
  }
}
