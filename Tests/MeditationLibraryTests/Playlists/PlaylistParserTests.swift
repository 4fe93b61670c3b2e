import CustomDump
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

@testable import MeditationLibrary

struct PlaylistParserTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    var kind = PlaylistKind.m3u
    let bytes: [UInt8]
    let entries: [PlaylistEntry]
    var testDescription: String { name }
  }

  private static func file(
    _ path: String, _ range: String? = nil, title: String? = nil, artist: String? = nil,
    album: String? = nil, track: Int? = nil, date: String? = nil, seconds: Int? = nil,
    tracks: Int = 1
  ) -> PlaylistEntry {
    let hint = SongHint(
      title: title, artist: artist, album: album, track: track, date: date,
      duration: seconds.map { .seconds($0) })
    return PlaylistEntry(
      location: .file(Array(path.utf8)), range: range.flatMap { SongRange($0.utf8) },
      hint: hint == SongHint() ? nil : hint, trackCount: tracks)
  }

  private static func stream(_ address: String) -> PlaylistEntry {
    PlaylistEntry(location: .stream(Array(address.utf8)))
  }

  private static func m3u(_ name: String, _ text: String, _ entries: [PlaylistEntry]) -> Row {
    Row(name: name, bytes: Array(text.utf8), entries: entries)
  }

  private static func pls(_ name: String, _ text: String, _ entries: [PlaylistEntry]) -> Row {
    Row(name: name, kind: .pls, bytes: Array(text.utf8), entries: entries)
  }

  /// - Parameter text: The contents of the list of tracks.
  private static func xspf(_ name: String, _ text: String, _ entries: [PlaylistEntry]) -> Row {
    let head = """
      <?xml version="1.0" encoding="UTF-8"?>
      <playlist version="1" xmlns="http://xspf.org/ns/0/">
      <title>All of it</title><location>http://x/all.xspf</location><trackList>
      """
    let document = head + text + "</trackList></playlist>"
    return Row(name: name, kind: .xspf, bytes: Array(document.utf8), entries: entries)
  }

  private static func xml(_ name: String, _ text: String, _ entries: [PlaylistEntry]) -> Row {
    Row(name: name, kind: .xspf, bytes: Array(text.utf8), entries: entries)
  }

  private static func cue(_ name: String, _ text: String, _ entries: [PlaylistEntry]) -> Row {
    Row(name: name, kind: .cue, bytes: Array(text.utf8), entries: entries)
  }

  static let m3uRows = [
    m3u("nothing", "", []),
    m3u("paths", "a.flac\nb c.flac\n", [file("a.flac"), file("b c.flac")]),
    m3u("CRLF, lone CR, blank lines", "a\r\n\r\nb\rc\n  \n", [file("a"), file("b"), file("c")]),
    m3u("byte order mark", "\u{FEFF}#EXTM3U\na", [file("a")]),
    m3u("comments", "#EXTM3U\n# a\n #b\na", [file("a")]),
    m3u(
      "title, artist and length", "#EXTINF:123,Foo - Bar - Baz\na",
      [file("a", title: "Bar - Baz", artist: "Foo", seconds: 123)]),
    m3u(
      "a range, as VLC writes it",
      "#EXTINF:9,Foo\n#EXTVLCOPT:start-time=61.5\n#extvlcopt:stop-time=70\na\n"
        + "#EXTVLCOPT:stop-time=5\nb\nc",
      [file("a", "1:01.5-1:10", title: "Foo", seconds: 9), file("b", "0:00-0:05"), file("c")]),
    m3u(
      "ranges that are none",
      "#EXTVLCOPT:start-time=9\n#EXTVLCOPT:stop-time=9\na\n#EXTVLCOPT:start-time=\nb\n"
        + "#EXTVLCOPT:start-time=-1\n#EXTVLCOPT:network-caching=1\nc",
      [file("a"), file("b"), file("c")]),
    m3u("title alone, length unknown", "#EXTINF:-1,Foo\na", [file("a", title: "Foo")]),
    m3u("fraction of a second", "#extinf: 12.9 ,Foo\na", [file("a", title: "Foo", seconds: 12)]),
    m3u("length alone", "#EXTINF:12\na", [file("a", seconds: 12)]),
    m3u(
      "settings before the comma", "#EXTINF:5 id=\"a,b\",Foo\na",
      [file("a", title: "Foo", seconds: 5)]),
    m3u(
      "a quote that stays open", "#EXTINF:5 id=\"a,Foo\na",
      [file("a", title: "Foo", seconds: 5)]),
    m3u(
      "a length beyond reason", "#EXTINF:99999999999999999999,Foo\na", [file("a", title: "Foo")]),
    m3u(
      "information is for the next path only", "#EXTINF:1,Foo\na\nb",
      [file("a", title: "Foo", seconds: 1), file("b")]),
    m3u("dash at the edges", "#EXTINF:1,Foo - \na", [file("a", title: "Foo - ", seconds: 1)]),
    m3u(
      "file addresses", "file:///a%20b\nFILE://localhost/c\nfile:/d\n",
      [file("/a b"), file("/c"), file("/d")]),
    m3u(
      "percent signs that are none", "file:///100%\nfile:///%zz%0\nfile:///a%00b",
      [file("/100%"), file("/%zz%0"), file("/a%00b")]),
    m3u("percent signs in a path stay", "a%20b", [file("a%20b")]),
    m3u("a drive is a path", "C:\\Music\\a.mp3", [file("C:\\Music\\a.mp3")]),
    m3u("NUL", "a\u{0}b\n\u{0}\n", [file("ab")]),
    m3u(
      "streams", "http://x/y\nHTTPS://x\n file://other/a",
      ["http://x/y", "HTTPS://x", "file://other/a"].map {
        PlaylistEntry(location: .stream(Array($0.utf8)))
      }),
    Row(
      name: "paths keep their bytes", bytes: [0xFC, 0xFF],
      entries: [
        PlaylistEntry(location: .file([0xFC, 0xFF]))
      ]),
    Row(
      name: "titles in Windows-1252", bytes: Array("#EXTINF:1,M".utf8) + [0xFC, 0x92, 0x0A, 0x61],
      entries: [file("a", title: "Mü’", seconds: 1)]),
    Row(
      name: "UTF-16, little end first", bytes: [0xFF, 0xFE, 0xFC, 0, 0x0A, 0, 0x62, 0, 0x63],
      entries: [file("ü"), file("b")]),
    Row(
      name: "UTF-16, big end first", bytes: [0xFE, 0xFF, 0, 0xFC], entries: [file("ü")]),
  ]

  static let plsRows = [
    pls("nothing", "", []),
    pls(
      "entries in the order of their numbers",
      "[playlist]\nfile2=b\nTitle2=Foo - Bar\nFILE1=a\nLength1=61\nlength2=-1\nNumberOfEntries=2",
      [file("a", seconds: 61), file("b", title: "Bar", artist: "Foo")]),
    pls("numbers with gaps", "File10=b\r\nFile9=a", [file("a"), file("b")]),
    pls("no number, no path, no sense", "File=a\nFile1\nFile2=\nFile-3=b\nTitle4=c\n=", []),
    pls("a number beyond reason", "File99999999999999999999=a\nFile7=b", [file("b")]),
    pls("equals signs in a path", "File1=a=b", [file("a=b")]),
    pls("blanks around the sign", "  File1 = a", [file(" a")]),
  ]

  private static let deep = String(repeating: "<a>", count: XMLReader.maximumDepth)

  static let xspfRows = [
    xml("nothing", "", []),
    xml("no XML", "a.flac\n<b.flac", []),
    xspf("no track", "", []),
    xspf(
      "URLs and relative paths, with percent escapes",
      "<track><location>file:///a%20b%25</location></track>"
        + "<track><location>\n c%20d/%C3%BC.ogg\t</location></track>"
        + "<track><location>../100%</location></track>",
      [file("/a b%"), file("c d/ü.ogg"), file("../100%")]),
    xspf(
      "escapes of a URL are decoded once", "<track><location>file:///%2541</location></track>",
      [file("/%41")]),
    xspf(
      "title, artist and length in milliseconds",
      "<track><creator>Foo</creator><title> Bar \n</title><duration>61000</duration>"
        + "<location>a</location></track>",
      [file("a", title: "Bar", artist: "Foo", seconds: 61)]),
    xspf(
      "lengths that are none",
      ["0", "-1", "1e3", "99999999999999"].map {
        "<track><duration>\($0)</duration><location>a</location></track>"
      }.joined(),
      [file("a"), file("a"), file("a"), file("a")]),
    xspf("a track without a location", "<track><title>Foo</title></track>", []),
    xspf(
      "the first location and title count",
      "<track><location/><location>a</location><location>b</location>"
        + "<title>Foo</title><title>Bar</title></track>",
      [file("a", title: "Foo")]),
    xspf(
      "streams", "<track><location>https://x/y?a&amp;b</location></track>",
      [stream("https://x/y?a&b")]),
    xspf(
      "references, sections and comments",
      "<track><location>a&amp;b&#x41;&#66;<![CDATA[<c&amp;>]]><!-- d --><?e f?>g</location>"
        + "<title>&lt;&quot;&apos;&gt;</title></track>",
      [file("a&bAB<c&amp;>g", title: "<\"'>")]),
    xspf(
      "references that are none",
      "<track><location>a&b&c;&#0;&#xD800;&#x;&#+65;</location></track>",
      [file("a&b&c;&#0;&#xD800;&#x;&#+65;")]),
    xspf(
      "attributes with any text, and empty elements",
      "<track a='</track>' b=\"/>\" c=d><meta rel=\"<location>\"/><location>a</location></track>",
      [file("a")]),
    xspf(
      "what other programs add",
      "<track><extension application=\"x\"><vlc:id>0</vlc:id><location>b</location></extension>"
        + "<location>a</location><meta><title>Foo</title></meta></track>",
      [file("a")]),
    xml(
      "names with a prefix, and a byte order mark",
      "\u{FEFF}<x:playlist><x:trackList><x:track><x:location>a</x:location></x:track></x:trackList>"
        + "</x:playlist>", [file("a")]),
    xml(
      "other elements are not the list of tracks",
      "<smil><track><location>a</location></track></smil><playlist><track><location>a</location>"
        + "</track></playlist>", []),
    xml(
      "a document type is skipped, and its entities are not expanded",
      "<!DOCTYPE playlist SYSTEM 'file:///etc/passwd' [<!ENTITY a \"&#38;b;&#38;b;\">]>"
        + "<playlist><trackList><track><location>x&a;</location></track></trackList></playlist>",
      [file("x&a;")]),
    xspf(
      "a list that breaks off has the tracks before",
      "<track><location>a</location></track><track><location>b</location></wrong>"
        + "<track><location>c</location></track>",
      [file("a")]),
    xspf(
      "one that is not closed", "<track><location>a</location></track><track><location>b",
      [file("a")]),
    xspf("a comment that is not closed", "<track><location>a</location></track><!-- ", [file("a")]),
    xspf(
      "more depth than any list has",
      "<track><location>a</location></track>\(deep)<track><location>b</location></track>",
      [file("a")]),
    Row(
      name: "titles in Windows-1252", kind: .xspf,
      bytes: Array("<playlist><trackList><track><location>a</location><title>M".utf8) + [0xFC]
        + Array("</title></track></trackList></playlist>".utf8), entries: [file("a", title: "Mü")]),
  ]

  private static let discs = """
    REM GENRE Calm
    REM DATE 1998
    PERFORMER "Foo"
    TITLE "Bowls"
    FILE "side a.wav" WAVE
      TRACK 01 AUDIO
        TITLE "One"
        INDEX 01 00:00:00
      TRACK 02 AUDIO
        TITLE "Two"
        INDEX 01 03:20:74
    FILE "b.wav" WAVE
      TRACK 03 AUDIO
        TITLE "Three"
        PERFORMER "Bar"
        INDEX 01 00:00:00
    """

  static let cueRows = [
    cue("nothing", "", []),
    cue("a sheet without files", "TITLE \"Bowls\"\nTRACK 01 AUDIO\nINDEX 01 00:00:00", []),
    cue(
      "one track, several tracks", discs,
      [
        file(
          "side a.wav", "0:00-3:20.986666666", title: "One", artist: "Foo", album: "Bowls",
          track: 1,
          date: "1998"),
        file(
          "side a.wav", "3:20.986666666-", title: "Two", artist: "Foo", album: "Bowls", track: 2,
          date: "1998"),
        file("b.wav", title: "Three", artist: "Bar", album: "Bowls", track: 3, date: "1998"),
      ]),
    cue(
      "the gap belongs to the track before it, and data ends the last",
      """
      FILE "a.wav" WAVE
      TRACK 01 AUDIO
      INDEX 01 00:00:33
      TRACK 02 AUDIO
      INDEX 00 01:00:00
      INDEX 01 01:02:00
      INDEX 02 02:00:00
      TRACK 03 MODE1/2352
      INDEX 01 61:00:00
      """,
      [
        file("a.wav", "0:00.44-1:02", title: "Track 1", track: 1),
        file("a.wav", "1:02-1:01:00", title: "Track 2", track: 2),
      ]),
    cue(
      "a track that ends where it begins is none",
      "FILE a.wav WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\nTRACK 02 AUDIO\nINDEX 01 00:00:00\n"
        + "TRACK 03 AUDIO\nINDEX 01 01:00:00",
      [
        file("a.wav", "0:00-1:00", title: "Track 2", track: 2),
        file("a.wav", "1:00-", title: "Track 3", track: 3),
      ]),
    cue(
      "times that make no sense",
      "FILE a.wav WAVE\nTRACK 01 AUDIO\nINDEX 01 00:09:00\nTRACK 02 AUDIO\nINDEX 01 00:09:00\n"
        + "FILE b.wav WAVE\nTRACK 03 AUDIO\nINDEX 01 x\nTRACK 04 AUDIO\nINDEX 01 99999999:00:00",
      [file("a.wav", tracks: 2), file("b.wav", tracks: 2)]),
    cue(
      "two sides are not called alike",
      "TITLE \"Tides\"\nFILE \"a.wav\" WAVE\nTRACK 01 AUDIO\nTRACK 02 AUDIO\n"
        + "FILE \"b.wav\" WAVE\nTRACK 03 AUDIO\nTRACK 04 AUDIO",
      [file("a.wav", tracks: 2), file("b.wav", tracks: 2)]),
    cue(
      "a disc in one file, and a file beside it",
      "TITLE \"Tides\"\nFILE \"a.wav\" WAVE\nTRACK 01 AUDIO\nTRACK 02 AUDIO\n"
        + "FILE \"b.wav\" WAVE\nTRACK 03 AUDIO",
      [
        file("a.wav", title: "Tides", tracks: 2), file("b.wav", album: "Tides", track: 3),
      ]),
    cue(
      "any case, CRLF and a byte order mark",
      "\u{FEFF}title \"Bowls\"\r\n\tFile \"a.wav\" wave\r\n track 1 audio\r\nindex 1 00:00:00",
      [file("a.wav", title: "Bowls", track: 1)]),
    cue(
      "without quotes", "FILE my a.wav WAVE\nTRACK 01 AUDIO\nTITLE  Two words \nFILE b.wav",
      [file("my a.wav", title: "Two words", track: 1), file("b.wav")]),
    cue(
      "quotes that stay open, and quotes within",
      "FILE \"my a.wav WAVE\nTRACK 01 AUDIO\n"
        + "TITLE \"The \"Best\" of\"\nPERFORMER \"Foo",
      [file("my a.wav", title: "The \"Best\" of", artist: "Foo", track: 1)]),
    cue(
      "a file for each track, each after the gap in the one before",
      """
      FILE "1.wav" WAVE
      TRACK 01 AUDIO
      TITLE "One"
      INDEX 01 00:00:00
      TRACK 02 AUDIO
      TITLE "Two"
      INDEX 00 03:00:00
      FILE "2.wav" WAVE
      INDEX 01 00:00:00
      """, [file("1.wav", title: "One", track: 1), file("2.wav", title: "Two", track: 2)]),
    cue(
      "a file that is named again is one file",
      "FILE \"a\" WAVE\nTRACK 01 AUDIO\nFILE \"b\" WAVE\nTRACK 02 AUDIO\nFILE \"a\" WAVE\n"
        + "TRACK 03 AUDIO", [file("a", tracks: 2), file("b", track: 2)]),
    cue(
      "data is no track",
      "FILE \"a\" BINARY\nTRACK 01 MODE1/2352\nTITLE \"Data\"\nTRACK 02 AUDIO\n"
        + "TITLE \"Foo\"", [file("a", title: "Foo", track: 2)]),
    cue(
      "no path, no sense", "FILE\nFILE \"\" WAVE\nFILE \" \"\nFILES x\nINDEX\nTRACK\nTITLE\n=",
      []),
    cue(
      "addresses", "FILE \"file:///a%20b\" WAVE\nFILE \"http://x/y.mp3\" MP3",
      [file("/a b"), stream("http://x/y.mp3")]),
    Row(
      name: "Latin-1", kind: .cue,
      bytes: Array("TITLE \"M".utf8) + [0xFC] + Array("\"\nFILE \"".utf8) + [0xFC]
        + Array(".wav\" WAVE".utf8),
      entries: [
        PlaylistEntry(
          location: .file([0xFC] + Array(".wav".utf8)), hint: SongHint(title: "Mü"))
      ]),
  ]

  @Test("playlists", arguments: m3uRows + plsRows + xspfRows + cueRows)
  func parsing(row: Row) {
    expectNoDifference(PlaylistParser.parse(row.bytes, row.kind), row.entries)
  }

  @Test("the kind of a playlist follows from its name")
  func kinds() {
    let kinds = ["a.m3u", "a.M3U8", "a.pls", "a.XSPF", "a.Cue", "a.flac", "m3u", ""].map {
      PlaylistKind(name: Array($0.utf8))
    }
    #expect(kinds == [.m3u, .m3u, .pls, .xspf, .cue, nil, nil, nil])
  }

  @Test("no more entries than the limit", arguments: PlaylistKind.allCases)
  func limit(kind: PlaylistKind) {
    let count = PlaylistParser.maximumEntryCount + 10
    var bytes = kind == .xspf ? Array("<playlist><trackList>".utf8) : []
    for number in 0..<count {
      let entry =
        switch kind {
        case .m3u: "a\n"
        case .pls: "File\(number)=a\n"
        case .xspf: "<track><location>a</location></track>"
        case .cue:
          "FILE a\(number)\nTRACK 01 AUDIO\nINDEX 01 00:00:00\nTRACK 02 AUDIO\nINDEX 01 01:00:00\n"
        }
      bytes += Array(entry.utf8)
    }
    #expect(PlaylistParser.parse(bytes, kind).count == PlaylistParser.maximumEntryCount)
  }

  @Test("a name is found whose case, accents or separators other systems spell otherwise")
  func spellings() throws {
    let folder = TemporaryFolder()
    try folder.write("case.flac")
    try folder.write("Both.flac")
    try folder.write("BOTH.flac")
    try folder.write("Re\u{301}ve/e\u{301}.flac")
    try folder.write("nfc-\u{E9}.flac")
    try folder.write(bytes: [0x63, 0xE9, 0x2E, 0x77], contents: [1])
    func resolve(_ name: String) -> String {
      var names = FolderNames()
      return PlaylistPath.resolve(Array(name.utf8), in: folder.path, &names).string.replacing(
        folder.path.string + "/", with: "")
    }
    for (name, found) in [
      ("CASE.FLAC", "case.flac"), ("case.flac", "case.flac"), ("both.FLAC", "both.FLAC"),
      ("BOTH.flac", "BOTH.flac"), ("R\u{E9}ve/\u{E9}.flac", "Re\u{301}ve/e\u{301}.flac"),
      ("nfc-e\u{301}.flac", "nfc-\u{E9}.flac"), ("\\case.flac", "case.flac"),
      ("\\R\u{C9}VE\\\u{C9}.FLAC", "Re\u{301}ve/e\u{301}.flac"), ("none.flac", "none.flac"),
      ("c\u{FFFD}.w", "c\u{FFFD}.w"),
    ] {
      #expect(Array(resolve(name).utf8) == Array(found.utf8))
    }
  }

  @Test(
    "byte soup is parsed to something, and leads to some path",
    arguments: 1...8 as ClosedRange<UInt64>)
  func byteSoup(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var names = FolderNames()
    let pieces: [[UInt8]] =
      [
        "#EXTINF:", "#EXTM3U", "File", "Title", "Length", "=", ",", " - ", "\"", "file://",
        "http://",
        "localhost", "%", "%4", "%41", "%00", "/", "..", "\\", " ", "\t", "\r", "\n", "1",
        "99999999999",
        "-1", "a.flac", "\u{FEFF}", "é", "<playlist>", "<trackList>", "<track>", "<location>",
        "</location>", "</track>", "<!--", "-->", "<![CDATA[", "]]>", "<!", "[", "&", "&#x41;", ";",
        "<", ">", "/>", "FILE ", "TRACK 01 AUDIO", "TITLE ", "INDEX 01",
      ].map { Array($0.utf8) } + [[0], [0xFF, 0xFE], [0xFE, 0xFF], [0x80], [0xC3]]
    for _ in 0..<100 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0..<30, using: &random) {
        let piece = pieces.randomElement(using: &random) ?? []
        let isByte = Int.random(in: 0..<8, using: &random) == 0
        bytes += isByte ? [UInt8.random(in: .min ... .max, using: &random)] : piece
      }
      for kind in PlaylistKind.allCases {
        for entry in PlaylistParser.parse(bytes, kind) {
          guard case .file(let path) = entry.location else { continue }
          if path.isEmpty || path.contains(0) { Issue.record("\(bytes)") }
          _ = PlaylistPath.resolve(path, in: "/nowhere", &names)
        }
      }
    }
  }
}
