import MeditationEngine
import MeditationSystem
import MeditationText

/// Derives a title from a file's name.
enum TitleFromName {
  /// The name without extension and track number, with blanks for underscores; clean, never empty.
  static func title(for name: [UInt8]) -> String {
    var stem = name[...]
    if AudioFormats(hasFFmpeg: true).verdict(onEnding: PathName.ending(ofName: name)) != .other,
      let dot = name.lastIndex(of: UInt8(ascii: "."))
    {
      stem = name[..<dot]
    }
    if !stem.contains(UInt8(ascii: " ")) {
      stem = ArraySlice(stem.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 })
    }
    let text = CleanText.clean(String(decoding: stem, as: UTF8.self))
    return text.isEmpty ? "Untitled" : withoutTrackNumber(text)
  }

  /// Removes a track number, unless it is more likely part of the title.
  ///
  /// One to three digits and a separator are a track number (`3. Waves`, `03 - Waves`, `03-Waves`,
  /// `1-02 Waves`). Before a plain space, only two digits count, or three with a leading zero, as
  /// rippers write them: `12 Waves` loses its number, `4 Minutes` and `500 Miles` keep theirs.
  /// `7-Eleven`, `3.5 Hours`, `24-7` and `1999` are titles.
  private static func withoutTrackNumber(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    var numberEnd = scalars.prefix { isDigit($0) }.count
    guard (1...3).contains(numberEnd) else { return text }
    let hasDisc = numberEnd == 1 && isTrackOfDisc(scalars[1...])
    if hasDisc { numberEnd = 4 }

    let separator = scalars[numberEnd...].prefix { " -._)–—".unicodeScalars.contains($0) }
    let rest = scalars[separator.endIndex...]
    guard let first = rest.first, rest.contains(where: { $0.properties.isAlphabetic }) else {
      return text
    }
    let isTight = !separator.contains { $0 == " " || $0 == "_" }
    if isTight && isDigit(first) { return text }

    let isTrackNumber =
      if separator.contains(where: { $0 == "." || $0 == ")" }) {
        true
      } else if separator.contains(where: { "-–—".unicodeScalars.contains($0) }) {
        !isTight || hasDisc || numberEnd > 1
      } else {
        !separator.isEmpty
          && (hasDisc || numberEnd == 2 || (numberEnd == 3 && scalars[0] == "0"))
      }
    guard isTrackNumber else { return text }
    return String(String.UnicodeScalarView(rest))
  }

  /// True if the scalars after a first digit are `-02`, the track number on a disc.
  private static func isTrackOfDisc(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    scalars.first == "-" && scalars.dropFirst().prefix { isDigit($0) }.count == 2
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
