import Testing

@testable import MeditationLibrary

struct TitleFromNameTests {
  static let titles: [(name: String, title: String)] = [
    ("03 - Waves.flac", "Waves"),
    ("01. Foo.mp3", "Foo"),
    ("1. Foo.mp3", "Foo"),
    ("1.Foo.mp3", "Foo"),
    ("1-02 Foo.ogg", "Foo"),
    ("1-02 - Foo.ogg", "Foo"),
    ("07_Rain.wav", "Rain"),
    ("07_Rain_on_leaves.wav", "Rain on leaves"),
    ("01-Foo.flac", "Foo"),
    ("01 Foo.flac", "Foo"),
    ("12 Foo.flac", "Foo"),
    ("001 Foo.flac", "Foo"),
    ("5) Foo.flac", "Foo"),
    ("3 – Foo.flac", "Foo"),
    ("02 - 1999.flac", "02 - 1999"),
    ("01 - 99 Bells.flac", "99 Bells"),
    ("1999.flac", "1999"),
    ("1999 - Foo.flac", "1999 - Foo"),
    ("4 Minutes.flac", "4 Minutes"),
    ("4_Minutes.flac", "4 Minutes"),
    ("500 Miles.flac", "500 Miles"),
    ("3.5 Hours.flac", "3.5 Hours"),
    ("7-Eleven.flac", "7-Eleven"),
    ("24-7.flac", "24-7"),
    ("24-7 Foo.flac", "24-7 Foo"),
    ("4th.flac", "4th"),
    ("01.flac", "01"),
    ("01 - .flac", "01 -"),
    ("Artist - Song.flac", "Artist - Song"),
    ("Vol. 2", "Vol. 2"),
    ("Mr. Foo.WAV", "Mr. Foo"),
    ("a.b.c.flac", "a.b.c"),
    (".flac", ".flac"),
    ("09 瞑想.flac", "瞑想"),
    ("\u{1B}[31m.flac", "Untitled"),
    ("\u{1}", "Untitled"),
    ("", "Untitled"),
  ]

  @Test("a title from a file's name", arguments: titles)
  func title(row: (name: String, title: String)) {
    #expect(TitleFromName.title(for: Array(row.name.utf8)) == row.title)
  }

  @Test("a name that is no UTF-8")
  func invalidName() {
    #expect(TitleFromName.title(for: [0x30, 0x31, 0x20, 0x46, 0xFC, 0x72]) == "F\u{FFFD}r")
  }
}
