import FileSystem
import Foundation
import SessionControl
import SystemPackage

extension SessionController {
  /// Makes a typed path mean the file that it means in a shell.
  func useShellFolders() {
    let environment = ProcessInfo.processInfo.environment
    baseFolders = BaseFolders(
      home: UserDirectories(environment: environment).home,
      current: FilePath(FileManager.default.currentDirectoryPath))
  }
}
