import MeditationSystem
import MeditationText
import SystemPackage

extension PathName {
  /// The last but one component of `path`, as clean text; empty if there is none.
  ///
  /// Split by hand: `FilePath` takes ten times as long, and this runs for each song of a list.
  static func folder(of path: FilePath) -> String {
    let all = allBytes(of: path)
    let slash = UInt8(ascii: "/")
    guard let end = all.lastIndex(of: slash) else { return "" }
    let name = all[(all[..<end].lastIndex(of: slash).map { $0 + 1 } ?? 0)..<end]
    return CleanText.clean(String(decoding: name, as: UTF8.self))
  }

  /// `path` as clean text; if that is too long, its last component.
  package static func shown(_ path: FilePath) -> String {
    let all = allBytes(of: path)
    let bytes = all.count > CleanText.maximumLength ? Self.bytes(of: path) : all
    let text = CleanText.clean(String(decoding: bytes, as: UTF8.self))
    return text.isEmpty ? "(unprintable name)" : text
  }
}
