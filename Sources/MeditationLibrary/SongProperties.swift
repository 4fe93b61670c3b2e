import MeditationPlan
import MeditationSystem
import MeditationText

/// The metadata and format of a song, in clean texts (see `CleanText`) that are empty if unknown.
package struct SongProperties: Equatable, Sendable {
  /// Never empty in a ``Song``.
  package var title = ""
  package var artist = ""
  package var album = ""
  /// The number of the disc in the album, from 1; `nil` if unknown.
  package var disc: Int?
  /// The number of the song on its disc, from 1; `nil` if unknown.
  package var track: Int?
  /// When it was released: `2019`, `2019-05` or `2019-05-01`.
  package var date = ""
  /// The length; unknown if the file claims none, or an implausible one.
  package var length = SongLength.unknown
  /// The sample rate and the channels that the file claims; `nil` if unknown or implausible.
  package var format: SoundFormat?
  /// The container and the codec, "FLAC, 16 bit PCM".
  package var encoding = ""
  /// The songs within the file, if it says that there are several.
  package var tracks: [FileTrack] = []
}

/// Numbers in the tags of a file. Implausible ones are unknown.
enum TagNumber {
  /// The highest plausible number; a higher one is a date or an error.
  private static let most = 9_999

  /// The number that a tag begins with: 3 of `3`, `03`, `3/12` and `3 of 12`.
  static func number(in text: String?) -> Int? {
    let bytes = (text ?? "").utf8.drop { $0 == UInt8(ascii: " ") }
    let digits = bytes.prefix(while: ASCII.isDigit)
    guard digits.endIndex == bytes.endIndex || " /".utf8.contains(bytes[digits.endIndex]) else {
      return nil
    }
    return credible(Digits.value(digits))
  }

  /// `number` if it can be one of a disc or a track, otherwise `nil`.
  static func credible(_ number: Int?) -> Int? {
    number.flatMap { (1...most).contains($0) ? $0 : nil }
  }

  /// The date that a tag begins with, if plausible: `2019`, `2019-05` or `2019-05-01`; else empty.
  static func date(in text: String?) -> String {
    let bytes = Array((text ?? "").utf8.drop { $0 == UInt8(ascii: " ") }.prefix(11))
    let digits = bytes.prefix(while: ASCII.isDigit)
    // Some programs write 20190501.
    guard digits.count == 4 || digits.count == 8, digits.prefix(4).contains(where: { $0 != 0x30 })
    else { return "" }
    var rest = bytes.dropFirst(4)
    if let next = rest.first, digits.count == 4, !"-/. T".utf8.contains(next) { return "" }
    var date = String(decoding: digits.prefix(4), as: UTF8.self)
    for most in [12, 31] {
      if digits.count == 4 {
        guard let separator = rest.popFirst(), "-/.".utf8.contains(separator) else { return date }
      }
      let part = rest.prefix(2)
      guard part.count == 2, part.allSatisfy(ASCII.isDigit), let number = Digits.value(part),
        (1...most).contains(number)
      else { return date }
      rest = rest.dropFirst(2)
      date += "-" + String(decoding: part, as: UTF8.self)
    }
    return date
  }
}

extension SongLength {
  /// A longer one comes from a damaged header.
  static let longest = Duration.seconds(7 * 24 * 60 * 60)

  /// True if a file of this length ends before `range` begins.
  func isBefore(_ range: SongRange) -> Bool { exact.map { $0 <= range.start } ?? false }

  func length(of range: SongRange) -> SongLength {
    if let exact { return .exact(min(range.end ?? exact, exact) - range.start) }
    // The end of the range is more exact than an estimate of the file.
    return range.end.map { .exact($0 - range.start) } ?? mapped { $0 - range.start }
  }

  /// The length if it is plausible, otherwise unknown.
  var credible: SongLength { mapped { $0 > .zero && $0 <= Self.longest ? $0 : nil } }
}
