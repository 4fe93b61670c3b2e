import Glibc
import MeditationEngine
import MeditationPlan
import SystemPackage

/// Tags that libsndfile does not read: the loudness that a file promises, by ReplayGain of MP3, FLAC
/// and Ogg or R128 of Opus, the number of its disc, several artists, APE tags of MP3, ID3 tags in chunks
/// of WAV and AIFF, and the cue sheet of an album in one file.
///
/// Only the beginning of a file and its tags are read, so that this takes no time to speak of.
struct RawTags {
  /// Bytes that are read: tags come first, but for pictures.
  private static let length = 256 * 1024
  /// The loudness that ReplayGain 2.0 aims at, in LUFS. Source: ReplayGain 2.0 specification.
  private static let replayGainTarget = -18.0
  /// The loudness that Opus tags aim at, in LUFS. Source: RFC 7845, section 5.2.1.
  private static let opusTarget = -23.0
  /// Gains in dB that are believed: others would silence a song, or blow it up. It is measured instead.
  private static let credible = -24.0...24.0

  /// The tags by their names in upper case.
  private var texts: [String: String] = [:]
  private var artists: [String] = []
  /// The names whose texts are those of an APE tag.
  private var apeNames: Set<String> = []
  /// True if all texts are those of an APE tag, beside which only ID3v1 can stand, which cuts them off.
  private var isAPE = false
  /// The cue sheet, as a text or in the block that FLAC has for one.
  private(set) var chapters = Chapters()

  /// Reads the tags of the file at `path`; `nil` if it cannot be read.
  init?(_ path: FilePath) {
    guard let file = try? SongFile(path) else { return nil }
    self.init(file.bytes(at: 0, count: Self.length), of: file)
  }

  /// Reads the tags in `bytes`, the first of a file.
  init(_ bytes: [UInt8]) { read(bytes[...]) }

  /// Reads the tags in `bytes`, the first of `file`, and those that are elsewhere.
  init(_ bytes: [UInt8], of file: SongFile) {
    self.init(bytes)
    if bytes.starts(with: "RIFF".utf8) || bytes.starts(with: "FORM".utf8) {
      if let chunk = TagChunk.id3(in: file, isBigEndian: bytes.starts(with: "FORM".utf8)) {
        readID3(chunk[...])
      }
    } else if !bytes.starts(with: "fLaC".utf8), !bytes.starts(with: "OggS".utf8),
      let items = APETag.items(of: file)
    {
      isAPE = texts.isEmpty && artists.isEmpty && !bytes.starts(with: "ID3".utf8)
      for (name, values) in items {
        if name == "CUESHEET" { chapters.cueSheet = Array((values.first ?? "").utf8) }
        if texts[name] == nil { apeNames.insert(name) }
        note(name, values)
      }
    }
  }

  /// `tags`, which libsndfile has read, with what it has missed.
  func completing(_ tags: Tags) -> Tags {
    func text(_ own: String?, _ name: String) -> String? {
      let raw = texts[name]
      return isAPE ? raw ?? own : own.flatMap { $0.isEmpty ? nil : $0 } ?? raw
    }
    var tags = tags
    tags.title = text(tags.title, "TITLE")
    tags.artist = artists.count > 1 ? texts["ARTIST"] : text(tags.artist, "ARTIST")
    tags.album = text(tags.album, "ALBUM")
    tags.disc = text(tags.disc, "DISCNUMBER")
    tags.track = text(tags.track, "TRACKNUMBER")
    tags.date = text(tags.date, "DATE")
    return tags
  }

  /// Keeps what the tag `name` says, unless an earlier one has said it. Several artists are all kept.
  private mutating func note(_ name: String, _ values: [String]) {
    guard texts[name] == nil, let value = values.first else { return }
    if name == "ARTIST" { artists = values }
    texts[name] = name == "ARTIST" ? values.joined(separator: ", ") : value
  }

  /// The loudness for `level`; `nil` if no tag gives it. A gain that is not believed is returned only
  /// where no other tag has one that is. Without a tag of the peak, full scale is assumed.
  func loudness(at level: Level) -> TaggedLoudness? {
    let kind = level == .album ? "ALBUM" : "TRACK"
    let peak = number("REPLAYGAIN_\(kind)_PEAK").map { 20 * log10(max($0, 1e-6)) } ?? 0
    // R128 is in 256ths of a decibel.
    let candidates = [
      ("R128_\(kind)_GAIN", 1.0 / 256, Self.opusTarget),
      ("REPLAYGAIN_\(kind)_GAIN", 1, Self.replayGainTarget),
    ]
    let tags = candidates.compactMap { name, unit, target in
      number(name).map { number in
        let gain = number * unit
        return TaggedLoudness(
          tag: apeNames.contains(name) ? "\(name) of APE" : name, gain: gain,
          loudness: Self.credible.contains(gain)
            ? Loudness(integrated: target - gain, truePeak: peak) : nil)
      }
    }
    return tags.first { $0.loudness != nil } ?? tags.first
  }

  /// True if the program that measured a mono song took it for one speaker's: loudgain always does, and
  /// rsgain unless told otherwise. ReplayGain 1, whose reference is in decibels, played it on two.
  var countMonoOnce: Bool { texts["REPLAYGAIN_REFERENCE_LOUDNESS"]?.contains("dB") != true }

  /// The number that a tag begins with: "-7.23 dB".
  private func number(_ name: String) -> Double? {
    guard let text = texts[name] else { return nil }
    // Some programs write the number as the user's language does: "-6,5 dB".
    let digits = text.prefix { $0.isNumber || "+-.,".contains($0) }
      .map { $0 == "," ? "." : $0 }.reduce(into: "") { $0.append($1) }
    guard let number = Double(digits), number.isFinite, abs(number) < 32_768 else { return nil }
    return number
  }

  // MARK: Containers

  private mutating func read(_ bytes: ArraySlice<UInt8>) {
    if bytes.starts(with: "fLaC".utf8) {
      readFLAC(bytes.dropFirst(4))
    } else if bytes.starts(with: "OggS".utf8) {
      readOgg(bytes)
    } else if bytes.starts(with: "ID3".utf8) {
      readID3(bytes)
    }
  }

  /// Source: RFC 9639, sections 8.1, 8.2 and 8.6.
  private mutating func readFLAC(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    var rate = 0
    while rest.count >= 4, let kind = rest.first {
      let length = rest.bigNumber(1, 3)
      let block = rest.dropFirst(4).prefix(length)
      switch kind & 0x7F {
      case 0: rate = block.bigNumber(10, 3) >> 4
      case 4: readComments(block)
      case 5: readCueSheet(block, rate: rate)
      default: break
      }
      guard kind & 0x80 == 0 else { return }
      rest = rest.dropFirst(4 + length)
    }
  }

  /// Source: RFC 9639, section 8.7.
  private mutating func readCueSheet(_ block: ArraySlice<UInt8>, rate: Int) {
    guard rate > 0 else { return }
    var rest = block.dropFirst(396)
    for _ in 0..<block.bigNumber(395, 1) where rest.count >= 36 {
      let (offset, number) = (rest.bigNumber(0, 8), rest.bigNumber(8, 1))
      let isSound = rest.bigNumber(21, 1) & 0x80 == 0
      let indices = rest.bigNumber(35, 1)
      rest = rest.dropFirst(36)
      let index = (0..<indices).first { rest.bigNumber($0 * 12 + 8, 1) == 1 }
      // 170 and 255 stand for the end of the disc.
      if isSound, ![170, 255].contains(number), let index, offset < 1 << 48 {
        let frame = offset + min(rest.bigNumber(index * 12, 8), 1 << 48)
        chapters.marks.append(Chapters.Mark(at: Duration(frames: frame, sampleRate: rate)))
      }
      rest = rest.dropFirst(indices * 12)
    }
  }

  /// The second packet has the comments. Source: RFC 3533, section 6; Vorbis I, section 4.2.1;
  /// RFC 7845, section 5.2.
  private mutating func readOgg(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    var packets = 0
    var comments: [UInt8] = []
    while rest.count >= 27, rest.starts(with: "OggS".utf8) {
      let segments = rest.dropFirst(27).prefix(Int(rest[rest.startIndex + 26]))
      rest = rest.dropFirst(27 + segments.count)
      for size in segments {
        if packets == 1 { comments += rest.prefix(Int(size)) }
        rest = rest.dropFirst(Int(size))
        if size < 255 { packets += 1 }
      }
      if packets > 1 { break }
    }
    for magic in ["\u{3}vorbis", "OpusTags"] where comments.starts(with: magic.utf8) {
      readComments(comments.dropFirst(magic.utf8.count))
    }
  }

  /// Source: Vorbis I, section 5.2.1.
  private mutating func readComments(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    func number() -> Int? {
      guard rest.count >= 4 else { return nil }
      defer { rest = rest.dropFirst(4) }
      return rest.littleNumber(0, 4)
    }
    guard let vendor = number(), vendor <= rest.count else { return }
    rest = rest.dropFirst(vendor)
    guard let count = number() else { return }
    for _ in 0..<min(count, 10_000) {
      guard let length = number() else { return }
      let comment = rest.prefix(length)
      if comment.starts(with: "CUESHEET=".utf8, by: { $0 & 0xDF == $1 & 0xDF }) {
        chapters.cueSheet = Array(comment.dropFirst(9))
      }
      note(comment, separator: UInt8(ascii: "="))
      guard length < rest.count else { return }
      rest = rest.dropFirst(length)
    }
  }

  /// Source: ID3v2.3 and ID3v2.4, sections 3 and 4; `TXXX` is 4.2.2 and 4.2.6.
  private mutating func readID3(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count > 10, (3...4).contains(bytes[3]), bytes[5] & 0xC0 == 0 else { return }
    let isNewer = bytes[3] == 4
    func size(_ bytes: ArraySlice<UInt8>, _ bits: Int) -> Int {
      bytes.reduce(0) { $0 << bits | Int($1) & (1 << bits - 1) }
    }
    var rest = bytes.dropFirst(10).prefix(size(bytes[6..<10], 7))
    while rest.count > 10, rest.first != 0 {
      let first = rest.startIndex
      let length = size(rest[(first + 4)..<(first + 8)], isNewer ? 7 : 8)
      if rest[first + 9] == 0 {
        let name = String(decoding: rest.prefix(4), as: UTF8.self)
        let texts = Self.texts(rest.dropFirst(10).prefix(length))
        if name == "TXXX" {
          // A name and a value.
          note(Array(texts.joined(separator: "\0").utf8)[...], separator: 0)
        } else if let name = Self.frames[name] {
          note(name, texts)
        }
      }
      guard length > 0, 10 + length < rest.count else { return }
      rest = rest.dropFirst(10 + length)
    }
  }

  /// The names that the texts of frames have in other tags. Source: ID3v2.3 and ID3v2.4, section 4.2.
  private static let frames = [
    "TIT2": "TITLE", "TPE1": "ARTIST", "TALB": "ALBUM", "TPOS": "DISCNUMBER",
    "TRCK": "TRACKNUMBER", "TDRC": "DATE", "TYER": "DATE",
  ]

  /// The values of a frame of text, which begins with its encoding: they are separated by zeros.
  private static func texts(_ bytes: ArraySlice<UInt8>) -> [String] {
    guard let encoding = bytes.first, bytes.count < 2_000 else { return [] }
    let content = bytes.dropFirst()
    let text: String
    switch encoding {
    case 0: text = String(String.UnicodeScalarView(content.map { Unicode.Scalar($0) }))
    case 1, 2:
      // Some writers leave the mark out.
      let isLittle =
        content.starts(with: [0xFF, 0xFE])
        || encoding == 1 && content.first != 0 && content.dropFirst().first == 0
      let units = stride(from: content.startIndex, to: content.endIndex - 1, by: 2).map { place in
        let (first, second) = (UInt16(content[place]), UInt16(content[place + 1]))
        return isLittle ? second << 8 | first : first << 8 | second
      }
      // Each value may begin with a mark of the byte order.
      text = String(decoding: units.filter { $0 != 0xFEFF }, as: UTF16.self)
    default: text = String(decoding: content, as: UTF8.self)
    }
    return text.split(separator: "\0").map(String.init)
  }

  private mutating func note(_ bytes: ArraySlice<UInt8>, separator: UInt8) {
    guard bytes.count < 1_000, let place = bytes.firstIndex(of: separator) else { return }
    let name = String(decoding: bytes[..<place], as: UTF8.self).uppercased()
    let isArtist = name == "ARTIST" && separator != 0
    guard
      name.hasPrefix("REPLAYGAIN_") || name.hasPrefix("R128_") || name == "DISCNUMBER" || isArtist
    else { return }
    let value = bytes[(place + 1)...].prefix { $0 != 0 }
    let text = String(decoding: value.drop { $0 == 0x20 }, as: UTF8.self)
    if isArtist {
      if !text.isEmpty { artists.append(text) }
      texts[name] = artists.joined(separator: ", ")
    } else {
      texts[name] = text
    }
  }
}
