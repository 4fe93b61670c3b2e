import FileSystem
import Foundation
import SessionControl
import SystemPackage

extension SessionController {
  /// Makes the files of bells those that a shell would find.
  func findBells() {
    let environment = ProcessInfo.processInfo.environment
    bellFolders = BellFolders(
      home: UserDirectories(environment: environment).home,
      current: FilePath(FileManager.default.currentDirectoryPath))
  }
}
