import FileSystem
import SystemPackage
import Text

extension FilePath {
  /// Creates the file that the user names, or replaces it as a whole; a pipe or device is written.
  /// Blocks on the disk.
  func replaceContents(_ bytes: [UInt8]) throws {
    let type = try? stat().type
    guard let type, type != .regular, type != .directory else {
      try AtomicFile.write(
        bytes, to: self, existing: .updated,
        permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
      return
    }
    let file = try FileDescriptor.open(self, .writeOnly, options: .closeOnExec)
    try file.closeAfter { _ = try file.writeAll(bytes) }
  }
}

extension StartProblem {
  /// The file that the user names cannot be created.
  static func uncreatable(_ name: String, _ error: any Error) -> Self {
    StartProblem(
      status: .outputUncreatable,
      lines: ["\(CleanText.clean(name)) cannot be written: \(ErrnoClause.writing(error))."])
  }
}
