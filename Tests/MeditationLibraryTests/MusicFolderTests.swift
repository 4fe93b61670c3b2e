import MeditationTestSupport
import SystemPackage
import Testing

@testable import MeditationLibrary

struct MusicFolderTests {
  @Test(
    "what the settings say",
    arguments: [
      ("XDG_MUSIC_DIR=\"$HOME/Musik\"", "/home/me/Musik"),
      ("# XDG_MUSIC_DIR=\"/a\"\nXDG_DESKTOP_DIR=\"/b\"\n", nil),
      ("  XDG_MUSIC_DIR = \"/media/My Music\"  # x", "/media/My Music"),
      ("XDG_MUSIC_DIR=\"/a\"\nXDG_MUSIC_DIR=\"/b\"", "/b"),
      ("XDG_MUSIC_DIR=\"/a \\\"b\\\" \\$c\"", "/a \"b\" $c"),
      ("XDG_MUSIC_DIR=\"$HOME/\"", nil),
      ("XDG_MUSIC_DIR=\"$HOME\"", nil),
      ("XDG_MUSIC_DIR=\"relative\"", nil),
      ("XDG_MUSIC_DIR=\"\"", nil),
      ("XDG_MUSIC_DIR=\"/open", nil),
      ("XDG_MUSIC_DIR=\"/open\\", nil),
      ("XDG_MUSIC_DIR=/bare", nil),
      ("XDG_MUSIC_DIR", nil),
      ("XDG_MUSIC_DIR=\"$(rm)/x\"", nil),
      ("XDG_MUSIC_DIR=\"/a\0b\"", "/a"),
      ("", nil),
    ] as [(String, FilePath?)])
  func settings(text: String, folder: FilePath?) {
    #expect(MusicFolder.parse(Array(text.utf8), home: "/home/me") == folder)
  }

  @Test("where the settings are, and what holds without them")
  func places() throws {
    let temporary = TemporaryFolder()
    let home = temporary.path.string
    #expect(MusicFolder.find(environment: [:]) == nil)
    #expect(MusicFolder.find(environment: ["HOME": ""]) == nil)
    #expect(MusicFolder.find(environment: ["HOME": "here"]) == nil)
    #expect(MusicFolder.find(environment: ["HOME": home]) == temporary.path.appending("Music"))

    try temporary.write(".config/user-dirs.dirs", "XDG_MUSIC_DIR=\"/one\"\n")
    try temporary.write("other/user-dirs.dirs", "XDG_MUSIC_DIR=\"/two\"\n")
    #expect(MusicFolder.find(environment: ["HOME": home]) == "/one")
    let other = ["HOME": home, "XDG_CONFIG_HOME": home + "/other"]
    #expect(MusicFolder.find(environment: other) == "/two")
    #expect(MusicFolder.find(environment: ["HOME": home, "XDG_CONFIG_HOME": "other"]) == "/one")
  }
}
