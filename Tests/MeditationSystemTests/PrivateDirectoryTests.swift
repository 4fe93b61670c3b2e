import Foundation
import MeditationSystem
import SystemPackage
import Testing

@Suite("A private directory") struct PrivateDirectoryTests {
  @Test("is created with its parents for this user only; an existing one is unchanged")
  func make() throws {
    let root = FilePath(FileManager.default.temporaryDirectory.path).appending(UUID().uuidString)
    defer { try? FileManager.default.removeItem(atPath: root.string) }
    let path = root.appending("a").appending("b")
    for _ in 1...2 { try PrivateDirectory.make(path) }
    for made in [root, root.appending("a"), path] {
      #expect(try made.stat().permissions.rawValue & 0o777 == 0o700)
    }
    #expect(throws: Errno.notDirectory) { try PrivateDirectory.make("/dev/null/a") }
  }
}
