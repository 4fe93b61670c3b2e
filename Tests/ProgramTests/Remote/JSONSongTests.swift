import Foundation
import MeditationTestSupport
import SystemPackage
import Testing

/// Songs and their order, as programs learn of them.
@Suite("Songs in JSON", .waiting) struct JSONSongTests {
  private struct Hello: Decodable {
    struct Song: Decodable, Equatable {
      var title: String
      var album: String
      var path: String?
    }

    var songs: [Song]
  }

  private func songs(_ outcome: Outcome) throws -> [Hello.Song] {
    let hello = try #require(outcome.lines.first)
    return try JSONDecoder().decode(Hello.self, from: Data(hello.utf8)).songs
  }

  /// An object of `info`.
  private struct Info: Decodable {
    var title: String
    var encoding: String
    var rate: Int
    var channels: Int
    var length: Double?
    var estimate: Double?
    var gain: Double?
  }

  @Test(
    "a song has its album, the path of its file and what it is encoded in, read or remembered",
    .needs("sox", "flac", "oggenc", "opusenc", "lame", "ffmpeg"))
  func files() throws {
    let workspace = try Workspace()
    try workspace.write("Music/a.wav", WaveFile(sampleRate: 48_000, seconds: 1).bytes)
    for line in [
      "flac -s -T ALBUM=Tides -o b.flac a.wav", "oggenc -Q -l Tides -o c.ogg a.wav",
      "opusenc --quiet --album Tides a.wav d.opus", "lame --quiet --tl Tides a.wav e.mp3",
      "ffmpeg -v error -i a.wav -metadata album=Tides -c:a aac f.m4a",
      "ffmpeg -v error -i a.wav -metadata album=Tides -c:a alac g.m4a",
      "ffmpeg -v error -i a.wav -metadata album=Tides -c:a flac h.mka",
      "ffmpeg -v error -i a.wav -metadata album=Tides i.wv",
    ] {
      try workspace.run("sh", ["-c", "cd Music; \(line)"])
    }
    let names = [
      "a.wav", "b.flac", "c.ogg", "d.opus", "e.mp3", "f.m4a", "g.m4a", "h.mka", "i.wv",
    ]
    let encodings = [
      "WAV, 16 bit PCM", "FLAC, 16 bit PCM", "Ogg Vorbis", "Ogg Opus", "MP3", "MP4, AAC",
      "MP4, Apple Lossless", "Matroska, FLAC", "WavPack",
    ]
    // The cache, which is for long lists, has it all, too.
    let copy = try workspace.read("Music/a.wav")
    for number in 1...40 { try workspace.write("Music/z\(number).wav", copy) }
    let asked = names.indices.map { "info \($0 + 1)\n" }.joined()
    for path in ["Music", workspace.place("Music").string] {
      let outcome = try workspace.meditate("--format", "json", path, typing: asked)
      #expect(
        try songs(outcome).prefix(names.count).elementsEqual(
          names.map { name in
            Hello.Song(
              title: String(name.prefix(1)), album: name == "a.wav" ? "" : "Tides",
              path: workspace.place("Music/\(name)").string)
          }))
      let infos = try outcome.lines.filter { $0.contains(#""type":"info""#) }
        .map { try JSONDecoder().decode(Info.self, from: Data($0.utf8)) }
      #expect(infos.map(\.encoding) == encodings)
      #expect(infos.allSatisfy { $0.rate == 48_000 })
      #expect(infos.allSatisfy { abs(($0.length ?? $0.estimate ?? 0) - 1) < 0.1 })
      #expect(Set(infos.map(\.channels)).count == 1)
      #expect(infos.allSatisfy { $0.gain == nil })
    }
  }

  @Test(
    "'sort album' has the discs and tracks in order, in each format; 'sort date descending', too",
    .needs("sox", "flac", "oggenc", "opusenc", "lame", "ffmpeg"))
  func sorted() throws {
    let workspace = try Workspace()
    try workspace.makeFolder("Music")
    try workspace.write("a.wav", WaveFile(sampleRate: 48_000, seconds: 1).bytes)
    let album = "-metadata album=Tides -metadata disc=1"
    for line in [
      "flac -s -T ALBUM=Tides -T DISCNUMBER=2 -T TRACKNUMBER=02 -T DATE=2001-01-02 "
        + "-o Music/a.flac a.wav",
      "oggenc -Q -l Tides -c DISCNUMBER=2/2 -N 1/12 -d 2002 -o Music/b.ogg a.wav",
      "opusenc --quiet --album Tides --comment discnumber=1 --tracknumber 10 --date 2003 "
        + "a.wav Music/c.opus",
      "lame --quiet --tl Tides --tn 9/10 --ty 2004 --tv TPOS=1/2 --id3v2-only a.wav Music/d.mp3",
      "ffmpeg -v error -i a.wav \(album) -metadata track=8/9 -metadata date=2005 Music/e.m4a",
      "ffmpeg -v error -i a.wav \(album) -metadata track=7 -metadata date=2006 Music/f.wv",
      "ffmpeg -v error -i a.wav Music/g.wav",
    ] {
      try workspace.run("sh", ["-c", line])
    }
    func order(_ line: String) throws -> [String] {
      struct List: Decodable { var songs: [Hello.Song] }
      let outcome = try workspace.meditate(
        "--format", "json", "Music", typing: "sort title descending\n\(line)\n")
      let list = try #require(outcome.lines.last(where: { $0.contains(#""type":"list""#) }))
      return try JSONDecoder().decode(List.self, from: Data(list.utf8)).songs.map(\.title)
    }
    #expect(try order("sort album") == ["f", "e", "d", "c", "b", "a", "g"])
    #expect(try order("sort album descending") == ["f", "e", "d", "c", "b", "a", "g"])
    #expect(try order("sort date") == ["a", "b", "c", "d", "e", "f", "g"])
    #expect(try order("sort date descending") == ["f", "e", "d", "c", "b", "a", "g"])
    #expect(try order("sort track") == ["f", "e", "d", "c", "b", "a", "g"])
  }

  @Test("songs that a script declares have no path")
  func declared() throws {
    let workspace = try Workspace()
    try workspace.write("it.meditate", "song \"A\" 0:10\nall\n")
    for options in [[], ["--output", "out.wav"]] {
      let outcome = try workspace.meditate(
        ["script", "it.meditate", "--format", "json"] + options, code: nil)
      #expect(try songs(outcome) == [Hello.Song(title: "A", album: "", path: nil)])
    }
  }

  @Test("'move', 'shuffle' and 'repeat' are events")
  func order() throws {
    let workspace = try Workspace()
    try workspace.writeSongs()
    let outcome = try workspace.meditate(
      "--format", "json", "--driver", "null", "A.wav", "B.wav",
      typing: "all\nmove 2 to 1\nshuffle 3\nrepeat on\nrepeat on\nrepeat off\n")
    let events = outcome.lines.filter {
      $0.contains(#""type":"order""#) || $0.contains(#""type":"repeat""#)
    }
    #expect(events.count == 4, "\(events)")
    #expect(events.first == #"{"kind":"moved","seed":null,"songs":[2,1],"type":"order"}"#)
    #expect(events.dropFirst().first?.hasPrefix(#"{"kind":"shuffled","seed":3,"songs":["#) == true)
    #expect(
      events.dropFirst(2) == [
        #"{"on":true,"one":false,"type":"repeat"}"#, #"{"on":false,"one":false,"type":"repeat"}"#,
      ])
  }
}
