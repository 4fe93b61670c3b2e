import SystemPackage
import Testing

@testable import MeditationLibrary

struct SongTests {
  @Test(
    "a song knows its folder by name",
    arguments: [
      ("/music/Sea/1 Waves.flac", "Sea"), ("Sea/1 Waves.flac", "Sea"), ("/Waves.flac", ""),
      ("Waves.flac", ""), ("./Waves.flac", "."), ("/a//b/Waves.flac", "b"),
      ("/music/\u{1B}[31mSea\n/Waves.flac", "Sea"), ("/music/Sea/Waves.flac/0:30-1:00", "Sea"),
    ])
  func folder(path: String, name: String) {
    let song = Song(path: FilePath(path), properties: SongProperties(title: "Waves"))
    #expect(song.folder == name)
  }
}
