import Platform

@testable import SongLibrary

/// A cache in memory.
final class DictionaryCache: MetadataCache {
  private let reports = Locked([FileVersion: FileReport]())

  /// The number of cached files.
  var count: Int { reports.withLock { $0.count } }

  func reports(on files: [FileVersion]) -> [FileReport?] {
    reports.withLock { reports in files.map { reports[$0] } }
  }

  func store(_ news: [(file: FileVersion, report: FileReport)]) {
    reports.withLock { reports in
      for (file, report) in news { reports[file] = report }
    }
  }
}
