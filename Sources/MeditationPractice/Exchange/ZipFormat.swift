/// Why an archive cannot be written or read, as a clause.
package struct ArchiveProblem: Error, Hashable, Sendable {
  package let reason: String
  /// True if the archive is fine, but the folder to unpack it into cannot be written.
  package var isOfFolder = false

  static let damaged = ArchiveProblem(reason: "it is damaged, or not a ZIP archive")
  static let interrupted = ArchiveProblem(reason: "it was interrupted")
}

/// Constants shared by the writer and the reader of ZIP archives.
///
/// Source: PKWARE's APPNOTE.TXT, version 6.3.10, section 4.3 and 4.4.
enum ZipFormat {
  /// The signature of each kind of record.
  static let localHeader: UInt32 = 0x0403_4B50
  static let directoryHeader: UInt32 = 0x0201_4B50
  static let end: UInt32 = 0x0605_4B50
  static let zip64End: UInt32 = 0x0606_4B50
  static let zip64Locator: UInt32 = 0x0706_4B50

  /// The length of each record, without names, extra fields and comments, in bytes.
  static let localHeaderSize = 30
  static let directoryHeaderSize = 46
  static let endSize = 22
  static let zip64EndSize = 56
  static let zip64LocatorSize = 20

  /// The extra field for numbers of 64 bits.
  static let zip64Field: UInt16 = 1
  /// The value of a number that is in that field instead.
  static let zip64Mark = UInt64(UInt32.max)
  static let utf8Flag: UInt16 = 1 << 11
  static let encryptedFlag: UInt64 = 1
  /// The versions of the format that an archive needs.
  static let version: UInt16 = 20
  static let zip64Version: UInt16 = 45
  /// The system of an entry's file attributes, in the upper byte of "version made by".
  static let unix: UInt64 = 3
}

/// The checksum of the files in a ZIP archive.
///
/// Source: APPNOTE.TXT, section 4.4.7; the bits are in reverse order.
struct CRC32 {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320
    }
  }

  private var register = UInt32.max

  /// The checksum of all bytes so far.
  var value: UInt32 { ~register }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    register = Self.table.withUnsafeBufferPointer { table in
      bytes.reduce(register) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
    }
  }
}
