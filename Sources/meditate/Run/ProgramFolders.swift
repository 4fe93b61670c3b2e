import Foundation
import Platform
import SessionControl

extension SessionController {
  /// Makes a typed path mean the file that it means in a shell.
  func useShellFolders() { baseFolders = .ofShell }
}

extension BaseFolders {
  /// The folders of a shell.
  static var ofShell: BaseFolders {
    BaseFolders(
      home: UserDirectories(environment: ProcessInfo.processInfo.environment).home,
      current: PathName.currentDirectory)
  }
}
