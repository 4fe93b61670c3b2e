import FileSystem
import Foundation
import SongLibrary
import SystemPackage
import Text

/// The lines of the settings file.
struct ConfigFile {
  /// In bytes; far more than a file written by hand.
  static let sizeLimit = 1 << 20

  let lines: [ConfigLine]

  init(_ bytes: [UInt8]) {
    lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { ConfigLine(Array($0)) }
  }

  /// Reads the file at `path`; returns `nil` if it does not exist. Blocks on the disk.
  ///
  /// - Throws: If it exists but cannot be read.
  static func read(at path: FilePath) throws(SettingProblem) -> ConfigFile? {
    let name = CleanText.clean(path.string)
    guard path.isThere else { return nil }
    do throws(BoundedFile.Failure) {
      return ConfigFile(try BoundedFile(at: path, limit: sizeLimit).bytes)
    } catch {
      let reason =
        switch error {
        case .tooLarge: "it is larger than 1 MB"
        case .unreadable(let reason): reason
        }
      throw SettingProblem(message: "\(name) cannot be read: \(reason).")
    }
  }
}
