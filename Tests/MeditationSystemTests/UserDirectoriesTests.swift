import Foundation
import MeditationSystem
import SystemPackage
import Testing

@Suite("Where a user's files are") struct UserDirectoriesTests {
  @Test(
    "the environment says, else the home directory",
    arguments: [
      (["XDG_CACHE_HOME": "/c", "HOME": "/h"], "/c/meditate"),
      (["HOME": "/h"], "/h/.cache/meditate"),
      (["XDG_CACHE_HOME": "c", "HOME": "/h"], "/h/.cache/meditate"), (["HOME": "h"], nil),
      (["XDG_CACHE_HOME": "/a\0b", "HOME": "/h"], "/h/.cache/meditate"), ([:], nil),
    ] as [([String: String], FilePath?)])
  func cache(environment: [String: String], path: FilePath?) {
    #expect(UserDirectories(environment: environment).cache == path)
  }

  @Test("what is not UTF-8 in this process's environment has its own bytes")
  func bytes() async {
    await #expect(processExitsWith: .success) {
      let home: [CChar] = [0x2F, -1, 0x68, 0]
      setenv("HOME", home, 1)
      let environment = ProcessInfo.processInfo.environment
      #expect(environment["HOME"] == "/\u{FFFD}h")
      let cache = FilePath(platformString: home).appending(".cache/meditate")
      exit(UserDirectories(environment: environment).cache == cache ? 0 : 1)
    }
  }

  @Test("each kind of file has its directory")
  func kinds() {
    let below = UserDirectories(environment: ["HOME": "/h"])
    #expect(below.config == "/h/.config/meditate")
    #expect(below.data == "/h/.local/share/meditate")
    #expect(below.state == "/h/.local/state/meditate")
    #expect(below.runtime == nil)
    let named = UserDirectories(environment: [
      "XDG_CONFIG_HOME": "/1", "XDG_DATA_HOME": "/2", "XDG_STATE_HOME": "/3",
      "XDG_RUNTIME_DIR": "/4",
    ])
    #expect(
      [named.config, named.data, named.state, named.runtime]
        == ["/1/meditate", "/2/meditate", "/3/meditate", "/4/meditate"])
  }
}
