import SystemPackage

/// Which bytes of a file are sound, and what is known of their length. It is found before a decoder
/// opens the file, because libsndfile believes what headers claim.
struct SoundExtent {
  /// The bytes shown to libsndfile as the file, without anything in front of them or behind.
  var range: Range<Int64>
  /// Header bytes shown in place of the file's own, by their offsets.
  var corrections: [(offset: Int64, bytes: [UInt8])] = []
  /// Where the sound ends; behind it are tags.
  var end: Int64
  /// The file is shown as longer than it is by this factor: see `PresentedFile`.
  var factor: Int64 = 1
  /// The length where libsndfile cannot know it, in frames.
  var frameCount: Int?
  /// The song's frames among those that libsndfile counts; `nil` if all are. Some encoders add frames,
  /// and the frames of a recorded broadcast are counted from the broadcast's beginning.
  private(set) var song: Range<Int>?
  /// The sound that follows in another format, where recordings were joined; `nil` if there is none.
  private(set) var following: Range<Int64>?
  /// True if `frameCount` is a guess.
  var isEstimate = false
  /// The part that the container promises and the file does not have; `nil` if it has all.
  private(set) var lack: Lack?
  /// True if it may hold several streams, one after the other.
  private(set) var isOgg = false
  /// The container and the codec, for people, where `range` hides a part of it.
  var encoding: String?

  /// The part that is missing at the end of a file that was cut off.
  enum Lack {
    /// The file would have `total` frames, of which the first `there` are whole.
    case frames(of: Int, there: Int)
    /// Bytes, beside those that are there.
    case bytes(Int64, beside: Int64)
    /// Nobody knows how much.
    case unknown

    /// How many frames are missing where `frameCount` are there; `nil` if nobody knows.
    func frames(beside frameCount: Int) -> Int? {
      switch self {
      case .frames(let total, _): max(total - frameCount, 0)
      case .bytes(let missing, let bytes):
        // Sound with a constant bit rate, of which no header says more.
        bytes > 0
          ? Int(min(Double(missing) / Double(bytes) * Double(frameCount), 0x1p48)) : nil
      case .unknown: nil
      }
    }
  }

  init(_ range: Range<Int64>) {
    self.range = range
    end = range.upperBound
  }

  /// The streams of `file`, in order. There are several in an Ogg chain, and in an MP3 that changes its
  /// format, where libmpg123 ends.
  static func links(of file: SongFile, isCounting: Bool) -> [SoundExtent] {
    var links = [SoundExtent(of: file, isCounting: isCounting)]
    if links[0].isOgg {
      let ranges = OggLinks.ranges(in: file, links[0].range, isThorough: isCounting)
      guard ranges.count > 1 else { return links }
      return ranges.map { range in
        var link = SoundExtent(range)
        link.isOgg = true
        return link
      }
    }
    while let rest = links[links.count - 1].following {
      var link = SoundExtent(rest)
      link.correctMPEG(file, from: rest.lowerBound, isCounting: isCounting)
      links.append(link)
    }
    return links
  }

  /// Finds the sound in `file`.
  ///
  /// - Parameter isCounting: False if a length that the file does not state may be a guess, so that
  ///   only a few pages of the file are read. Counting MP3 reads all of it: some ms for each MB.
  init(of file: SongFile, isCounting: Bool) {
    self.init(0..<file.size)
    let start = file.bytes(at: 0, count: 512)
    let first = min(FileBytes.endOfID3(start, of: file), end)
    let begin = first == 0 ? start : file.bytes(at: first, count: 512)
    if begin.starts(with: "fLaC".utf8) {
      (range, end) = (first..<end, FileBytes.endBeforeTags(of: file, size: end))
      correctFLAC(file, begin, isCounting: isCounting)
    } else if begin.starts(with: "OggS".utf8) {
      range = first..<FileBytes.endBeforeTags(of: file, size: end)
      end = range.upperBound
      isOgg = true
    } else if ["RIFF", "RF64", "BW64"].contains(where: { begin.starts(with: $0.utf8) }) {
      range = first..<end
      // The successor of RF64, with the same chunks. Source: ITU-R BS.2088-1, section 8.
      if begin.starts(with: "BW64".utf8) { corrections.append((first, Array("RF64".utf8))) }
      correctWAV(file, isCounting: isCounting)
    } else if begin.starts(with: ".snd".utf8) {
      range = first..<end
      correctAU(file, begin)
    } else if begin.starts(with: "caff".utf8) {
      range = first..<end
      correctCAF(file)
    } else if begin.starts(with: "FORM".utf8) {
      range = first..<end
    } else if let byte = begin.first, byte == 0xFF || start.starts(with: "ID3".utf8) {
      end = FileBytes.endBeforeTags(of: file, size: end)
      correctMPEG(file, from: first, isCounting: isCounting)
      // libmpg123 would read it.
      if APETag.passesForID3v1(file, endingAt: range.upperBound) {
        corrections.append((range.upperBound - 128, [0, 0, 0]))
      }
    }
  }

  // MARK: MPEG

  /// By how much a claim in bytes may be off: a frame at most.
  private static let slack: Int64 = 2048

  /// Bit rates go from 8 to 320 kbit/s, so that no estimate of libsndfile is off by more.
  static let unstatedFactor: Int64 = 64

  private mutating func correctMPEG(_ file: SongFile, from first: Int64, isCounting: Bool) {
    let freeByteCount =
      FrameHeader.freeByteCount(in: file.bytes(at: first, count: 8192)) ?? 0
    let parse = { FrameHeader(mpeg: $0, freeByteCount: freeByteCount) }
    let sample = FrameScan(file, from: first, to: end, limit: 64 * 1024, reading: parse)
    guard let header = sample.header, let place = sample.first else {
      if file.bytes(at: first, count: 1) == [0xFF] { factor = Self.unstatedFactor }
      return
    }
    let frame = file.bytes(at: place, count: header.byteCount)
    let statement = XingHeader(frame)
    let byteCount = end - place
    if let statement, let claim = statement.frameCount, claim > 0,
      statement.suits(byteCount, sample.estimate(of: byteCount))
    {
      leaveOutPadding(file, before: first, statement, claim * header.frameCount, isEstimate: false)
      return
    }
    let isWhole = isCounting || byteCount <= 64 * 1024
    let scan = isCounting ? FrameScan(file, from: place, to: end, reading: parse) : sample
    var count = isWhole ? scan.frameCount : estimate(of: file, from: place, sample, parse)
    if statement != nil { count = max(count - 1, 0) }
    if isWhole {
      following = scan.change.map { $0..<end }
      // A read that reaches an incomplete frame fails, and loses what it has decoded before.
      let last = scan.change ?? scan.end
      if following != nil || end == range.upperBound { range = range.lowerBound..<last }
      end = last
    }
    if let statement, let offset = statement.frameCountOffset {
      let promised = Int64(statement.byteCount ?? 0)
      if promised > (scan.change ?? end) - place + Self.slack, let claim = statement.frameCount,
        claim > count
      {
        // The claim says how much is missing; what follows another recording begins at once.
        let there = following == nil ? 0 : count * header.frameCount
        lack = .frames(of: claim * header.frameCount, there: there)
        if following == nil { return }
      }
      let known = UInt32(truncatingIfNeeded: count).bigEndianBytes
      corrections.append((place + Int64(offset), known))
      isEstimate = !isWhole
    } else {
      factor = Self.unstatedFactor
      frameCount = count * header.frameCount
      isEstimate = !isWhole
    }
    leaveOutPadding(
      file, before: first, statement, count * header.frameCount, isEstimate: !isWhole)
  }

  /// Leaves iTunes's padding out of `count` decoded frames: mpg123 leaves out only LAME's.
  private mutating func leaveOutPadding(
    _ file: SongFile, before first: Int64, _ statement: XingHeader?, _ count: Int, isEstimate: Bool
  ) {
    guard statement?.statesDelay != true, first >= 10, range.lowerBound == 0,
      let text = GaplessText(in: file, before: first),
      let song = text.song(
        of: count, isEstimate: isEstimate, isShortened: statement?.frameCount != nil)
    else { return }
    (self.song, frameCount, self.isEstimate) = (song, song.count, false)
  }

  /// How many frames `file` may have from `start` on: a song may begin softly, so frames in
  /// three other places count as well.
  private func estimate(
    of file: SongFile, from start: Int64, _ sample: FrameScan,
    _ parse: (ArraySlice<UInt8>) -> FrameHeader?
  ) -> Int {
    let length = end - start
    var densities = [sample.density]
    for part in 1..<4 {
      let place = start + length / 4 * Int64(part)
      let scan = FrameScan(file, from: place, to: end, limit: 8 * 1024, reading: parse)
      if scan.density > 0 { densities.append(scan.density) }
    }
    return Int(Double(length) * densities.reduce(0, +) / Double(densities.count))
  }

  // MARK: FLAC

  private mutating func correctFLAC(_ file: SongFile, _ start: [UInt8], isCounting: Bool) {
    guard let info = FLACStreamInfo(start),
      isCounting || !info.isPlausible(byteCount: end - range.lowerBound)
        || FLACBlocks.first(of: file, in: range, info) != 0,
      let blocks = FLACBlocks(of: file, in: range.lowerBound..<end, info)
    else {
      range = range.lowerBound..<end
      return
    }
    let (first, last) = (blocks.frames.lowerBound, blocks.frames.upperBound)
    if blocks.end == end {
      // Nothing is missing, whatever is claimed.
      if last != info.frameCount { correct(info, last) }
    } else if last > info.frameCount {
      correct(info, last)
      if blocks.isCutOff { lack = .unknown }
      end = blocks.end
    } else if last == info.frameCount {
      end = blocks.end
    } else if blocks.isCutOff {
      lack = .frames(of: info.frameCount - first, there: last - first)
    }
    if first > 0 { (song, frameCount) = (blocks.frames, blocks.frames.count) }
    range = range.lowerBound..<end
  }

  private mutating func correct(_ info: FLACStreamInfo, _ frameCount: Int) {
    corrections.append(
      (range.lowerBound + Int64(FLACStreamInfo.frameCountOffset), info.bytes(claiming: frameCount)))
  }

  // MARK: WAV

  /// Source: "Multimedia Programming Interface and Data Specifications 1.0": chunks of an identifier,
  /// a size and as many bytes, padded to an even number. EBU Tech 3306: `ds64` of RF64 has the sizes of
  /// the file and of its sound, in 8 bytes each.
  private mutating func correctWAV(_ file: SongFile, isCounting: Bool) {
    var offset = range.lowerBound + 12
    var coding = 0
    var sizes: Int64?
    for _ in 0..<64 {
      let header = file.bytes(at: offset, count: 8)
      guard header.count == 8 else { return }
      let size = Int64(header.littleNumber(4, 4))
      let content = offset + 8
      if header.starts(with: "fmt ".utf8) {
        let code = file.bytes(at: content, count: 2)
        guard code.count == 2 else { return }
        coding = code.littleNumber(0, 2)
      }
      if header.starts(with: "ds64".utf8) { sizes = content }
      if header.starts(with: "data".utf8) {
        let rest = range.upperBound - content
        if let sizes {
          let size = file.bytes(at: sizes + 8, count: 8).littleNumber(0, 8)
          // A pipe leaves 0, or all bits set. No sound is before another chunk.
          guard size < 0 || size == 0 && !FileBytes.isChunk(file, at: content),
            [0, 0xFFFF_FFFF].contains(header.littleNumber(4, 4))
          else { return }
          corrections += [
            (sizes, (Int64(range.count) - 8).bigEndianBytes.reversed()),
            (sizes + 8, rest.bigEndianBytes.reversed()),
            (offset + 4, Self.littleEndian(0xFFFF_FFFF)),
          ]
          return
        }
        let isUnwritten =
          size == 0xFFFF_FFFF || size == 0 && !FileBytes.isChunk(file, at: content)
          || size > rest && Self.isPlaceholder(size)
        if isUnwritten, rest > 0 {
          let known = Self.littleEndian(min(rest, 0xFFFF_FFFE))
          corrections.append((offset + 4, known))
          corrections.append(
            (range.lowerBound + 4, Self.littleEndian(min(Int64(range.count) - 8, 0xFFFF_FFFE))))
        }
        guard coding == 0x55 else { return }
        // MP3: libsndfile guesses its length.
        let sound = content..<(isUnwritten ? range.upperBound : content + min(size, rest))
        range = sound
        end = sound.upperBound
        corrections = []
        correctMPEG(file, from: content, isCounting: isCounting)
        if !isUnwritten, size > rest { lack = .bytes(size - rest, beside: rest) }
        encoding = "WAV, MP3"
        return
      }
      offset = content + size + size % 2
      guard offset < range.upperBound else { return }
    }
  }

  // MARK: CAF

  /// libsndfile finds no sound where the size is not known, or is more than there is.
  ///
  /// Source: "Apple Core Audio Format Specification 1.0": chunks of an identifier and a size of 8 bytes;
  /// `data` begins with a number of 4.
  private mutating func correctCAF(_ file: SongFile) {
    var offset = range.lowerBound + 8
    for _ in 0..<64 {
      let header = file.bytes(at: offset, count: 12)
      guard header.count == 12, header[4] < 0x80 || header.starts(with: "data".utf8) else { return }
      // -1 is not known yet.
      let size = header[4] < 0x80 ? Int64(header.bigNumber(4, 8)) : -1
      let content = offset + 12
      if header.starts(with: "data".utf8) {
        if size <= 0 { end = FileBytes.endBeforeTags(of: file, size: end) }
        let rest = end - content
        guard size <= 0 || size > rest, rest > 4 else { return }
        range = range.lowerBound..<end
        if size > rest { lack = .bytes(size - rest, beside: rest - 4) }
        corrections.append((offset + 4, rest.bigEndianBytes))
        return
      }
      guard size >= 0, size < end - content else { return }
      offset = content + size
    }
  }

  // MARK: AU

  /// Source: the header has a magic number, its own size, the size of the sound, and so on.
  private mutating func correctAU(_ file: SongFile, _ start: [UInt8]) {
    guard start.count >= 24 else { return }
    let size = start.bigNumber(8, 4)
    let content = range.lowerBound + Int64(start.bigNumber(4, 4))
    guard size == 0 || size == 0xFFFF_FFFF, content < end else { return }
    end = FileBytes.endBeforeTags(of: file, size: end)
    range = range.lowerBound..<max(end, content)
    let known = UInt32(clamping: range.upperBound - content)
    corrections.append((range.lowerBound + 8, known.bigEndianBytes))
  }

  /// True if `size`, in bytes, is from a program that did not know it: it lost its power, or wrote to a
  /// pipe. Such a size is the largest number of 31 or 32 bits, often less the headers.
  static func isPlaceholder(_ size: Int64) -> Bool {
    switch size {
    case 0, 0x7FFF_0000...0x8000_0000, 0xFFFF_0000...0xFFFF_FFFF: true
    default: false
    }
  }

  private static func littleEndian(_ number: Int64) -> [UInt8] {
    UInt32(truncatingIfNeeded: number).bigEndianBytes.reversed()
  }
}

/// The tags and chunks around the sound of a file.
enum FileBytes {
  /// The end of the ID3v2 tags that `file` begins with. Source: ID3v2.4, sections 3.1 and 3.4.
  static func endOfID3(_ start: [UInt8], of file: SongFile) -> Int64 {
    var offset: Int64 = 0
    for _ in 0..<8 {
      let header = offset == 0 ? Array(start.prefix(10)) : file.bytes(at: offset, count: 10)
      guard let size = tagSize(header, "ID3") else { break }
      offset += 10 + size + (header[5] & 0x10 != 0 ? 10 : 0)
    }
    return offset
  }

  /// The beginning of the tags at the end of a file of `size` bytes: ID3v1, APE, Lyrics3, ID3v2.4.
  static func endBeforeTags(of file: SongFile, size: Int64) -> Int64 {
    var end = size
    for _ in 0..<8 {
      let tail = file.bytes(at: max(end - 128, 0), count: Int(min(end, 128)))
      let length: Int64
      // The bytes that the tag must begin with, if that is known.
      var start = ""
      if tail.count >= 32, let footer = APETag.Edge(tail.suffix(32), isFooter: true) {
        // The size counts the footer, but not the header.
        length = Int64(footer.size) + (footer.hasHeader ? 32 : 0)
        if footer.hasHeader { start = "APETAGEX" }
      } else if tail.count >= 15, tail.suffix(9).elementsEqual("LYRICS200".utf8) {
        let digits = String(decoding: tail.suffix(15).prefix(6), as: UTF8.self)
        (length, start) = ((Int64(digits) ?? 0) + 15, "LYRICSBEGIN")
      } else if tail.count >= 10, let size = tagSize(Array(tail.suffix(10)), "3DI") {
        (length, start) = (size + 20, "ID3")
      } else if tail.count == 128, tail.starts(with: "TAG".utf8),
        !APETag.passesForID3v1(file, endingAt: end)
      {
        length = 128
      } else {
        break
      }
      guard (1...end).contains(length),
        file.bytes(at: end - length, count: start.utf8.count).elementsEqual(start.utf8)
      else { break }
      end -= length
    }
    return end
  }

  /// The size that a header or a footer of ID3v2 gives, in seven bits a byte.
  private static func tagSize(_ bytes: [UInt8], _ mark: String) -> Int64? {
    guard bytes.count == 10, bytes.starts(with: mark.utf8),
      bytes[6...9].allSatisfy({ $0 < 0x80 })
    else { return nil }
    return bytes[6...9].reduce(0) { $0 << 7 | Int64($1) }
  }

  /// True if what is at `offset` can be a chunk of RIFF that lies within the file, or its end.
  static func isChunk(_ file: SongFile, at offset: Int64) -> Bool {
    let header = file.bytes(at: offset, count: 8)
    guard !header.isEmpty else { return true }
    return header.count == 8 && header[..<4].allSatisfy { (0x20...0x7E).contains($0) }
      && offset + 8 + Int64(header.littleNumber(4, 4)) <= file.size
  }
}

extension BidirectionalCollection<UInt8> {
  /// The little-endian number of `count` bytes at `offset`, of those that are there.
  func littleNumber(_ offset: Int, _ count: Int) -> Int {
    dropFirst(offset).prefix(count).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// The big-endian number of `count` bytes at `offset`; 0 if there are fewer, huge if too large.
  func bigNumber(_ offset: Int, _ count: Int) -> Int {
    let bytes = dropFirst(offset).prefix(count)
    guard bytes.count == count else { return 0 }
    return Int(clamping: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  func number(_ offset: Int, _ count: Int, isBigEndian: Bool) -> Int {
    isBigEndian ? bigNumber(offset, count) : littleNumber(offset, count)
  }
}

extension FixedWidthInteger {
  /// Its bytes, the most significant first.
  fileprivate var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
