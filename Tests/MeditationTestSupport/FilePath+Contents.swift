import SystemPackage

extension FilePath {
  /// Reads the whole file.
  package func read() throws -> [UInt8] {
    let file = try FileDescriptor.open(self, .readOnly, options: .closeOnExec)
    return try file.closeAfter {
      var bytes: [UInt8] = []
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      while case let count = try piece.withUnsafeMutableBytes({ try file.read(into: $0) }),
        count > 0
      {
        bytes += piece[..<count]
      }
      return bytes
    }
  }

  /// Reads the whole file as text.
  package func text() throws -> String { String(decoding: try read(), as: UTF8.self) }

  /// Replaces the contents of the file.
  package func write(_ contents: some Sequence<UInt8>) throws {
    let file = try FileDescriptor.open(
      self, .writeOnly, options: [.create, .truncate, .closeOnExec],
      permissions: [.ownerReadWrite])
    try file.closeAfter { _ = try file.writeAll(contents) }
  }
}
