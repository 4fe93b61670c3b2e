import Glibc
import MeditationEngine
import MeditationPlan
import MeditationSystem
import SystemPackage

/// Tags that libsndfile does not read: loudness by ReplayGain, RVA2 or R128, the number of the disc,
/// several artists, APE tags of MP3, ID3 tags in chunks of WAV and AIFF, chapters, and the cue sheet
/// of an album in one file.
///
/// Only the beginning of a file and its tags are read, which takes hardly any time.
struct RawTags {
  /// How many bytes of an Ogg file are read: its comments come first, but may hold pictures.
  private static let length = 256 * 1024
  /// Larger blocks and frames are pictures.
  private static let longestPiece = 256 * 1024
  /// The loudness that ReplayGain 2.0 aims at, in LUFS. Source: ReplayGain 2.0 specification.
  private static let replayGainTarget = -18.0
  /// The loudness that Opus tags aim at, in LUFS. Source: RFC 7845, section 5.2.1.
  private static let opusTarget = -23.0
  /// Credible gains in dB. With any other the song would be inaudible or deafening: it is measured.
  private static let credible = -24.0...24.0

  /// The tags by their names in upper case.
  private var texts: [String: String] = [:]
  private var artists: [String] = []
  /// The names of tags in `TaggedLoudness`, where they differ from those here.
  private var shownNames: [String: String] = [:]
  /// True if all texts are from an APE tag. At most an ID3v1 tag stands beside it, with its texts cut.
  private var isAPE = false
  /// From chapters, or from a cue sheet: a text, or FLAC's block for one.
  private(set) var chapters = Chapters()

  /// The demuxers of containers with kinds of tags that are not read here.
  private static let foreignTags = ["asf", "matroska", "mov", "ogg"]

  /// Reads the tags of the file at `path`, with ffprobe if need be; `nil` if it cannot be read.
  init?(_ path: FilePath, _ programs: FFmpegPrograms? = .installed) {
    guard let file = try? SongFile(path) else { return nil }
    let start = FileStart(file)
    self.init(start.bytes, of: file)
    if let programs, let foreign = start.foreignFile,
      Self.foreignTags.contains(foreign.demuxer),
      let sound = try? FFprobe.sound(in: file, foreign, programs)
    {
      texts.merge(sound.gains) { own, _ in own }
    }
  }

  /// Reads the tags in `bytes`, the first of a file, of which the rest is in `file`.
  init(_ bytes: [UInt8], of file: SongFile? = nil) {
    read(TagSource(bytes: bytes, file: file))
    guard let file else { return }
    if bytes.starts(with: "RIFF".utf8) || bytes.starts(with: "FORM".utf8) {
      if let chunk = TagChunk.id3(in: file, isBigEndian: bytes.starts(with: "FORM".utf8)) {
        readID3(TagSource(bytes: chunk, file: nil))
      }
    } else if !bytes.starts(with: "fLaC".utf8), !bytes.starts(with: "OggS".utf8),
      let items = APETag.items(of: file)
    {
      isAPE = texts.isEmpty && artists.isEmpty && !bytes.starts(with: "ID3".utf8)
      for (name, values) in items {
        if name == "CUESHEET" { chapters.cueSheet = Array((values.first ?? "").utf8) }
        if texts[name] == nil { shownNames[name] = "\(name) of APE" }
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

  /// Keeps the values of the tag `name`, unless there is one already. Several artists are all kept.
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
          tag: shownNames[name] ?? name, gain: gain,
          loudness: Self.credible.contains(gain)
            ? Loudness(integrated: target - gain, truePeak: peak) : nil)
      }
    }
    return tags.first { $0.loudness != nil } ?? tags.first
  }

  /// True if a mono song was measured on one speaker: loudgain always does so, and rsgain by default.
  /// ReplayGain 1, whose reference is in decibels, measured it on two.
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

  private mutating func read(_ source: TagSource) {
    let bytes = source.bytes
    if bytes.starts(with: "fLaC".utf8) {
      readFLAC(source)
    } else if bytes.starts(with: "OggS".utf8) {
      if !readOgg(bytes[...]), let file = source.file {
        _ = readOgg(file.bytes(at: 0, count: Self.length)[...])
      }
    } else if bytes.starts(with: "ID3".utf8) {
      readID3(source)
    } else if let gain = MusepackGain(bytes) {
      for (name, value) in gain.texts {
        texts[name] = value
        shownNames[name] = "\(name) of Musepack"
      }
    }
    chapters.marks.sort { $0.start < $1.start }
  }

  /// Source: RFC 9639, sections 8.1, 8.2 and 8.6.
  private mutating func readFLAC(_ source: TagSource) {
    var offset = 4
    var rate = 0
    // More blocks than any program writes.
    for _ in 0..<1_000 {
      let head = source.piece(at: offset, 4)
      guard head.count == 4, let kind = head.first else { return }
      let length = head.bigNumber(1, 3)
      func block() -> ArraySlice<UInt8> {
        source.piece(at: offset + 4, min(length, Self.longestPiece))
      }
      switch kind & 0x7F {
      case 0: rate = block().bigNumber(10, 3) >> 4
      case 4: readComments(block())
      case 5: readCueSheet(block(), rate: rate)
      default: break
      }
      guard kind & 0x80 == 0 else { return }
      offset += 4 + length
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

  /// The second packet has the comments: of FLAC, in a block. Source: RFC 3533, section 6; Vorbis I,
  /// section 4.2.1; RFC 7845, section 5.2; "Ogg FLAC mapping" of Xiph. Returns `false`, and reads
  /// none, if the comments go on behind `bytes`.
  private mutating func readOgg(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    var packets = 0
    var comments: [UInt8] = []
    while rest.count >= 27, rest.starts(with: "OggS".utf8), packets < 2 {
      let segments = rest.dropFirst(27).prefix(Int(rest[rest.startIndex + 26]))
      rest = rest.dropFirst(27 + segments.count)
      for size in segments where packets < 2 {
        if packets == 1 {
          guard rest.count >= Int(size) || bytes.count >= Self.length else { return false }
          comments += rest.prefix(Int(size))
        }
        rest = rest.dropFirst(Int(size))
        if size < 255 { packets += 1 }
      }
    }
    guard packets > 1 || bytes.count >= Self.length else { return false }
    for magic in ["\u{3}vorbis", "OpusTags"] where comments.starts(with: magic.utf8) {
      readComments(comments.dropFirst(magic.utf8.count))
    }
    if let kind = comments.first, kind & 0x7F == 4 { readComments(comments.dropFirst(4)) }
    return true
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
    var marks = CommentChapters()
    for _ in 0..<min(count, 10_000) {
      guard let length = number() else { break }
      let comment = rest.prefix(length)
      if comment.starts(with: "CUESHEET=".utf8, by: { $0 & 0xDF == $1 & 0xDF }) {
        chapters.cueSheet = Array(comment.dropFirst(9))
      }
      marks.take(comment)
      note(comment, separator: UInt8(ascii: "="))
      guard length < rest.count else { break }
      rest = rest.dropFirst(length)
    }
    if !marks.marks.isEmpty { chapters.marks = marks.marks }
  }

  // MARK: ID3v2

  /// Source: ID3v2.3 and ID3v2.4, sections 3 and 4.
  private mutating func readID3(_ source: TagSource) {
    let head = Array(source.piece(at: 0, 10))
    guard head.count == 10, (3...4).contains(head[3]), head[5] & 0xC0 == 0 else { return }
    let size = Self.number(head[6...], bits: 7)
    readFrames(of: source, 10..<10 + size, isNewer: head[3] == 4)
  }

  private static func number(_ bytes: ArraySlice<UInt8>, bits: Int) -> Int {
    bytes.reduce(0) { $0 << bits | Int($1) & (1 << bits - 1) }
  }

  private mutating func readFrames(of source: TagSource, _ range: Range<Int>, isNewer: Bool) {
    var offset = range.lowerBound
    for _ in 0..<10_000 where range.upperBound - offset > 10 {
      let head = Array(source.piece(at: offset, 10))
      guard head.count == 10, head[0] != 0 else { return }
      let length = Self.number(head[4..<8], bits: isNewer ? 7 : 8)
      let content = offset + 10..<min(offset + 10 + length, range.upperBound)
      if head[9] == 0 {
        readFrame(String(decoding: head[..<4], as: UTF8.self), of: source, content, isNewer)
      }
      guard length > 0 else { return }
      offset = content.upperBound
    }
  }

  /// Source: `TXXX` is 4.2.2 and 4.2.6, RVA2 4.11 of ID3v2.4; "ID3v2 Chapter Frame Addendum", 3.1.
  private mutating func readFrame(
    _ name: String, of source: TagSource, _ range: Range<Int>, _ isNewer: Bool
  ) {
    if name == "CHAP" {
      // A name, times and offsets of 4 bytes each for beginning and end, and frames, which may be pictures.
      let start = source.piece(at: range.lowerBound, min(range.count, 300))
      let times = start.drop { $0 != 0 }.dropFirst()
      let time = times.bigNumber(0, 4)
      guard times.count >= 16, time < 0xFFFF_FFFF else { return }
      let begin = range.lowerBound + times.startIndex - start.startIndex + 16
      var tags = RawTags([])
      tags.readFrames(of: source, begin..<range.upperBound, isNewer: isNewer)
      chapters.marks.append(Chapters.Mark(at: .milliseconds(time), title: tags.texts["TITLE"]))
      return
    }
    guard ["TXXX", "RVA2"].contains(name) || Self.frames[name] != nil else { return }
    let content = source.piece(at: range.lowerBound, min(range.count, Self.longestPiece))
    if name == "RVA2" {
      readVolume(content)
      return
    }
    let texts = Self.texts(content)
    if name == "TXXX" {
      // A name and a value.
      note(Array(texts.joined(separator: "\0").utf8)[...], separator: 0)
    } else if let name = Self.frames[name] {
      note(name, texts)
    }
  }

  /// A name, and for each channel its kind, a gain in 512ths of a decibel, and the peak, whose size in
  /// bits is before it. `TXXX` goes first: programs write both, and this one is coarser.
  private mutating func readVolume(_ content: ArraySlice<UInt8>) {
    let name = content.prefix { $0 != 0 }
    let isAlbum = ["album", "audiophile"].contains(
      String(decoding: name, as: UTF8.self).lowercased())
    let kind = isAlbum ? "ALBUM" : "TRACK"
    var rest = content.dropFirst(name.count + 1)
    while rest.count >= 4 {
      let gain = Int16(truncatingIfNeeded: rest.bigNumber(1, 2))
      let bits = rest.bigNumber(3, 1)
      let size = (bits + 7) / 8
      // 1 is the master volume.
      if rest.first == 1, texts["REPLAYGAIN_\(kind)_GAIN"] == nil {
        texts["REPLAYGAIN_\(kind)_GAIN"] = "\(Double(gain) / 512)"
        shownNames["REPLAYGAIN_\(kind)_GAIN"] = "RVA2 (\(isAlbum ? "album" : "track"))"
        if (1...32).contains(bits), rest.count >= 4 + size {
          let peak = Double(rest.bigNumber(4, size)) / Double(1 << (bits - 1))
          texts["REPLAYGAIN_\(kind)_PEAK"] = "\(peak)"
        }
      }
      rest = rest.dropFirst(4 + size)
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
    shownNames[name] = nil
    if isArtist {
      if !text.isEmpty { artists.append(text) }
      texts[name] = artists.joined(separator: ", ")
    } else {
      texts[name] = text
    }
  }
}

/// The beginning of a file, and the rest of it where it can be read.
struct TagSource {
  let bytes: [UInt8]
  let file: SongFile?

  /// The `count` bytes at `offset`, as far as they are there.
  func piece(at offset: Int, _ count: Int) -> ArraySlice<UInt8> {
    guard let file, offset + count > bytes.count else {
      return bytes.dropFirst(offset).prefix(count)
    }
    return file.bytes(at: Int64(offset), count: count)[...]
  }
}

/// Chapters in Vorbis comments: `CHAPTER001=00:03:25.493`, `CHAPTER001NAME=Title`. Source: "Chapter
/// Extension" of Xiph's wiki.
private struct CommentChapters {
  private var starts: [Int: Duration] = [:]
  private var titles: [Int: String] = [:]

  var marks: [Chapters.Mark] {
    starts.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
      .map { Chapters.Mark(at: $0.value, title: titles[$0.key]) }
  }

  mutating func take(_ comment: ArraySlice<UInt8>) {
    guard comment.starts(with: "CHAPTER".utf8, by: { $0 & 0xDF == $1 & 0xDF }) else { return }
    let digits = comment.dropFirst(7).prefix { (0x30...0x39).contains($0) }
    let rest = String(decoding: comment[digits.endIndex...].prefix(1_000), as: UTF8.self)
    guard let number = Int(String(decoding: digits.prefix(9), as: UTF8.self)),
      let sign = rest.firstIndex(of: "=")
    else { return }
    let value = rest[rest.index(after: sign)...]
    switch rest[..<sign].uppercased() {
    // A time is the beginning of a range.
    case "": starts[number] = SongRange("\(value)-".utf8)?.start
    case "NAME": titles[number] = String(value)
    default: break
    }
  }
}

/// The gains in the header of Musepack.
///
/// Source: libmpcdec, `streaminfo.c`: "gain" and "peak" are in 256ths of a decibel, the former as loudness
/// below 64.82 dB; in SV7 gains are in hundredths, and peaks samples, in words of 32 bits.
struct MusepackGain {
  /// The gains and peaks, by the names of ReplayGain's tags.
  private(set) var texts: [String: String] = [:]

  /// The gains in the first bytes of a file; `nil` if they are something else.
  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: "MPCK".utf8) {
      guard let packet = MusepackHeader.packet("RG", in: bytes), packet.count >= 9 else {
        return nil
      }
      for (kind, offset) in [("TRACK", 1), ("ALBUM", 5)] {
        let gain = Int16(truncatingIfNeeded: packet.bigNumber(offset, 2))
        guard gain != 0 else { continue }
        let peak = Double(packet.bigNumber(offset + 2, 2)) / 256
        note(kind, gain: 64.82 - Double(gain) / 256, peak: pow(10, peak / 20) / 32_768)
      }
    } else if bytes.starts(with: "MP+".utf8), bytes.count >= 20, bytes[3] & 0xF == 7 {
      for (kind, offset) in [("TRACK", 12), ("ALBUM", 16)] {
        let (peak, gain) = (bytes.littleNumber(offset, 2), bytes.littleNumber(offset + 2, 2))
        guard gain != 0 else { continue }
        note(
          kind, gain: Double(Int16(truncatingIfNeeded: gain)) / 100, peak: Double(peak) / 32_768)
      }
    }
    if texts.isEmpty { return nil }
  }

  private mutating func note(_ kind: String, gain: Double, peak: Double) {
    texts["REPLAYGAIN_\(kind)_GAIN"] = "\((gain * 100).rounded() / 100)"
    if peak > 0 { texts["REPLAYGAIN_\(kind)_PEAK"] = "\(peak)" }
  }
}
