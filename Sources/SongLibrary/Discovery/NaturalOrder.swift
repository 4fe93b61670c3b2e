import Glibc
import Platform
import Text

/// A sort key for file names in natural order.
///
/// `2` sorts before `10`, case is ignored, and `Song.flac` sorts before `Song 2.flac`. The key is
/// computed once for each name; comparing keys compares bytes.
struct NaturalOrder: Comparable {
  private let key: [UInt8]

  /// - Parameter name: The last component of a path; it need not be valid UTF-8.
  init(_ name: [UInt8]) {
    var stemEnd = name.count
    if let ending = PathName.ending(ofName: name) { stemEnd -= ending.utf8.count + 1 }
    var key: [UInt8] = []
    key.reserveCapacity(2 * name.count + 8)
    Self.append(name[..<stemEnd], to: &key)
    key.append(0)
    Self.append(name[stemEnd...], to: &key)
    // Names that fold to the same bytes still need a fixed order.
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
