/// Keeps what was read of files, so that they need not be opened again.
///
/// A cache may forget whatever it likes and never fails: what it cannot keep or find is read again.
/// Both calls may block on the disk, for a bounded time, and come from several threads at once.
public protocol MetadataCache: Sendable {
  /// What is known of each of `files`, in their order; `nil` for another version of a file.
  func reports(on files: [FileVersion]) -> [FileReport?]

  /// Keeps what was read of each file, in place of what is known of its other versions.
  func store(_ reports: [(file: FileVersion, report: FileReport)])
}
