import MeditationSystem
import SystemPackage
import Testing

@Suite("Names of files") struct PathNameTests {
  @Test(
    "have an ending, or none",
    arguments: [
      ("a.flac", "flac"), ("a.OPUS", "opus"), ("a.b.Wav", "wav"), ("flac", nil), (".flac", nil),
      ("a.", nil), ("", nil), ("a.flac ", nil), ("a.longer", nil), ("a.é", nil),
    ] as [(String, String?)])
  func ending(name: String, ending: String?) {
    #expect(PathName.ending(ofName: Array(name.utf8)) == ending)
  }

  @Test("are bytes, UTF-8 or not")
  func bytes() {
    let path = PathName.path([0x2F, 0x61, 0x2F, 0xFF, 0x0A])
    #expect(PathName.allBytes(of: path) == [0x2F, 0x61, 0x2F, 0xFF, 0x0A])
    #expect(PathName.bytes(of: path) == [0xFF, 0x0A])
    #expect(PathName.path([0x61, 0, 0x62]) == "a")
  }
}
