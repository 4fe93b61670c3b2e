import MeditationSystem
import SystemPackage
import Testing

@testable import MeditationLibrary

struct PathListTests {
  @Test(
    "a list of paths",
    arguments: [
      ("", []), ("\n\n", []), ("a\nb c\n", ["a", "b c"]), ("a", ["a"]),
      ("a\nb\0c\0", ["a\nb", "c"]), ("\0", []),
      ("a\r\n\r\nb\r\n", ["a", "b"]), ("a\r\r\n", ["a\r"]), ("a\rb\r", ["a\rb"]),
      ("a\r\0b\r\n\0", ["a\r", "b\r\n"]), ("\u{FEFF}a\nb", ["a", "b"]),
    ] as [(String, [String])])
  func parsing(text: String, paths: [String]) {
    #expect(PathList.parse(Array(text.utf8)) == paths.map { FilePath($0) })
  }

  @Test("bytes that are no text stay")
  func invalidBytes() {
    let paths = PathList.parse([0xFF, 0xFE, 0x0A, 0xFC])
    #expect(paths?.map { PathName.allBytes(of: $0) } == [[0xFF, 0xFE], [0xFC]])
    #expect(PathList.parse([0xFF, 0xFE, 0x61, 0, 0x0A, 0]) == nil)
  }
}
