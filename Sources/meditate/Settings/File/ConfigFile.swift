import FileSystem
import Foundation
import SongLibrary
import SystemPackage
import Text

/// The lines of the settings file.
struct ConfigFile {
  /// In bytes; far more than a file written by hand.
  static let sizeLimit = 1 << 20
  static let tooLarge = "it is larger than 1 MB"

  /// Of the text between line feeds: the last one is empty if the file ends with a line feed.
  let lines: [ConfigLine]

  init(lines: [ConfigLine]) { self.lines = lines }

  init(_ bytes: [UInt8]) {
    lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { ConfigLine(Array($0)) }
  }

  /// The whole file.
  var bytes: [UInt8] { Array(lines.map(\.bytes).joined(separator: [UInt8(ascii: "\n")])) }

  /// Reads the file at `path`; returns `nil` if it does not exist. Blocks on the disk.
  ///
  /// - Throws: If it exists but cannot be read.
  static func read(at path: FilePath) throws(SettingProblem) -> ConfigFile? {
    guard path.isThere else { return nil }
    do throws(BoundedFile.Failure) {
      return ConfigFile(try BoundedFile(at: path, limit: sizeLimit).bytes)
    } catch {
      let reason =
        switch error {
        case .tooLarge: tooLarge
        case .unreadable(let reason): reason
        }
      throw SettingProblem(message: "\(CleanText.clean(path.string)) cannot be read: \(reason).")
    }
  }
}
