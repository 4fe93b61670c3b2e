/// Sorts text in natural order, where `2` comes before `10`.
package enum NaturalText {
  /// Appends the sort key of `folded` to `key`.
  ///
  /// A number becomes the count of its digits, followed by the digits: a longer number is greater.
  package static func append(_ folded: [UInt8], to key: inout [UInt8]) {
    var index = folded.startIndex
    while index < folded.endIndex {
      guard ASCII.isDigit(folded[index]) else {
        key.append(folded[index])
        index += 1
        continue
      }
      let digits = folded[index...].prefix(while: ASCII.isDigit)
      let significant = digits.drop { $0 == 0x30 }
      key.append(0x30)
      key.append(UInt8(min(significant.count, 254)) + 1)
      key += significant
      index = digits.endIndex
    }
  }
}
