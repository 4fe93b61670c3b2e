import Playback

/// The texts of iTunes in an MP4 file.
struct MP4Texts {
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
        // Hexadecimal numbers: 0, delay, padding, length, and more zeros.
        let words = Self.text(content)?.split(separator: " ") ?? []
        gaplessLength = words.count > 3 ? Int(words[3], radix: 16) : nil
      default: continue
      }
    }
  }

  /// The number in the box `data`, of type 0: two bytes of nothing, the number, and how many there are.
  private static func number(_ content: ArraySlice<UInt8>) -> String? {
    guard let data = MP4Boxes(content).first("data"), data.number(0, 4) == 0 else { return nil }
    return "\(data.number(10, 2))"
  }

  /// The text in the box `data`, of type 1: UTF-8.
  private static func text(_ content: ArraySlice<UInt8>) -> String? {
    guard let data = MP4Boxes(content).first("data"), data.number(0, 4) == 1 else { return nil }
    return String(decoding: data.dropFirst(8), as: UTF8.self)
  }
}
