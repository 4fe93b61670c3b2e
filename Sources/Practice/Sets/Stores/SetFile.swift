import Platform
import SystemPackage
import Text

/// A file in the folder of sets whose name ends in `.m3u8`.
struct SetFile {
  /// The name of the file.
  let bytes: [UInt8]
  /// The name of the set; `nil` if the file's name cannot be one.
  let name: SetName?

  /// The extension of new files.
  static let ending = ".m3u8"

  /// - Parameter bytes: The name of a file; the result is `nil` if it is not that of a playlist.
  init?(_ bytes: [UInt8]) {
    guard PathName.ending(ofName: bytes) == "m3u8" else { return nil }
    self.bytes = bytes
    let stem = String(validating: bytes.dropLast(Self.ending.utf8.count), as: UTF8.self)
    // A name with blanks around it would be written to another file.
    name = stem.flatMap { stem in (try? SetName(stem)).flatMap { $0.text == stem ? $0 : nil } }
  }

  /// The name of the file, ready for display.
  var shown: String {
    let shown = CleanText.clean(String(decoding: bytes, as: UTF8.self))
    return shown.isEmpty ? "(unprintable name)" : shown
  }

  /// Why the file cannot be a set.
  var problem: SetProblem { .file(shown, reason: "a set cannot have this name") }
}
