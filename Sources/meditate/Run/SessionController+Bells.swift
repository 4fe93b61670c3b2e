import FileSystem
import Foundation
import Playback
import SessionControl
import SystemAudio
import SystemPackage

extension SessionController {
  /// Makes the files of bells those that a shell would find, readable as songs are.
  func findBells() {
    let environment = ProcessInfo.processInfo.environment
    bellFolders = BellFolders(
      home: UserDirectories(environment: environment).home,
      current: FilePath(FileManager.default.currentDirectoryPath))
    loadBell = { path throws(DecodingError) in _ = try SndfileOpener().open(FilePath(path)) }
  }
}
