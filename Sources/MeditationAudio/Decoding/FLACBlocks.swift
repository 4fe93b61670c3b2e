import SystemPackage

/// The first block of a FLAC file. Source: RFC 9639, section 8.2.
struct FLACStreamInfo {
  /// Where the five bytes with the length begin.
  static let frameCountOffset = 21

  /// The claimed length; 0 if unknown.
  let frameCount: Int
  /// Frames in each block; 0 if they differ.
  let blockLength: Int
  /// Bytes of the longest block; 0 if unknown.
  let longestByteCount: Int
  private let channelCount: Int
  private let bitCount: Int
  /// The five bytes with the length; the first also has other bits.
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

  /// The five bytes claiming `frameCount`; the first keeps its upper four bits.
  func bytes(claiming frameCount: Int) -> [UInt8] {
    var bytes = (0..<5).map { UInt8(truncatingIfNeeded: frameCount >> (32 - 8 * $0)) }
    bytes[0] = bytes[0] & 0x0F | lengthBytes[0] & 0xF0
    return bytes
  }

  /// True if `byteCount` bytes can hold the claimed length, compressed by a plausible factor.
  func isPlausible(byteCount: Int64) -> Bool {
    let raw = Double(frameCount) * Double(channelCount * bitCount) / 8
    return (0.3 * raw...1.1 * raw + 65_536).contains(Double(byteCount)) && frameCount > 0
  }

  /// True if a frame's header is possible here. It may leave the rate and the width to this block.
  func allows(rateCode: Int, bitCode: Int, channelCode: Int) -> Bool {
    let channels = channelCode < 8 ? channelCode + 1 : 2
    let widths = [0: bitCount, 1: 8, 2: 12, 4: 16, 5: 20, 6: 24, 7: 32]
    return channels == channelCount && widths[bitCode] == bitCount && rateCode != 15
      && channelCode <= 10
  }
}

/// The frames in the first and the last complete block of a FLAC file, which give its true length.
/// Source: RFC 9639, section 9.
struct FLACBlocks {
  /// The longest block to look for: 8 channels of 32 bits and 32,768 frames.
  private static let longest: Int64 = 1 << 20

  /// From the first frame of the first block, which is not 0 in a recorded broadcast.
  let frames: Range<Int>
  /// Where the last block ends in the file.
  let end: Int64
  /// True if another block begins behind it.
  let isCutOff: Bool

  /// `nil` if there is no complete block at the end of `range`.
  init?(of file: SongFile, in range: Range<Int64>, _ info: FLACStreamInfo) {
    var length: Int64 = 32 * 1024
    while true {
      let start = max(range.upperBound - length, range.lowerBound)
      let bytes = file.bytes(at: start, count: Int(range.upperBound - start))
      if let found = Self.last(in: bytes, info) {
        let first = Self.first(of: file, in: range, info) ?? 0
        frames = min(first, found.end)..<found.end
        end = start + Int64(found.place)
        isCutOff = found.isCutOff
        return
      }
      guard start > range.lowerBound, length < Self.longest else { return nil }
      length *= 4
    }
  }

  /// The first frame of the first block; `nil` if that does not follow the metadata.
  static func first(
    of file: SongFile, in range: Range<Int64>, _ info: FLACStreamInfo
  ) -> Int? {
    var offset = range.lowerBound + 4
    for _ in 0..<1_000 {
      let header = file.bytes(at: offset, count: 4)
      guard header.count == 4 else { return nil }
      offset += 4 + Int64(header.bigNumber(1, 3))
      if header[0] & 0x80 != 0 {
        return frames(at: 0, in: file.bytes(at: offset, count: 32), info)?.lowerBound
      }
    }
    return nil
  }

  /// The last complete block: the frame behind it, and its end in `bytes`.
  private static func last(
    in bytes: [UInt8], _ info: FLACStreamInfo
  ) -> (end: Int, place: Int, isCutOff: Bool)? {
    /// Where later blocks begin, the nearest first.
    var later: [Int] = []
    var offset = bytes.count - 6
    while offset >= 0 {
      defer { offset -= 1 }
      guard bytes[offset] == 0xFF, bytes[offset + 1] & 0xFE == 0xF8,
        let frames = frames(at: offset, in: bytes, info)
      else { continue }
      if let place = end(ofBlockAt: offset, in: bytes, before: later, info) {
        let (rest, longest) = (bytes.count - place, info.longestByteCount)
        // The rest of a block that was cut off is no longer than a block.
        let isCutOff = rest > 0 && (longest == 0 || rest <= longest) && later.contains(place)
        return (frames.upperBound, place, isCutOff)
      }
      later.insert(offset, at: 0)
      guard later.count < 64 else { return nil }
    }
    return nil
  }

  /// The end of the block at `offset`, where its checksum is right: before one of the beginnings in
  /// `later`, most likely the nearest, or else before what follows the sound.
  private static func end(
    ofBlockAt offset: Int, in bytes: [UInt8], before later: [Int], _ info: FLACStreamInfo
  ) -> Int? {
    var ends: Set<Int> = []
    var last: Int?
    var sum: UInt16 = 0
    let limit = info.longestByteCount == 0 ? bytes.count : offset + info.longestByteCount
    for place in offset..<bytes.count {
      let wasRight = sum == 0
      sum = Checksum.crc16(sum, bytes[place])
      guard sum == 0, place > offset + 8 else { continue }
      ends.insert(place + 1)
      // Zeros keep the checksum right.
      if !wasRight, place < limit { last = place + 1 }
    }
    return later.first(where: ends.contains) ?? last
  }

  /// The frames of the block with its header at `offset`; `nil` if there is none.
  private static func frames(
    at offset: Int, in bytes: [UInt8], _ info: FLACStreamInfo
  ) -> Range<Int>? {
    guard offset + 2 < bytes.count, bytes[offset] == 0xFF, bytes[offset + 1] & 0xFE == 0xF8 else {
      return nil
    }
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
    let start = isVariable ? number : number * info.blockLength
    return start..<start + length
  }

  /// A number of up to 36 bits, coded as in UTF-8.
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

  /// The checksum of bytes that end with `byte`, where `sum` is that of the others.
  static func crc16(_ sum: UInt16, _ byte: UInt8) -> UInt16 {
    sum << 8 ^ table[Int(UInt8(sum >> 8) ^ byte)]
  }

  static func crc8(_ bytes: ArraySlice<UInt8>) -> UInt8 {
    bytes.reduce(0) { value, byte in
      (0..<8).reduce(value ^ byte) { value, _ in value << 1 ^ (value & 0x80 != 0 ? 0x07 : 0) }
    }
  }
}
