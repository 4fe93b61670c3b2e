import Foundation
import MeditationEngine
import SystemPackage
import Testing

@testable import MeditationAudio

/// The songs within a file, by its own account.
@Suite struct ChapterTests {
  private static let songs: [Chapters.Mark] = [
    .init(at: .zero, title: "A"), .init(at: .seconds(2), title: "B"),
  ]

  /// A file of four seconds, with chapters A, B and one behind its end.
  private func marks(_ shop: Workshop, _ encoding: String) throws -> [Chapters.Mark] {
    let name = try #require(encoding.split(separator: " ").last.map(String.init))
    let chapters = [("A", 0, 2), ("B", 2, 9), ("C", 9, 12)].map {
      "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\($1 * 1_000)\nEND=\($2 * 1_000)\ntitle=\($0)\n"
    }
    let list = ";FFMETADATA1\n" + chapters.joined()
    try Data(list.utf8).write(to: URL(filePath: shop.path("chapters").string))
    try shop.run("sox -D -n -r 44100 -c 2 -b 16 a.wav synth 4 sine 440")
    try shop.run(
      "ffmpeg -v error -y -i a.wav -i chapters -map_metadata 1 -map_chapters 1 \(encoding)")
    return try SystemDecoders().properties(of: shop.path(name)).chapters.marks
  }

  @Test("of Matroska end with the file, whatever they claim")
  func matroska() throws {
    #expect(try marks(Workshop(), "-c:a flac a.mka") == Self.songs)
  }

  @Test(
    "in frames of ID3 and in comments",
    arguments: ["-c:a libmp3lame a.mp3", "-c:a libopus a.opus"])
  func tags(encoding: String) throws {
    let marks = try marks(Workshop(), encoding)
    #expect(marks == Self.songs || marks == Self.songs + [.init(at: .seconds(9), title: "C")])
  }

  @Test(
    "of FLAC and Vorbis, numbered from 1 or 0, in any order; what is no time is none",
    arguments: [("flac -s", "-T", "a.flac"), ("oggenc -Q", "-c", "a.ogg")])
  func comments(encoder: String, option: String, name: String) throws {
    let shop = try Workshop()
    try shop.run("sox -D -n -r 8000 -c 1 -b 16 a.wav synth 4 sine 440")
    let comments = [
      "CHAPTER002=00:00:02.000", "CHAPTER002NAME=B", "chapter001=00:00:00.000", "Chapter001Name=A",
      "CHAPTER003=x", "CHAPTER=00:00:03.000", "CHAPTER004NAME=D",
    ]
    try shop.run(([encoder, "a.wav"] + comments.map { "\(option) \($0)" }).joined(separator: " "))
    #expect(try SystemDecoders().properties(of: shop.path(name)).chapters.marks == Self.songs)
  }

  @Test("behind pictures in ID3, and with pictures of their own")
  func pictures() throws {
    func frame(_ name: String, _ content: [UInt8]) -> [UInt8] {
      let size = content.count
      return Array(name.utf8) + [24, 16, 8, 0].map { UInt8(size >> $0 & 0xFF) } + [0, 0] + content
    }
    let picture = frame("APIC", [UInt8](repeating: 1, count: 700_000))
    func chapter(_ title: String, at time: UInt8) -> [UInt8] {
      let times = [0, 0, time, 0] + [UInt8](repeating: 0xFF, count: 12)
      return frame(
        "CHAP", Array("id\0".utf8) + times + picture + frame("TIT2", [0] + Array(title.utf8)))
    }
    let frames = picture + chapter("B", at: 4) + chapter("A", at: 0)
    let size = [21, 14, 7, 0].map { UInt8(frames.count >> $0 & 0x7F) }
    let shop = try Workshop()
    let path = shop.path("a.mp3")
    try Data(Array("ID3".utf8) + [3, 0, 0] + size + frames).write(to: URL(filePath: path.string))
    #expect(
      RawTags(path)?.chapters.marks == [
        .init(at: .zero, title: "A"), .init(at: .milliseconds(1_024), title: "B"),
      ])
  }

  // MARK: Matroska

  private static func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] {
    // A size of four bytes.
    id
      + [24, 16, 8, 0].enumerated().map { index, shift in
        UInt8(content.count >> shift & 0xFF) | (index == 0 ? 0x10 : 0)
      } + content
  }

  private static func chapter(at second: Int, _ titles: [String], _ flags: [UInt8] = []) -> [UInt8]
  {
    let time = (0..<8).reversed().map { UInt8((second * 1_000_000_000) >> (8 * $0) & 0xFF) }
    let displays = titles.flatMap { element([0x80], element([0x85], Array($0.utf8))) }
    return element([0xB6], element([0x91], time) + flags + displays)
  }

  private static func matroska(_ editions: [[UInt8]]) -> [UInt8] {
    let chapters = editions.flatMap { element([0x45, 0xB9], $0) }
    return element([0x1A, 0x45, 0xDF, 0xA3], [])
      + element(
        [0x18, 0x53, 0x80, 0x67],
        element([0xEC], [1, 2, 3]) + element([0x10, 0x43, 0xA7, 0x70], chapters))
  }

  private func marks(_ bytes: [UInt8]) throws -> [Chapters.Mark]? {
    let shop = try Workshop()
    try Data(bytes).write(to: URL(filePath: shop.path("a").string))
    let file = try SongFile(shop.path("a"))
    return MatroskaChapters(file)?.marks
  }

  @Test(
    "of several languages, the first is taken; of several editions, the default; none that is hidden"
  )
  func languages() throws {
    let hidden = Self.element([0x98], [1])
    let other = Self.chapter(at: 1, ["Other"])
    let usual =
      Self.element([0x45, 0xDB], [1]) + Self.chapter(at: 2, ["B", "Zwei"])
      + Self.chapter(at: 0, ["A", "Eins"]) + Self.chapter(at: 3, ["Secret"], hidden)
    #expect(try marks(Self.matroska([other, usual])) == Self.songs)
    #expect(try marks(Self.matroska([other]))?.map(\.title) == ["Other"])
    #expect(try marks(Self.matroska([])) == nil)
    let whole = Self.matroska([usual])
    for count in whole.indices { _ = try marks(Array(whole.prefix(count))) }
    for place in whole.indices {
      var odd = whole
      odd[place] ^= 0xFF
      _ = try marks(odd)
    }
  }
}
