/// iTunes's note, in MP4 and MP3, about the frames added by its encoder: hexadecimal numbers, of
/// which the second to the fourth are the delay, the padding, and the length without both.
struct GaplessText {
  /// Frames added by a decoder of MP3 to the encoder's delay. Source: LAME's `decode.c`, 528 + 1.
  static let decoderDelay = 529
  private static let name = Array("iTunSMPB".utf8)
  /// How many bytes of a tag are read: texts come before pictures.
  private static let searched = 64 * 1024

  let delay: Int
  let padding: Int
  let length: Int

  init?(_ text: some StringProtocol) {
    let words = text.split(separator: " ").prefix(4).compactMap { Int($0, radix: 16) }
    guard words.count == 4, words[1...].allSatisfy({ (0..<1 << 40).contains($0) }) else {
      return nil
    }
    (delay, padding, length) = (words[1], words[2], words[3])
  }

  /// Reads the comment in the ID3v2 tag that ends at `end` in `file`.
  init?(in file: SongFile, before end: Int64) {
    // In UTF-16, the digits and the name have zeros between them.
    let bytes = file.bytes(at: 0, count: Int(min(end, Int64(Self.searched)))).filter { $0 != 0 }
    guard let name = bytes.firstRange(of: Self.name) else { return nil }
    let digits = bytes[name.upperBound...].drop { $0 >= 0xFE }
      .prefix { $0 == UInt8(ascii: " ") || Character(Unicode.Scalar($0)).isHexDigit }
    self.init(String(decoding: digits, as: UTF8.self))
  }

  /// The song's frames among `frameCount` decoded ones, which lack the decoder's own delay if
  /// `isShortened`; `nil` if the text is of another file.
  func song(of frameCount: Int, isEstimate: Bool, isShortened: Bool) -> Range<Int>? {
    let all = delay + padding + length
    let isPlausible =
      isEstimate
      ? (frameCount / 2...frameCount * 2).contains(all) : abs(all - frameCount) <= 2 * 1152
    guard isPlausible, length > 0 else { return nil }
    let start = delay + (isShortened ? 0 : Self.decoderDelay)
    let end = start + length
    guard !isEstimate, end > frameCount else { return start..<end }
    return start < frameCount ? start..<frameCount : nil
  }
}
