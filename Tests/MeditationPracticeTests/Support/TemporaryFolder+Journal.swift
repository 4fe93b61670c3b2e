import Foundation
import MeditationTestSupport
import SystemPackage

extension TemporaryFolder {
  /// The path of the journal, or of a file whose name ends with `end`.
  func journal(_ end: String = "") -> String { path.appending("journal.sqlite\(end)").string }

  /// The mode of a file of the journal, without its type; `nil` if it is missing.
  func mode(_ path: String) -> UInt32? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }
}
