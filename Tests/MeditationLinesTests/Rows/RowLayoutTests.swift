import MeditationControl
import MeditationScreens
import Testing

@testable import MeditationLines

@Suite("Rows in columns") struct RowLayoutTests {
  private static func song(
    _ number: Int, _ title: String, _ artist: String, _ length: String,
    marker: RowMarker = .checked
  ) -> Row {
    var row = Row(title, artist)
    (row.number, row.detail, row.marker, row.state) = (number, length, marker, "picked")
    return row
  }

  private static let songs = [
    song(1, "Opening Bowl", "Monastery", "0:30"),
    song(20, "海の波と風の音", "Shore", "1:02:05"),
    song(
      300, "A title that goes on for longer than anybody would read it",
      "An artist with hardly fewer words", "4:00", marker: .playing),
  ]

  private func lines(_ width: Int?) -> [String] {
    let layout = RowLayout(lastNumber: 300, rows: Self.songs, width: width)
    return Self.songs.map(layout.line)
  }

  @Test(
    "at each width",
    arguments: [
      (
        20,
        [
          "[x]   1 Ope…    0:30", "[x]  20 海…  1:02:05",
          " ▶  300 A t…    4:00",
        ]
      ),
      (
        40,
        [
          "[x]    1  Opening Bowl              0:30", "[x]   20  海の波と風の音         1:02:05",
          " ▶   300  A title that goes on…     4:00",
        ]
      ),
      (
        80,
        [
          "[x]    1  Opening Bowl                              Monastery               0:30",
          "[x]   20  海の波と風の音                            Shore                1:02:05",
          " ▶   300  A title that goes on for longer than an…  An artist with har…     4:00",
        ]
      ),
    ])
  func table(width: Int, expected: [String]) {
    #expect(lines(width) == expected)
  }

  @Test("no row is wider than it may be, and times end in one column", arguments: 1...300)
  func fits(width: Int) {
    let widths = lines(width).map { CellWidth.of($0) }
    #expect(widths.allSatisfy { $0 <= width })
    if width >= 20 {
      #expect(Set(widths).count == 1)
      #expect(zip(lines(width), Self.songs).allSatisfy { $0.hasSuffix($1.detail) })
    }
  }

  @Test("without an edge nothing but the longest texts is cut")
  func endless() {
    #expect(lines(nil)[1].contains("海の波と風の音"))
    #expect(Set(lines(nil).map { CellWidth.of($0) }).count == 1)
  }

  @Test("read aloud, a row is words")
  func plain() {
    #expect(Self.songs.map { PlainRow.line($0) }.first == "1 picked: Opening Bowl, Monastery, 0:30")
    var song = Self.songs[0]
    (song.state, song.stateAsNews) = ("", "unpicked")
    #expect(PlainRow.line(song) == "1: Opening Bowl, Monastery, 0:30")
    #expect(PlainRow.line(song, isNews: true) == "1 unpicked: Opening Bowl, Monastery, 0:30")
    song.state = "failed"
    #expect(PlainRow.line(song) == "1 failed: Opening Bowl, Monastery, 0:30")
  }
}
