import Foundation
import MeditationSystem
import SystemPackage

/// A folder for one test, deleted with this object.
package final class TemporaryFolder: Sendable {
  package let path = FilePath(NSTemporaryDirectory()).appending("meditate-\(UUID().uuidString)")

  package init() {
    do {
      try FileManager.default.createDirectory(
        atPath: path.string, withIntermediateDirectories: true)
    } catch {
      preconditionFailure("\(path) cannot be created: \(error)")
    }
  }

  deinit { FileTree.delete(path) }
}
