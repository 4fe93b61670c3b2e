/// Stores the results of reading files, so that they need not be opened again.
///
/// A cache may drop any entry and never fails: missing entries are read again. Both methods may
/// block on the disk, for a bounded time, and are called from several threads at once.
public protocol MetadataCache: Sendable {
  /// The stored report for each of `files`, in their order; `nil` if this version of a file is
  /// unknown.
  func reports(on files: [FileVersion]) -> [FileReport?]

  /// Stores a report for each file, replacing those for its other versions.
  func store(_ reports: [(file: FileVersion, report: FileReport)])
}
