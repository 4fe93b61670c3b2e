import Foundation
import MeditationCore
import MeditationPractice
import MeditationText
import Testing

@testable import MeditationRemote

@MainActor struct JSONTextTests {
  private func line(_ message: JSONMessage) -> String {
    String(decoding: message.bytes.dropLast(), as: UTF8.self)
  }

  @Test(
    "a text comes through unchanged, on one line",
    arguments: [
      "", " ", "plain", #"say "om""#, #"back\slash / slash"#, "tab\tbell\u{7}", "\u{1B}[31mred",
      "two\nlines\r\nor\rthree", "\u{85}next \u{2028}line \u{2029}paragraph", "\u{0}", "\u{7F}",
      "🧘🏽‍♀️ 静けさ é e\u{301}", "\u{202E}reversed", #"{"type":"bye"}"#, "#42",
      "\u{80}\u{9B}2J\u{9D}0;title\u{9C}\u{9F}", "\u{61C}\u{200E}\u{200F}\u{202A}\u{2066}\u{2069}é",
    ])
  func text(_ text: String) throws {
    let song = SongViewModel(title: text, subtitle: text)
    let line = line(.list([JSONMessage.Song(song)]))
    #expect(!line.contains { $0.isNewline })
    #expect(
      !line.unicodeScalars.contains {
        $0.properties.generalCategory == .control || $0.properties.isBidiControl
      })
    let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
    let object = try #require(value as? [String: Any])
    let songs = try #require(object["songs"] as? [[String: Any]])
    #expect((songs.first?["title"] as? String).map { Array($0.utf8) } == Array(text.utf8))
    #expect((songs.first?["artist"] as? String).map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test("each scalar that moves a cursor, turns text around or ends a line is escaped, alone, too")
  func escapedAlone() {
    let blocks: [ClosedRange<UInt32>] = [0...0xFF, 0x600...0x6FF, 0x2000...0x207F]
    for scalar in blocks.joined().compactMap({ Unicode.Scalar($0) }) {
      let properties = scalar.properties
      let isUnsafe =
        properties.generalCategory == .control || properties.isBidiControl
        || [.lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
      let text = JSONText.quoted("a\(Character(scalar))b")
      let isEscaped = !text.unicodeScalars.contains(scalar)
      #expect(isEscaped == isUnsafe, "\(scalar.value)")
    }
  }

  @Test(
    "a moment is ISO 8601, whose offset has minutes; the instant is kept where it has seconds",
    arguments: [
      (0, "1970-01-01T00:00:00+00:00"), (3_600, "1970-01-01T01:00:00+01:00"),
      (3_630, "1970-01-01T01:00:00+01:00"), (-3_630, "1969-12-31T23:00:00-01:00"),
      (20, "1970-01-01T00:00:00+00:00"), (-19_800, "1969-12-31T18:30:00-05:30"),
    ])
  func moments(offset: Int, text: String) {
    var json = JSONText()
    Moment(milliseconds: 999, offset: offset).write(to: &json)
    #expect(String(decoding: json.bytes, as: UTF8.self) == "\"\(text)\"")
  }

  @Test(
    "seconds are rounded to the millisecond",
    arguments: [
      (.zero, "0"), (.seconds(90), "90"), (.milliseconds(2500), "2.5"),
      (.microseconds(1499), "0.001"), (.microseconds(1500), "0.002"),
      (.nanoseconds(999_999_999), "1"),
      (.milliseconds(3_599_999), "3599.999"), (.milliseconds(86_400_001), "86400.001"),
      (.seconds(Int64.max), "9223372036854775807"), (.milliseconds(-2500), "-2.5"),
      (.init(attoseconds: .min), "-170141183460469231731.687"),
    ] as [(Duration, String)])
  func seconds(time: Duration, text: String) {
    let line = line(.position(time, of: 0, isJump: false))
    #expect(line == #"{"jump":false,"seconds":\#(text),"song":1,"type":"position"}"#)
  }
}
