import Foundation
import Platform
import SongLibrary
import SystemPackage
import Text

/// The lines of the settings file.
struct ConfigFile {
  /// In bytes; far more than a file written by hand.
  static let sizeLimit = 1 << 20

  /// Of the text between line feeds: the last one is empty if the file ends with a line feed.
  let lines: [ConfigLine]
  /// The byte order mark in front, if an editor wrote one.
  private let mark: [UInt8]

  init(_ bytes: [UInt8]) {
    let text = ByteOrderMark.dropped(from: bytes)
    mark = Array(bytes[..<text.startIndex])
    lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { ConfigLine(Array($0)) }
  }

  /// The file with other lines.
  func with(_ lines: [ConfigLine]) -> ConfigFile {
    // Read again: the new first line may begin with a mark.
    ConfigFile(mark + Self.text(of: lines))
  }

  /// The whole file.
  var bytes: [UInt8] { mark + Self.text(of: lines) }

  private static func text(of lines: [ConfigLine]) -> [UInt8] {
    Array(lines.map(\.bytes).joined(separator: [UInt8(ascii: "\n")]))
  }

  /// Reads the file at `path`; returns `nil` if it does not exist. Blocks on the disk.
  ///
  /// - Throws: If it exists but cannot be read.
  static func read(at path: FilePath) throws(SettingProblem) -> ConfigFile? {
    guard path.isThere else { return nil }
    do throws(BoundedFile.Failure) {
      return ConfigFile(try contents(at: path).bytes)
    } catch {
      let reason = error.clause(limit: sizeLimit)
      throw SettingProblem(message: "\(CleanText.clean(path.string)) cannot be read: \(reason).")
    }
  }

  /// The file at `path`, if it is text.
  static func contents(at path: FilePath) throws(BoundedFile.Failure) -> BoundedFile {
    let file = try BoundedFile(at: path, limit: sizeLimit)
    guard !ByteOrderMark.isUTF16(file.bytes) else { throw .unreadable(ByteOrderMark.utf16Clause) }
    return file
  }
}
