import FileSystem
import SystemPackage
import Text

extension FilePath {
  /// Creates the file that the user names, or overwrites it. Blocks on the disk.
  func replaceContents(_ bytes: [UInt8]) throws {
    let file = try FileDescriptor.open(
      self, .writeOnly, options: [.create, .truncate, .closeOnExec],
      permissions: [.ownerReadWrite, .groupRead, .otherRead])
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
