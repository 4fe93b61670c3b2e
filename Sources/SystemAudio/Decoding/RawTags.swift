import Glibc
import Platform
import Playback
import Score
import SystemPackage

/// Tags that libsndfile does not read: the loudness that a file promises, by ReplayGain of MP3, FLAC
/// and Ogg or R128 of Opus, and the number of its disc.
///
/// Only the beginning of a file is read, so that this takes no time to speak of.
struct RawTags {
  /// Bytes that are read: tags come first, but for pictures.
  private static let length = 256 * 1024
  /// What ReplayGain 2.0 brings songs to, in LUFS. Source: ReplayGain 2.0 specification.
  private static let replayGainTarget = -18.0
  /// What the tags of Opus bring songs to, in LUFS. Source: RFC 7845, section 5.2.1.
  private static let opusTarget = -23.0

  /// The tags by their names in upper case.
  private var texts: [String: String] = [:]

  /// Reads the tags of the file at `path`; `nil` if it cannot be read.
  init?(_ path: FilePath) {
    guard let file = try? SndfileOpener.openRegularFile(path) else { return nil }
    defer { try? file.close() }
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.length) { buffer, count in
      count =
        (try? file.read(
          fromAbsoluteOffset: 0, into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
    }
    read(bytes[...])
  }

  /// Reads the tags in `bytes`, the first of a file.
  init(_ bytes: [UInt8]) { read(bytes[...]) }

  /// The number of the disc in the album.
  var disc: String? { texts["DISCNUMBER"] }

  /// The loudness for `level`; `nil` if no tag gives it. Without a tag of the peak, full scale is
  /// assumed.
  func loudness(at level: Level) -> Loudness? {
    let kind = level == .album ? "ALBUM" : "TRACK"
    let peak = number("REPLAYGAIN_\(kind)_PEAK").map { 20 * log10(max($0, 1e-6)) } ?? 0
    if let gain = number("R128_\(kind)_GAIN") {
      // In 256ths of a decibel.
      return Loudness(integrated: Self.opusTarget - gain / 256, truePeak: peak)
    }
    guard let gain = number("REPLAYGAIN_\(kind)_GAIN") else { return nil }
    return Loudness(integrated: Self.replayGainTarget - gain, truePeak: peak)
  }

  /// The number that a tag begins with: "-7.23 dB".
  private func number(_ name: String) -> Double? {
    guard let text = texts[name] else { return nil }
    let digits = text.prefix { $0.isNumber || "+-.".contains($0) }
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

  /// Source: RFC 9639, sections 8.1 and 8.6.
  private mutating func readFLAC(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while rest.count >= 4, let kind = rest.first {
      let length = rest.dropFirst().prefix(3).reduce(0) { $0 << 8 | Int($1) }
      if kind & 0x7F == 4 { return readComments(rest.dropFirst(4).prefix(length)) }
      guard kind & 0x80 == 0 else { return }
      rest = rest.dropFirst(4 + length)
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
      return rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    guard let vendor = number(), vendor <= rest.count else { return }
    rest = rest.dropFirst(vendor)
    guard let count = number() else { return }
    for _ in 0..<min(count, 10_000) {
      guard let length = number() else { return }
      note(rest.prefix(length), separator: UInt8(ascii: "="))
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
      if rest.starts(with: "TXXX".utf8), rest[first + 9] == 0 {
        readUserText(rest.dropFirst(10).prefix(length))
      } else if rest.starts(with: "TPOS".utf8), rest[first + 9] == 0 {
        texts["DISCNUMBER"] = Self.text(rest.dropFirst(10).prefix(length))
          .map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      }
      guard length > 0, 10 + length < rest.count else { return }
      rest = rest.dropFirst(10 + length)
    }
  }

  /// A name and a value with a zero between, in one of four encodings. The names are ASCII.
  private mutating func readUserText(_ bytes: ArraySlice<UInt8>) {
    if let text = Self.text(bytes) { note(text[...], separator: 0) }
  }

  /// The ASCII in a text, which begins with its encoding.
  private static func text(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    guard let encoding = bytes.first, bytes.count < 2_000 else { return nil }
    var text = Array(bytes.dropFirst())
    if encoding == 1 || encoding == 2 {
      // UTF-16: of ASCII, every other byte is zero; the byte order marks are no ASCII.
      let units = stride(from: 0, to: text.count - 1, by: 2).map { (text[$0], text[$0 + 1]) }
      text = units.compactMap { high, low in
        if high >= 0xFE || low >= 0xFE { return nil }
        return high == 0 ? low : high
      }
    }
    return text
  }

  private mutating func note(_ bytes: ArraySlice<UInt8>, separator: UInt8) {
    guard bytes.count < 1_000, let place = bytes.firstIndex(of: separator) else { return }
    let name = String(decoding: bytes[..<place], as: UTF8.self).uppercased()
    guard name.hasPrefix("REPLAYGAIN_") || name.hasPrefix("R128_") || name == "DISCNUMBER" else {
      return
    }
    let value = bytes[(place + 1)...].prefix { $0 != 0 }
    texts[name] = String(decoding: value.drop { $0 == 0x20 }, as: UTF8.self)
  }
}
