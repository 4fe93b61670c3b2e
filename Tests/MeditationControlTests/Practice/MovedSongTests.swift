import MeditationCore
import MeditationPractice
import SystemPackage
import Testing

@testable import MeditationControl

/// Sets whose files are not at their places.
@Suite("Songs that have moved") @MainActor struct MovedSongTests {
  /// A song whose file is not in the list.
  private static func song(
    _ path: String, _ title: String, by artist: String = "", seconds: Double? = 60
  ) -> SetSong {
    SetSong(
      path: Array(path.utf8), title: title, artist: artist, length: seconds.map { .seconds($0) })
  }

  /// A stage with the set "Mix" of `songs`; the files below `/music` can be read.
  private func stage(_ songs: SetSong..., music: [SetSong] = []) throws -> PracticeStage {
    let stage = PracticeStage(sets: [SongSet(name: try SetName("Mix"), songs: songs)])
    stage.musicFolder = music
    for song in music {
      stage.files[String(decoding: song.path, as: UTF8.self)] = SongViewModel(
        title: song.title, subtitle: song.artist, length: song.length)
    }
    return stage
  }

  @Test("a song is found in the list by title and length, and saved with its place")
  func inList() throws {
    let stage = try stage(Self.song("/gone", "SONG 2", seconds: 101))
    stage.type("load mix")
    #expect(stage.picked == ["Song 2"])
    #expect(stage.news.first == "1 song of 'Mix' was found elsewhere: /2.")
    stage.type("save Copy")
    #expect(try stage.paths("Copy") == ["/2"])
  }

  @Test(
    "in the music folder, case and accents do not matter, a second does not, and the dash may be anywhere",
    arguments: [
      ("Été", "Anna", 60.0), ("ete", "ANNA", 61.2), ("B - Été", "Anna", 60), ("Été", "", 58.6),
    ])
  func inMusicFolder(title: String, artist: String, seconds: Double) throws {
    let name = title.hasPrefix("B") ? ("Été", "Anna - B") : ("Été", "Anna")
    let stage = try stage(
      Self.song("/gone", title, by: artist, seconds: seconds),
      music: [
        Self.song("/music/a", name.0, by: name.1), Self.song("/music/b", "Other", by: "Anna"),
      ])
    stage.type("load mix")
    #expect(stage.picked == ["Été"])
    #expect(stage.news.first == "1 song of 'Mix' was found elsewhere: /music/a.")
  }

  @Test(
    "what is another song, or perhaps one, is missing",
    arguments: [
      (60.0, "Rain", "Bo", 62.0), (60, "Rain", "Ann", 60), (60, "Rains", "Bo", 60),
    ] as [(Double, String, String, Double)])
  func others(wanted: Double, title: String, artist: String, seconds: Double) throws {
    let stage = try stage(
      Self.song("/1", "Song 1"), Self.song("/gone", "Rain", by: "Bo", seconds: wanted),
      Self.song("/long", "Rain", by: artist, seconds: nil),
      music: [Self.song("/music/a", title, by: artist, seconds: seconds)])
    stage.type("load mix")
    #expect(stage.picked == ["Song 1"])
    #expect(stage.news.first == "2 songs of 'Mix' are missing: /gone, /long.")
  }

  @Test("where several songs fit, none is taken; one that is in two rows is one")
  func several() throws {
    let stage = try stage(
      Self.song("/1", "Song 1"), Self.song("/gone", "Rain"), Self.song("/lost", "Sea"),
      music: [
        Self.song("/music/a", "Rain"), Self.song("/music/b", "rain", seconds: 60.5),
        Self.song("/music/c", "Sea"), Self.song("/music/c", "Sea"),
      ])
    stage.type("load mix")
    #expect(stage.picked == ["Song 1", "Sea"])
    #expect(
      stage.news.prefix(2) == [
        "1 song of 'Mix' was found elsewhere: /music/c.",
        "1 song of 'Mix' is missing: /gone. Several songs fit it.",
      ])
    #expect(try stage.paths("Mix") == ["/1", "/gone", "/lost"])
  }

  @Test("a song that the set has twice is found twice")
  func twice() throws {
    let stage = try stage(
      Self.song("/gone", "Song 2", seconds: 100), Self.song("/gone", "Song 2", seconds: 100))
    stage.files["/2"] = SongViewModel(title: "Song 2 again")
    stage.type("load mix")
    #expect(stage.picked == ["Song 2", "Song 2 again"])
  }

  @Test("editing keeps what was found, and what was not")
  func edited() throws {
    let stage = try stage(
      Self.song("/lost", "Sea"), Self.song("/gone", "Rain"), Self.song("/1", "Song 1"),
      music: [Self.song("/music/a", "Rain")])
    stage.type("edit mix", "undo")
    #expect(try stage.paths("Mix") == ["/lost", "/gone", "/1"])
    stage.type("edit mix", "unpick 1", "back")
    #expect(try stage.paths("Mix") == ["/lost", "/music/a"])
  }

  @Test("a song that is found at the output file is refused, as one that was there is")
  func outputFile() throws {
    for song in [Self.song("/gone", "Song 2", seconds: 100), Self.song("/2", "Song 2")] {
      let stage = try stage(song, Self.song("/1", "Song 1"))
      stage.obstacles["/2"] = "it is the output file"
      stage.type("load mix")
      #expect(stage.refusal?.contains("/2: it is the output file") == true)
      #expect(stage.picked == [])
    }
  }

  @Test("a set of which nothing is found is refused")
  func nothing() throws {
    let stage = try stage(Self.song("/gone", "Rain"))
    stage.type("load mix")
    #expect(stage.reply == .refused(.songsMissing("/gone")))
  }

  @Test("a hostile playlist of one name over and over is loaded in time")
  func hostile() throws {
    let songs = (0..<20_000).map { Self.song("/gone/\($0)", "x", seconds: Double(60 + $0 % 2)) }
    let known = MovedSongs(songs, among: songs + songs)
    #expect(songs.allSatisfy { known.match($0) == .several })
  }
}
