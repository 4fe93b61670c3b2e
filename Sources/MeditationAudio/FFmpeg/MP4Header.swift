import MeditationEngine
import SystemPackage

/// The header of an MP4 file with one plain song in AAC or Apple Lossless.
///
/// A thousand times as fast as ffprobe. It states the length in the track's time scale, the sample
/// rate in plain songs; ffprobe rounds it to the milliseconds of the edit list.
struct MP4Header {
  /// A longer header is left to ffprobe, in bytes. This one has an hour or more.
  private static let longest = 1 << 22
  /// AAC below this rate may be half of what it becomes, by a spectral band that is not announced.
  private static let leastPlainRate = 32_000

  let tags: Tags
  let frameCount: Int
  let sampleRate: Int
  /// ffmpeg's name of the codec, or else that of the file.
  let codec: String
  private let channelCount: Int
  /// True if `properties` are those of a file that ffmpeg decodes.
  let suffices: Bool
  /// True if there are chapters, as Nero or QuickTime writes them.
  let hasChapters: Bool
  /// The sound to ask ffmpeg for; `nil` where ffprobe has to find it.
  private(set) var sound: ForeignSound?
  private(set) var isProtected = false

  var properties: AudioProperties {
    AudioProperties(
      tags: tags, frameCount: frameCount, sampleRate: sampleRate, channelCount: channelCount)
  }

  /// Reads the header of `file`; `nil` for all that is less plain, which is left to ffprobe.
  init?(_ file: SongFile) {
    guard let header = Self.header(of: file) else { return nil }
    let movie = MP4Boxes(header[...])
    // The header of a fragmented file is that of its first fragment.
    guard movie.first("mvex") == nil else { return nil }
    let sounds = movie.filter { box in
      box.type.elementsEqual("trak".utf8)
        && MP4Boxes(box.content).first("mdia", "hdlr")?.dropFirst(8).starts(with: "soun".utf8)
          == true
    }
    guard let track = sounds.first.map({ MP4Boxes($0.content) }), sounds.count == 1,
      let entry = track.first("mdia", "minf", "stbl", "stsd")?.dropFirst(8),
      let sample = MP4Boxes(entry).first(where: { _ in true }),
      let (scale, length) = track.first("mdia", "mdhd").flatMap(Self.times), length > 0,
      let movieScale = movie.first("mvhd").flatMap(Self.times)?.scale,
      (1...192_000).contains(scale)
    else { return nil }
    let list = movie.first("udta", "meta").flatMap { MP4Boxes($0.dropFirst(4)).first("ilst") }
    let texts = MP4Texts(list ?? [])
    tags = texts.tags
    sampleRate = scale
    // ISO 14496-12, section 12.2.3: 28 bytes, of which QuickTime uses two as a version.
    let boxes = MP4Boxes(sample.content.dropFirst(28))
    let config = boxes.first("esds").flatMap(AACConfig.init)
    // 'mp4a' can hold MP3, too.
    codec = config == nil ? String(decoding: sample.type, as: UTF8.self) : "aac"
    // The sample's own field says 2 of most surround sound; the configuration of the codec is right.
    let coded = config?.channelCount ?? 0
    let stated = boxes.first("alac")?.bigNumber(13, 1) ?? sample.content.bigNumber(16, 2)
    // ISO 14496-3, table 1.19: 7 means 8 channels.
    channelCount = coded == 0 ? stated : coded == 7 ? 8 : coded
    hasChapters = track.first("tref", "chap") != nil || movie.first("udta", "chpl") != nil
    suffices = ["alac", "mp4a"].contains { sample.type.elementsEqual($0.utf8) }
    isProtected = sample.type.elementsEqual("drms".utf8)
    let edits = track.first("edts", "elst")
    guard
      let (start, count) = Self.part(of: length, edits, scale: scale, movieScale: movieScale)
    else { return nil }
    let gapless = texts.gaplessLength.flatMap { (1...length).contains($0) ? $0 : nil }
    frameCount = gapless ?? count
    guard frameCount > 0 else { return nil }
    sound = Self.format(sample, boxes, config, rate: scale).map { format in
      ForeignSound(
        format: format, layout: format.channelCount == 1 ? "mono" : "stereo",
        frameCount: frameCount, isExact: true, tags: tags)
    }
    // Without an edit list, ffmpeg decides what the first frame is.
    if edits == nil, start == 0, gapless != nil { sound = nil }
  }

  /// The contents of the box `moov`.
  private static func header(of file: SongFile) -> [UInt8]? {
    var offset: Int64 = 0
    for _ in 0..<64 {
      let head = file.bytes(at: offset, count: 16)[...]
      guard head.count >= 8 else { return nil }
      let isLong = head.bigNumber(0, 4) == 1
      let size = isLong ? head.bigNumber(8, 8) : head.bigNumber(0, 4)
      let start = isLong ? 16 : 8
      guard size >= start, size < 1 << 48 else { return nil }
      if head.dropFirst(4).starts(with: "moov".utf8) {
        guard size <= longest else { return nil }
        let content = file.bytes(at: offset + Int64(start), count: size - start)
        return content.count == size - start ? content : nil
      }
      offset += Int64(size)
    }
    return nil
  }

  /// True if a box reaches beyond the end of `file`.
  static func isCutOff(_ file: SongFile) -> Bool {
    let end = file.size
    var offset: Int64 = 0
    for _ in 0..<64 where offset < end {
      let head = file.bytes(at: offset, count: 16)[...]
      guard head.count >= 8 else { return true }
      let size = head.bigNumber(0, 4) == 1 ? head.bigNumber(8, 8) : head.bigNumber(0, 4)
      // 0: up to the end.
      guard size >= 8, size < 1 << 48 else { return false }
      offset += Int64(size)
    }
    return offset > end
  }

  /// The time scale and the duration of `mvhd` or `mdhd`.
  private static func times(_ box: ArraySlice<UInt8>) -> (scale: Int, length: Int)? {
    let isLong = box.first == 1
    let scale = isLong ? box.bigNumber(20, 4) : box.bigNumber(12, 4)
    let length = isLong ? box.bigNumber(24, 8) : box.bigNumber(16, 4)
    // All ones: the length is not known. Source: ISO 14496-12, section 8.4.2.
    guard scale > 0, length < 1 << 40, isLong || length < 0xFFFF_FFFF else { return nil }
    return (scale, length)
  }

  /// The part of a track that its edit list plays, in units of `scale`, as is the `length` of the
  /// track; `nil` unless it is one plain part.
  private static func part(
    of length: Int, _ edits: ArraySlice<UInt8>?, scale: Int, movieScale: Int
  ) -> (start: Int, count: Int)? {
    guard let edits else { return (0, length) }
    let isLong = edits.first == 1
    guard edits.bigNumber(4, 4) == 1 else { return nil }
    let duration = isLong ? edits.bigNumber(8, 8) : edits.bigNumber(8, 4)
    let start = isLong ? edits.bigNumber(16, 8) : edits.bigNumber(12, 4)
    guard start < length, duration < 1 << 40 else { return nil }
    let stated = duration * scale / movieScale
    // The list rounds to the movie's time scale, often milliseconds.
    let isRounded = abs(stated - (length - start)) <= scale / movieScale + 1
    return (start, isRounded || stated == 0 ? length - start : min(stated, length - start))
  }

  /// The format of the frames that ffmpeg decodes; `nil` where the header does not suffice.
  private static func format(
    _ sample: MP4Boxes.Element, _ boxes: MP4Boxes, _ config: AACConfig?, rate: Int
  ) -> StreamFormat? {
    let (version, channels) = (sample.content.bigNumber(8, 2), sample.content.bigNumber(16, 2))
    guard version == 0, (1...2).contains(channels), sample.content.bigNumber(24, 2) == rate else {
      return nil
    }
    if sample.type.elementsEqual("alac".utf8), let cookie = boxes.first("alac") {
      // The cookie of Apple Lossless: its bit depth, and the number of channels.
      let bits = cookie.bigNumber(9, 1)
      guard [16, 20, 24].contains(bits), cookie.bigNumber(13, 1) == channels else { return nil }
      return StreamFormat(
        sampleRate: rate, channelCount: channels, sample: bits == 16 ? .int16 : .int24in32)
    }
    guard sample.type.elementsEqual("mp4a".utf8), let config, config.isPlain,
      config.sampleRate == rate, config.channelCount == channels, rate >= leastPlainRate
    else { return nil }
    return StreamFormat(sampleRate: rate, channelCount: channels, sample: .float32)
  }
}

/// The texts of iTunes in an MP4 file.
private struct MP4Texts {
  private(set) var tags = Tags()
  /// The length in frames without the encoder's delay and padding, as iTunes notes it.
  private(set) var gaplessLength: Int?

  /// - Parameter list: The contents of the box `ilst`.
  init(_ list: ArraySlice<UInt8>) {
    for (type, content) in MP4Boxes(list) {
      switch Array(type) {
      case [0xA9] + Array("nam".utf8): tags.title = Self.text(content)
      case [0xA9] + Array("ART".utf8): tags.artist = Self.text(content)
      case [0xA9] + Array("alb".utf8): tags.album = Self.text(content)
      case [0xA9] + Array("day".utf8): tags.date = Self.text(content)
      case Array("disk".utf8): tags.disc = Self.number(content)
      case Array("trkn".utf8): tags.track = Self.number(content)
      case Array("----".utf8):
        guard MP4Boxes(content).first("name")?.dropFirst(4).elementsEqual("iTunSMPB".utf8) == true
        else { continue }
        gaplessLength = Self.text(content).flatMap { GaplessText($0) }?.length
      default: continue
      }
    }
  }

  /// The number in the box `data`, of type 0: two bytes of nothing, the number, and how many there are.
  private static func number(_ content: ArraySlice<UInt8>) -> String? {
    guard let data = MP4Boxes(content).first("data"), data.bigNumber(0, 4) == 0 else { return nil }
    return "\(data.bigNumber(10, 2))"
  }

  /// The text in the box `data`, of type 1: UTF-8.
  private static func text(_ content: ArraySlice<UInt8>) -> String? {
    guard let data = MP4Boxes(content).first("data"), data.bigNumber(0, 4) == 1 else { return nil }
    return String(decoding: data.dropFirst(8), as: UTF8.self)
  }
}

/// The configuration of AAC in an MP4 file. Source: ISO 14496-1, section 7.2.6 (descriptors), and
/// 14496-3, section 1.6.2.1.
struct AACConfig {
  /// True if it is AAC LC, without extensions.
  let isPlain: Bool
  let sampleRate: Int
  let channelCount: Int

  /// - Parameter description: The contents of the box `esds`.
  init?(_ description: ArraySlice<UInt8>) {
    var rest = description.dropFirst(4)
    // An ES descriptor (3) of 3 bytes holds a decoder's configuration (4) of 13, and its details (5).
    guard Self.open(3, &rest) != nil, rest.bigNumber(2, 1) == 0 else { return nil }
    rest = rest.dropFirst(3)
    guard Self.open(4, &rest) != nil, rest.first == 0x40 else { return nil }
    rest = rest.dropFirst(13)
    guard let size = Self.open(5, &rest), size >= 2, rest.count >= size else { return nil }
    let bits = rest.bigNumber(0, 2)
    let index = bits >> 7 & 0xF
    guard index < FrameHeader.aacRates.count else { return nil }
    sampleRate = FrameHeader.aacRates[index]
    channelCount = bits >> 3 & 0xF
    // An extension may announce a spectral band: the sync word 0x2B7, a type of 5 bits, and a flag.
    isPlain =
      bits >> 11 == 2
      && (size < 5 || rest.bigNumber(2, 2) >> 5 != 0x2B7 || rest.bigNumber(4, 1) & 0x80 == 0)
  }

  /// Enters a descriptor, and returns its size; `nil` if it is another than `tag`.
  private static func open(_ tag: UInt8, _ rest: inout ArraySlice<UInt8>) -> Int? {
    guard rest.popFirst() == tag else { return nil }
    var size = 0
    for _ in 0..<4 {
      guard let byte = rest.popFirst() else { return nil }
      size = size << 7 | Int(byte & 0x7F)
      if byte & 0x80 == 0 { break }
    }
    return size
  }
}

/// The boxes in a piece of an MP4 file: types and contents. Source: ISO 14496-12, section 4.2.
struct MP4Boxes: Sequence, IteratorProtocol {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// The next box; `nil` at the end, or where the size makes no sense.
  mutating func next() -> (type: ArraySlice<UInt8>, content: ArraySlice<UInt8>)? {
    guard rest.count >= 8 else { return nil }
    var size = rest.bigNumber(0, 4)
    var header = 8
    if size == 1, rest.count >= 16 { (size, header) = (rest.bigNumber(8, 8), 16) }
    if size == 0 { size = rest.count }
    guard (header...rest.count).contains(size) else { return nil }
    let box = rest.prefix(size)
    rest = rest.dropFirst(size)
    return (box.dropFirst(4).prefix(4), box.dropFirst(header))
  }

  /// The contents of the first box at a path of types.
  func first(_ path: String...) -> ArraySlice<UInt8>? {
    var found: ArraySlice<UInt8>?
    var boxes = self
    for type in path {
      guard let content = boxes.first(where: { $0.type.elementsEqual(type.utf8) })?.content else {
        return nil
      }
      found = content
      boxes = MP4Boxes(content)
    }
    return found
  }
}
