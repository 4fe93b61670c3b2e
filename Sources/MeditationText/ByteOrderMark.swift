/// The bytes that some editors write in front of a text to name its encoding.
package enum ByteOrderMark {
  package static let utf8: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// Why a text with the mark of UTF-16 is not read, as a clause.
  package static let utf16Clause = "it is in UTF-16; save it as UTF-8"

  package static func dropped(from bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.starts(with: utf8) ? bytes.dropFirst(utf8.count) : bytes[...]
  }

  /// True if `bytes` begin with the mark of UTF-16, in either order.
  package static func isUTF16(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
  }

  package static func isIn(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: utf8) || isUTF16(bytes)
  }
}
