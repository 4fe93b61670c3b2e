import Glibc

/// The place of a name among others, as a person would put it.
///
/// `2` comes before `10`, case does not matter, `Song.flac` comes before `Song 2.flac`. The work is
/// done once for each name; a comparison is of bytes.
struct NaturalOrder: Comparable {
  private let key: [UInt8]

  /// - Parameter name: The last part of a path, valid UTF-8 or not.
  init(_ name: [UInt8]) {
    var stemEnd = name.count
    if let ending = AudioFormats.ending(ofName: name) { stemEnd -= ending.utf8.count + 1 }
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
    guard text.contains(where: { $0 >= 0x80 }),
      let string = String(validating: text, as: UTF8.self)
    else {
      appendNumbered(text, to: &key)
      return
    }
    appendNumbered(Array(LatinFolding.fold(string).utf8)[...], to: &key)
  }

  /// A number is its count of digits, then its digits: a longer one is greater.
  private static func appendNumbered(_ text: ArraySlice<UInt8>, to key: inout [UInt8]) {
    var index = text.startIndex
    while index < text.endIndex {
      guard ASCII.isDigit(text[index]) else {
        key.append(ASCII.lowercased(text[index]))
        index += 1
        continue
      }
      let digits = text[index...].prefix { ASCII.isDigit($0) }
      let significant = digits.drop { $0 == UInt8(ascii: "0") }
      key.append(UInt8(ascii: "0"))
      key.append(UInt8(min(significant.count, 254)) + 1)
      key += significant
      index = digits.endIndex
    }
  }
}
