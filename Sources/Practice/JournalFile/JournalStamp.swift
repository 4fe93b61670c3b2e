import Platform
import SystemPackage

/// The files of an open journal, by which their replacement is noticed.
struct JournalStamp: Equatable {
  let file: FileIdentity?
  /// The log, while an older version has the file open.
  let log: FileIdentity?

  /// The files that are there now.
  init(_ location: JournalLocation) {
    file = Self.identity(location.path)
    log = Self.identity(location.logPath)
  }

  private static func identity(_ path: String) -> FileIdentity? {
    (try? FilePath(path).stat()).map { FileIdentity($0.rawValue) }
  }
}
