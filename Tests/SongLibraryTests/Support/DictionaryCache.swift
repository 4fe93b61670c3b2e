import NIOConcurrencyHelpers

@testable import SongLibrary

/// A cache in memory.
final class DictionaryCache: MetadataCache {
  private let reports = NIOLockedValueBox([FileVersion: FileReport]())

  /// The number of cached files.
  var count: Int { reports.withLockedValue { $0.count } }

  func reports(on files: [FileVersion]) -> [FileReport?] {
    reports.withLockedValue { reports in files.map { reports[$0] } }
  }

  func store(_ news: [(file: FileVersion, report: FileReport)]) {
    reports.withLockedValue { reports in
      for (file, report) in news { reports[file] = report }
    }
  }
}
