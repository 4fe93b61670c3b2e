import FileSystem
import Foundation
import SongLibrary
import SystemPackage
import Text

/// The settings file, as lines that can be written again as they are.
struct ConfigFile {
  /// In bytes; far beyond what anybody writes by hand.
  static let sizeLimit = 1 << 20

  let lines: [ConfigLine]

  /// The lines of `bytes`.
  init(_ bytes: [UInt8]) {
    lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { ConfigLine(Array($0)) }
  }

  /// The file at `path`; `nil` where there is none. Blocks on the disk.
  ///
  /// - Throws: Where there is something that cannot be read as a file.
  static func read(at path: FilePath) throws(SettingProblem) -> ConfigFile? {
    let name = CleanText.clean(path.string)
    guard isThere(path) else { return nil }
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

  private static func isThere(_ path: FilePath) -> Bool {
    do {
      _ = try path.stat()
      return true
    } catch {
      return error != .noSuchFileOrDirectory && error != .notDirectory
    }
  }
}
