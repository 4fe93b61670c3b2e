import SystemPackage

/// The first block of a FLAC file. Source: RFC 9639, section 8.2.
struct FLACStreamInfo {
  /// Where the five bytes with the length begin.
  static let frameCountOffset = 21

  /// The length that is claimed; 0 where it was not known.
  let frameCount: Int
  /// Frames of each block; 0 where they differ.
  let blockLength: Int
  /// Bytes of the longest block; 0 where it is not known.
  let longestByteCount: Int
  private let channelCount: Int
  private let bitCount: Int
  /// The five bytes with the length, the first of which it shares.
  private let lengthBytes: [UInt8]

  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 42, bytes.starts(with: "fLaC".utf8), bytes[4] & 0x7F == 0 else {
      return nil
    }
    let shortest = bytes.bigNumber(8, 2)
    blockLength = shortest == bytes.bigNumber(10, 2) ? shortest : 0
    longestByteCount = bytes.bigNumber(15, 3)
    let shape = bytes.bigNumber(18, 4)
    channelCount = (shape >> 9 & 7) + 1
    bitCount = (shape >> 4 & 31) + 1
    lengthBytes = Array(bytes[Self.frameCountOffset..<(Self.frameCountOffset + 5)])
    frameCount = bytes.bigNumber(Self.frameCountOffset, 5) & 0xF_FFFF_FFFF
  }

  /// The five bytes with `frameCount` as the length; the first keeps its upper four bits.
  func bytes(claiming frameCount: Int) -> [UInt8] {
    var bytes = (0..<5).map { UInt8(truncatingIfNeeded: frameCount >> (32 - 8 * $0)) }
    bytes[0] = bytes[0] & 0x0F | lengthBytes[0] & 0xF0
    return bytes
  }

  /// True if `byteCount` bytes can hold the length that is claimed: compressed, but not to nothing.
  func isPlausible(byteCount: Int64) -> Bool {
    let raw = Double(frameCount) * Double(channelCount * bitCount) / 8
    return (0.3 * raw...1.1 * raw + 65_536).contains(Double(byteCount)) && frameCount > 0
  }

  /// True if the header of a frame can be one of this file. The rate and the width may be left to
  /// this block.
  func allows(rateCode: Int, bitCode: Int, channelCode: Int) -> Bool {
    let channels = channelCode < 8 ? channelCode + 1 : 2
    let widths = [0: bitCount, 1: 8, 2: 12, 4: 16, 5: 20, 6: 24, 7: 32]
    return channels == channelCount && widths[bitCode] == bitCount && rateCode != 15
      && channelCode <= 10
  }
}

/// The last whole frame of a FLAC file, which says how long the file really is.
///
/// Source: RFC 9639, section 9.
struct FLACEnd {
  /// No frame that is looked for is longer: 8 channels of 32 bits and 32,768 frames.
  private static let longest: Int64 = 1 << 20

  /// Frames up to the end of this one.
  let frameCount: Int
  /// Where it ends in the file.
  let end: Int64
  /// True if another frame begins behind it.
  let isCutOff: Bool

  /// - Returns: `nil` where no whole frame is found at the end of `range`.
  init?(of file: FileDescriptor, in range: Range<Int64>, _ info: FLACStreamInfo) {
    var length: Int64 = 32 * 1024
    while true {
      let start = max(range.upperBound - length, range.lowerBound)
      let bytes = FileBytes.read(file, at: start, count: Int(range.upperBound - start))
      if let found = Self.last(in: bytes, info) {
        (frameCount, end) = (found.frameCount, start + Int64(found.end))
        isCutOff = found.isCutOff
        return
      }
      guard start > range.lowerBound, length < Self.longest else { return nil }
      length *= 4
    }
  }

  private static func last(
    in bytes: [UInt8], _ info: FLACStreamInfo
  ) -> (frameCount: Int, end: Int, isCutOff: Bool)? {
    /// Where frames behind this place begin, the nearest first.
    var later: [Int] = []
    var offset = bytes.count - 6
    while offset >= 0 {
      defer { offset -= 1 }
      guard bytes[offset] == 0xFF, bytes[offset + 1] & 0xFE == 0xF8,
        let frameCount = end(ofFrameAt: offset, in: bytes, info)
      else { continue }
      // The nearest ends first: few headers are false.
      for end in later + [bytes.count] where Checksum.crc16(bytes[offset..<end]) == 0 {
        // The rest of a frame that was cut off is no longer than a frame.
        let (rest, longest) = (bytes.count - end, info.longestByteCount)
        let isCutOff = rest > 0 && (longest == 0 || rest <= longest) && later.contains(end)
        return (frameCount, end, isCutOff)
      }
      later.insert(offset, at: 0)
      guard later.count < 64 else { return nil }
    }
    return nil
  }

  /// The frame behind the block whose header is at `offset`; `nil` where there is none.
  private static func end(
    ofFrameAt offset: Int, in bytes: [UInt8], _ info: FLACStreamInfo
  ) -> Int? {
    var rest = bytes[(offset + 2)...].prefix(16)
    guard let codes = rest.popFirst(), let shape = rest.popFirst() else { return nil }
    let (blockCode, rateCode) = (Int(codes >> 4), Int(codes & 15))
    guard blockCode != 0, shape & 1 == 0,
      info.allows(
        rateCode: rateCode, bitCode: Int(shape >> 1 & 7), channelCode: Int(shape >> 4)),
      let number = codedNumber(&rest)
    else { return nil }
    let length: Int
    switch blockCode {
    case 1: length = 192
    case 2...5: length = 144 << blockCode
    case 6, 7:
      let size = blockCode - 5
      guard rest.count >= size else { return nil }
      length = rest.prefix(size).reduce(0) { $0 << 8 | Int($1) } + 1
      rest = rest.dropFirst(size)
    default: length = 1 << blockCode
    }
    rest = rest.dropFirst([12: 1, 13: 2, 14: 2][rateCode] ?? 0)
    guard let check = rest.first, Checksum.crc8(bytes[offset..<rest.startIndex]) == check else {
      return nil
    }
    let isVariable = bytes[offset + 1] & 1 != 0
    if !isVariable, info.blockLength == 0 { return nil }
    return (isVariable ? number : number * info.blockLength) + length
  }

  /// A number in the manner of UTF-8, of up to 36 bits.
  private static func codedNumber(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard let first = rest.popFirst() else { return nil }
    let ones = (~first).leadingZeroBitCount
    if ones == 0 { return Int(first) }
    guard (2...7).contains(ones) else { return nil }
    var number = Int(first) & (0x7F >> ones)
    for _ in 1..<ones {
      guard let byte = rest.popFirst(), byte & 0xC0 == 0x80 else { return nil }
      number = number << 6 | Int(byte & 0x3F)
    }
    return number
  }
}

/// The checksums of FLAC. Source: RFC 9639, sections 9.1.8 and 9.3.
private enum Checksum {
  private static let table: [UInt16] = (0..<256).map { byte in
    (0..<8).reduce(UInt16(byte) << 8) { value, _ in
      value << 1 ^ (value & 0x8000 != 0 ? 0x8005 : 0)
    }
  }

  static func crc16(_ bytes: ArraySlice<UInt8>) -> UInt16 {
    bytes.reduce(0) { $0 << 8 ^ table[Int(UInt8($0 >> 8) ^ $1)] }
  }

  static func crc8(_ bytes: ArraySlice<UInt8>) -> UInt8 {
    bytes.reduce(0) { value, byte in
      (0..<8).reduce(value ^ byte) { value, _ in value << 1 ^ (value & 0x80 != 0 ? 0x07 : 0) }
    }
  }
}
