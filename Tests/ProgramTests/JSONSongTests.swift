import Foundation
import SystemPackage
import TestSupport
import Testing

/// What programs learn of songs and of their order.
@Suite("Songs in JSON") struct JSONSongTests {
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

  @Test(
    "a song has its album and the path of its file, wherever it was started",
    .needs("sox", "flac", "oggenc", "lame", "ffmpeg"))
  func albums() throws {
    let workspace = try Workspace()
    try workspace.makeFolder("Music")
    try workspace.write("Music/a.wav", WaveFile(sampleRate: 44_100, seconds: 1).bytes)
    for (tool, arguments) in [
      ("flac", ["-s", "-T", "ALBUM=Tides", "-o", "Music/b.flac", "Music/a.wav"]),
      ("oggenc", ["-Q", "-l", "Tides", "-o", "Music/c.ogg", "Music/a.wav"]),
      ("lame", ["--quiet", "--tl", "Tides", "Music/a.wav", "Music/d.mp3"]),
      (
        "ffmpeg",
        ["-v", "error", "-i", "Music/a.wav", "-metadata", "album=Tides", "Music/e.m4a"]
      ),
      (
        "ffmpeg",
        ["-v", "error", "-i", "Music/a.wav", "-metadata", "album=Tides", "Music/f.mka"]
      ),
    ] {
      try workspace.run(tool, arguments)
    }
    for path in ["Music", workspace.place("Music").string] {
      let outcome = try workspace.meditate("--format", "json", path, typing: "quit\n")
      #expect(
        try songs(outcome)
          == ["a.wav", "b.flac", "c.ogg", "d.mp3", "e.m4a", "f.mka"].map {
            Hello.Song(
              title: String($0.prefix(1)), album: $0 == "a.wav" ? "" : "Tides",
              path: workspace.place("Music/\($0)").string)
          })
    }
    // The cache, which is for long lists, has it, too.
    for number in 1...40 { try workspace.run("cp", ["Music/b.flac", "Music/\(number).flac"]) }
    for _ in 1...2 {
      let outcome = try workspace.meditate("--format", "json", "Music", typing: "quit\n")
      #expect(try songs(outcome).filter { $0.album == "Tides" }.count == 45)
    }
  }

  @Test(
    "'info' says what a song is encoded in, whether its file was read or is remembered",
    .needs("sox", "flac", "oggenc", "opusenc", "lame", "ffmpeg"))
  func info() throws {
    struct Info: Decodable, Equatable {
      var title: String
      var encoding: String
      var rate: Int
      var channels: Int
      var length: Double
      var gain: Double?
    }
    let workspace = try Workspace()
    try workspace.makeFolder("Music")
    try workspace.write("Music/a.wav", WaveFile(sampleRate: 48_000, seconds: 1).bytes)
    for (tool, arguments) in [
      ("flac", ["-s", "-o", "Music/b.flac", "Music/a.wav"]),
      ("oggenc", ["-Q", "-o", "Music/c.ogg", "Music/a.wav"]),
      ("opusenc", ["--quiet", "Music/a.wav", "Music/d.opus"]),
      ("lame", ["--quiet", "Music/a.wav", "Music/e.mp3"]),
      ("ffmpeg", ["-v", "error", "-i", "Music/a.wav", "-c:a", "aac", "Music/f.m4a"]),
      ("ffmpeg", ["-v", "error", "-i", "Music/a.wav", "-c:a", "alac", "Music/g.m4a"]),
      ("ffmpeg", ["-v", "error", "-i", "Music/a.wav", "-c:a", "flac", "Music/h.mka"]),
      ("ffmpeg", ["-v", "error", "-i", "Music/a.wav", "Music/i.wv"]),
    ] {
      try workspace.run(tool, arguments)
    }
    let encodings = [
      "WAV, 16 bit PCM", "FLAC, 16 bit PCM", "Ogg Vorbis", "Ogg Opus", "MP3", "MP4, AAC",
      "MP4, Apple Lossless", "Matroska, FLAC", "WavPack",
    ]
    // More than the cache needs to be asked.
    for number in 1...40 {
      try workspace.run("cp", ["Music/a.wav", "Music/z\(number).wav"])
    }
    let asked = encodings.indices.map { "info \($0 + 1)\n" }.joined()
    for _ in 1...2 {
      let outcome = try workspace.meditate("--format", "json", "Music", typing: asked)
      let infos = try outcome.lines.filter { $0.contains(#""type":"info""#) }
        .map { try JSONDecoder().decode(Info.self, from: Data($0.utf8)) }
      #expect(infos.map(\.encoding) == encodings)
      #expect(infos.allSatisfy { $0.rate == 48_000 && abs($0.length - 1) < 0.1 })
      #expect(Set(infos.map(\.channels)).count == 1)
      #expect(infos.allSatisfy { $0.gain == nil })
    }
  }

  @Test("songs that a script declares have no path")
  func declared() throws {
    let workspace = try Workspace()
    try workspace.write("it.meditate", "song \"A\" 0:10\nall\n")
    for options in [[], ["--output", "out.wav"]] {
      let outcome = try workspace.meditate(
        ["script", "it.meditate", "--format", "json"] + options)
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
        #"{"on":true,"type":"repeat"}"#, #"{"on":false,"type":"repeat"}"#,
      ])
  }
}
