/// Text in the order in which a person would put it, where `2` comes before `10`.
package enum NaturalText {
  /// Adds to `key` the bytes by which `folded`, the bytes of a text, is put in order.
  ///
  /// A number becomes its count of digits, then its digits: a longer one is greater.
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
