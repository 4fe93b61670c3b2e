import CustomDump
import SystemPackage
import TestSupport
import Testing

@testable import Playlists

struct PlaylistParserTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    var kind = PlaylistKind.m3u
    let bytes: [UInt8]
    let entries: [PlaylistEntry]
    var testDescription: String { name }
  }

  private static func file(
    _ path: String, title: String? = nil, artist: String? = nil, seconds: Int? = nil
  ) -> PlaylistEntry {
    let isHinted = title != nil || artist != nil || seconds != nil
    return PlaylistEntry(
      location: .file(Array(path.utf8)),
      hint: isHinted
        ? SongHint(title: title, artist: artist, duration: seconds.map { .seconds($0) }) : nil)
  }

  private static func m3u(_ name: String, _ text: String, _ entries: [PlaylistEntry]) -> Row {
    Row(name: name, bytes: Array(text.utf8), entries: entries)
  }

  private static func pls(_ name: String, _ text: String, _ entries: [PlaylistEntry]) -> Row {
    Row(name: name, kind: .pls, bytes: Array(text.utf8), entries: entries)
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

  @Test("playlists", arguments: m3uRows + plsRows)
  func parsing(row: Row) {
    expectNoDifference(PlaylistParser.parse(row.bytes, row.kind), row.entries)
  }

  @Test("the kind of a playlist follows from its name")
  func kinds() {
    let kinds = ["a.m3u", "a.M3U8", "a.pls", "a.flac", "m3u", ""].map {
      PlaylistKind(name: Array($0.utf8))
    }
    #expect(kinds == [.m3u, .m3u, .pls, nil, nil, nil])
  }

  @Test("no more entries than the limit", arguments: [PlaylistKind.m3u, .pls])
  func limit(kind: PlaylistKind) {
    let count = PlaylistParser.maximumEntryCount + 10
    var bytes: [UInt8] = []
    for number in 0..<count { bytes += Array((kind == .m3u ? "a\n" : "File\(number)=a\n").utf8) }
    #expect(PlaylistParser.parse(bytes, kind).count == PlaylistParser.maximumEntryCount)
  }

  @Test(
    "byte soup is parsed to something, and leads to some path",
    arguments: 1...8 as ClosedRange<UInt64>)
  func byteSoup(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces: [[UInt8]] =
      [
        "#EXTINF:", "#EXTM3U", "File", "Title", "Length", "=", ",", " - ", "\"", "file://",
        "http://",
        "localhost", "%", "%4", "%41", "%00", "/", "..", "\\", " ", "\t", "\r", "\n", "1",
        "99999999999",
        "-1", "a.flac", "\u{FEFF}", "é",
      ].map { Array($0.utf8) } + [[0], [0xFF, 0xFE], [0xFE, 0xFF], [0x80], [0xC3]]
    for _ in 0..<2_000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0..<30, using: &random) {
        let piece = pieces.randomElement(using: &random) ?? []
        let isByte = Int.random(in: 0..<8, using: &random) == 0
        bytes += isByte ? [UInt8.random(in: .min ... .max, using: &random)] : piece
      }
      for kind in [PlaylistKind.m3u, .pls] {
        for entry in PlaylistParser.parse(bytes, kind) {
          guard case .file(let path) = entry.location else { continue }
          #expect(!path.isEmpty && !path.contains(0), "\(bytes)")
          _ = PlaylistPath.resolve(path, in: "/nowhere")
        }
      }
    }
  }
}
