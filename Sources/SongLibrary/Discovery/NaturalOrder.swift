import FileSystem
import Glibc
import Text

/// The place of a name among others, as a person would put it.
///
/// `2` comes before `10`, case does not matter, `Song.flac` comes before `Song 2.flac`. The work is
/// done once for each name; a comparison is of bytes.
struct NaturalOrder: Comparable {
  private let key: [UInt8]

  /// - Parameter name: The last part of a path, valid UTF-8 or not.
  init(_ name: [UInt8]) {
    var stemEnd = name.count
    if let ending = PathName.ending(ofName: name) { stemEnd -= ending.utf8.count + 1 }
    var key: [UInt8] = []
    key.reserveCapacity(2 * name.count + 8)
    Self.append(name[..<stemEnd], to: &key)
    key.append(0)
    Self.append(name[stemEnd...], to: &key)
    // Names that a person takes for the same still need one order.
    key.append(0)
    key += name
    self.key = key
  }

  static func < (left: Self, right: Self) -> Bool {
    let common = min(left.key.count, right.key.count)
    let order = memcmp(left.key, right.key, common)
    return order == 0 ? left.key.count < right.key.count : order < 0
  }

  private static func append(_ text: ArraySlice<UInt8>, to key: inout [UInt8]) {
    let isASCII = text.allSatisfy { $0 < 0x80 }
    let string = isASCII ? nil : String(validating: text, as: UTF8.self)
    let folded = string.map(FoldedText.bytes) ?? text.map(ASCII.lowercased)
    NaturalText.append(folded, to: &key)
  }
}
