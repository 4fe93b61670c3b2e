import SystemPackage

/// The header of a frame of MPEG audio or of AAC (ADTS).
struct FrameHeader {
  /// The length of the frame including its header.
  let byteCount: Int
  /// How many of the engine's frames it decodes to.
  let frameCount: Int
  /// In hertz.
  let sampleRate: Int
  /// The header bits that all frames of a file share.
  private let kind: UInt32

  /// True if `other` can be in the same file.
  func matches(_ other: FrameHeader) -> Bool { kind == other.kind }

  /// Source: ISO 11172-3, section 2.4.1.3; ISO 13818-3, section 2.4.2.3.
  ///
  /// - Parameters:
  ///   - bytes: At least four; `nil` if they are no header.
  ///   - freeByteCount: The length, without padding, of frames in "free format", whose headers do
  ///     not state it; 0 if there are none.
  init?(mpeg bytes: ArraySlice<UInt8>, freeByteCount: Int = 0) {
    guard bytes.count >= 4 else { return nil }
    let word = bytes.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let (version, layer) = (Int(word >> 19 & 3), Int(4 - (word >> 17 & 3)))
    let (rateCode, rateIndex) = (Int(word >> 12 & 15), Int(word >> 10 & 3))
    guard word >> 21 == 0x7FF, version != 1, layer != 4, rateIndex < 3,
      (1...14).contains(rateCode) || rateCode == 0 && freeByteCount > 0
    else { return nil }
    let isFirst = version == 3
    let rates = Self.bitRates[isFirst ? layer - 1 : (layer == 1 ? 3 : 4)]
    let base = [44_100, 48_000, 32_000][rateIndex]
    sampleRate = isFirst ? base : version == 2 ? base / 2 : base / 4
    frameCount = layer == 1 ? 384 : layer == 3 && !isFirst ? 576 : 1152
    let padding = Int(word >> 9 & 1) * (layer == 1 ? 4 : 1)
    if rateCode == 0 {
      byteCount = freeByteCount + padding
    } else if layer == 1 {
      byteCount = 12_000 * rates[rateCode - 1] / sampleRate * 4 + padding
    } else {
      byteCount = frameCount / 8 * 1000 * rates[rateCode - 1] / sampleRate + padding
    }
    // A file may mix stereo and joint stereo, but not mono and stereo.
    kind = word & 0xFFFE_0C00 | (word >> 6 & 3 == 3 ? 1 : 0)
  }

  /// The length, without padding, of the "free format" frames at the beginning of `bytes`: the
  /// distance from one header to the next, and to a third; `nil` if there are none.
  ///
  /// Source: ISO 11172-3, section 2.4.2.3: the bit rate is "fixed", at most that of other formats.
  static func freeByteCount(in bytes: [UInt8]) -> Int? {
    guard bytes.count > 4, bytes[2] >> 4 == 0 else { return nil }
    for count in 24..<max(24, min(bytes.count / 2, 4096)) {
      let parse = { FrameHeader(mpeg: bytes[$0...], freeByteCount: count) }
      guard let first = parse(0) else { return nil }
      guard let second = parse(first.byteCount), second.matches(first),
        bytes[first.byteCount + 2] >> 4 == 0,
        let third = parse(first.byteCount + second.byteCount), third.matches(first)
      else { continue }
      return count
    }
    return nil
  }

  /// `nil` if `bytes`, at least seven, are no header. Source: ISO 14496-3, section 1.A.2.2.
  init?(adts bytes: ArraySlice<UInt8>) {
    guard bytes.count >= 7 else { return nil }
    let word = bytes.prefix(7).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let rateIndex = Int(word >> 34 & 15)
    guard word >> 44 == 0xFFF, word >> 41 & 3 == 0, rateIndex < Self.aacRates.count else {
      return nil
    }
    byteCount = Int(word >> 13 & 0x1FFF)
    guard byteCount >= 7 else { return nil }
    frameCount = 1024 * (Int(word & 3) + 1)
    sampleRate = Self.aacRates[rateIndex]
    kind = UInt32(truncatingIfNeeded: word >> 24) & 0xFFFE_FC00 | UInt32(rateIndex)
  }

  /// In kbit/s: layers I, II and III of MPEG-1, layer I, and layers II and III of MPEG-2.
  private static let bitRates = [
    [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ]
  /// The sample rates of AAC by their index in a header, which MP4 uses, too.
  static let aacRates = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
    7_350,
  ]
}

/// Counts the frames of MPEG audio or AAC by their headers, without decoding: some ms for each MB.
/// Skips anything else up to the next two frames. Ends where frames of another format follow.
struct FrameScan {
  private static let pieceLength = 64 * 1024
  /// So many frames of another format in a row are no accident.
  private static let changedCount = 8

  /// The header of the first frame.
  private(set) var header: FrameHeader?
  /// The offset of the first frame.
  private(set) var first: Int64?
  /// The number of complete frames.
  private(set) var frameCount = 0
  /// How many of the engine's frames they decode to.
  private(set) var soundFrameCount = 0
  /// The end of the last frame.
  private(set) var end: Int64
  /// The offset of the frames of another format that ended the scan; `nil` if there are none.
  private(set) var change: Int64?
  private var byteCount: Int64 = 0

  /// Scans `file` from `start` to `end`, at most `limit` bytes of frames.
  init(
    _ file: SongFile, from start: Int64, to end: Int64, limit: Int64 = .max,
    reading parse: (ArraySlice<UInt8>) -> FrameHeader?
  ) {
    let pieceLength = min(Int64(Self.pieceLength), limit)
    self.end = start
    var piece: [UInt8] = []
    var pieceStart = start
    func header(at offset: Int64) -> FrameHeader? {
      guard offset + 4 <= end else { return nil }
      if offset < pieceStart || offset + 7 > pieceStart + Int64(piece.count) {
        piece = file.bytes(at: offset, count: Int(min(pieceLength, end - offset)))
        pieceStart = offset
      }
      let index = Int(offset - pieceStart)
      guard index < piece.count, piece[index] == 0xFF else { return nil }
      return parse(piece[index...].prefix(7))
    }
    /// True if frames like `first`, which is at `offset`, follow in a row.
    func isChange(to first: FrameHeader, at offset: Int64) -> Bool {
      var place = offset
      for _ in 0..<Self.changedCount {
        guard let found = header(at: place), found.matches(first) else { return false }
        place += Int64(found.byteCount)
      }
      return true
    }
    var offset = start
    // The first two confirm each other, like those after anything else.
    var isSure = false
    var searched: Int64 = 0
    while offset + 4 <= end, byteCount < limit {
      let found = header(at: offset)
      if let found, let known = self.header, !found.matches(known) {
        if isChange(to: found, at: offset) {
          change = offset
          return
        }
      } else if let found, offset + Int64(found.byteCount) <= end {
        let next = offset + Int64(found.byteCount)
        if isSure || next + 4 > end || header(at: next).map(found.matches) == true {
          if self.header == nil { (self.header, first) = (found, offset) }
          frameCount += 1
          soundFrameCount += found.frameCount
          byteCount += Int64(found.byteCount)
          (offset, isSure, self.end) = (next, true, next)
          continue
        }
      }
      isSure = false
      offset += 1
      searched += 1
      // It is another kind of file.
      if self.header == nil, searched > Int64(Self.pieceLength) { return }
    }
  }

  /// How many frames `length` bytes have, if they are like the scanned ones.
  func estimate(of length: Int64) -> Int { Int(Double(length) * density) }

  /// Frames per byte; 0 if there are none.
  var density: Double { byteCount > 0 ? Double(frameCount) / Double(byteCount) : 0 }
}

/// The length of an MP3 file, in frames and in bytes, from a first frame without sound.
/// Source: "Xing VBR header", and LAME's `VbrTag.c`.
struct XingHeader {
  /// How many frames follow; `nil` if not stated.
  private(set) var frameCount: Int?
  private(set) var frameCountOffset: Int?
  /// The size of the file with this frame; `nil` if not stated.
  private(set) var byteCount: Int?
  /// True if it states the encoder's delay, so that mpg123 drops that. Source: LAME's `VbrTag.c`: a
  /// text, which is not empty, and 15 bytes.
  private(set) var statesDelay = false

  /// - Parameter frame: The first frame; `nil` if it contains sound.
  init?(_ frame: [UInt8]) {
    guard frame.count >= 4 else { return nil }
    let isFirst = frame[1] & 0x08 != 0
    let isMono = frame[3] >> 6 == 3
    let side = isFirst ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
    let places = [4 + side, 6 + side]
    let place = places.first { place in
      let mark = frame.dropFirst(place).prefix(4)
      return mark.elementsEqual("Xing".utf8) || mark.elementsEqual("Info".utf8)
    }
    guard var offset = place, offset + 8 <= frame.count else { return nil }
    let flags = frame[offset + 7]
    offset += 8
    if flags & 1 != 0, offset + 4 <= frame.count {
      (frameCount, frameCountOffset) = (frame.bigNumber(offset, 4), offset)
      offset += 4
    }
    if flags & 2 != 0, offset + 4 <= frame.count {
      byteCount = frame.bigNumber(offset, 4)
      offset += 4
    }
    offset += (flags & 4 != 0 ? 100 : 0) + (flags & 8 != 0 ? 4 : 0)
    statesDelay = offset + 24 <= frame.count && frame[offset] != 0
  }

  /// True if the numbers fit a file of `fileByteCount` bytes of sound and about `estimate` frames.
  func suits(_ fileByteCount: Int64, _ estimate: Int) -> Bool {
    guard let frameCount, let byteCount else { return false }
    let claim = Int64(byteCount)
    return (0...fileByteCount / 256 + 2048).contains(fileByteCount - claim)
      && frameCount / 2 < estimate && estimate / 2 < frameCount
  }
}
