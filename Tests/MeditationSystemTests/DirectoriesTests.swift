import Foundation
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

@Suite("A folder") struct DirectoriesTests {
  private let temporary = TemporaryFolder()
  private var folder: FilePath { temporary.path }

  @Test("has names of bytes, hidden ones as well, and not itself")
  func names() throws {
    let odd = folder.appending(path: [0xFF, 0x0A])
    for path in [odd, folder.appending(".hidden"), folder.appending("..a")] { try path.write([1]) }
    let names = try DirectoryEntry.names(in: folder)
    #expect(Set(names) == [[0xFF, 0x0A], Array(".hidden".utf8), Array("..a".utf8)])
    #expect(throws: Errno.noSuchFileOrDirectory) {
      try DirectoryEntry.names(in: folder.appending("gone"))
    }
    #expect(throws: Errno.notDirectory) { try DirectoryEntry.names(in: odd) }
  }

  @Test("is deleted with all that is in it, and what its links lead to stays")
  func deletion() throws {
    let (tree, kept) = (folder.appending("tree"), folder.appending("kept"))
    try PrivateDirectory.make(tree.appending("a").appending("b"))
    try PrivateDirectory.make(kept)
    try kept.appending("file").write([1])
    try tree.appending("a").appending("b").appending("file").write([1])
    symlink(kept.string, tree.appending("a").appending("link").string)
    FileTree.delete(tree)
    #expect(try DirectoryEntry.names(in: folder) == [Array("kept".utf8)])
    #expect(kept.appending("file").isThere)
    // A link to a folder is a file.
    symlink(kept.string, folder.appending("link").string)
    FileTree.delete(folder.appending("link"))
    #expect(try DirectoryEntry.names(in: folder) == [Array("kept".utf8)])
    #expect(kept.appending("file").isThere)
    FileTree.delete(folder.appending("gone"))
  }

  @Test("is used by one program at a time, and by the next when it is released", .blocking)
  func lock() throws {
    var first: DirectoryLock? = try DirectoryLock(folder)
    let hasLocked = Locked(false)
    let thread = Thread { [folder] in
      if (try? DirectoryLock(folder)) != nil { hasLocked.withLock { $0 = true } }
    }
    let other = try FileDescriptor.open(folder, .readOnly)
    defer { try? other.close() }
    #expect(flock(other.rawValue, LOCK_EX | LOCK_NB) == -1 && errno == EWOULDBLOCK)
    thread.start()
    #expect(!hasLocked.withLock { $0 })
    withExtendedLifetime(first) {}
    first = nil
    #expect(Poll.until { hasLocked.withLock { $0 } })
    #expect(flock(other.rawValue, LOCK_EX) == 0)
    #expect(throws: Errno.notDirectory) {
      try folder.appending("file").write([1])
      _ = try DirectoryLock(folder.appending("file"))
    }
  }

  @Test("whose name is not UTF-8 has another one that is, and the same one each time")
  func otherName() throws {
    #expect(try UTF8Directory.path(folder) == folder)
    let odd = folder.appending(path: [0xFF])
    try PrivateDirectory.make(odd)
    try odd.appending("file").write([1])
    let name = try UTF8Directory.path(odd)
    #expect(String(validating: name) != nil && name.appending("file").isThere)
    #expect(try UTF8Directory.path(odd) == name)
    // Another folder of this name is another folder.
    FileTree.delete(odd)
    try PrivateDirectory.make(odd)
    try odd.appending("other").write([1])
    #expect(try UTF8Directory.path(odd).appending("other").isThere)
    FileTree.delete(odd)
    #expect(throws: (any Error).self) { try UTF8Directory.path(odd) }
  }

  @Test("of PATH has programs: the first that can be run, in no relative folder")
  func programs() throws {
    let (one, two) = (folder.appending("one"), folder.appending("two"))
    for path in [one, two] { try PrivateDirectory.make(path) }
    try PrivateDirectory.make(one.appending("folder"))
    for name in ["plain", "lamp"] { try one.appending(name).write([1]) }
    for name in ["plain", "lamp", "folder"] {
      try two.appending(name).write([1])
      chmod(two.appending(name).string, 0o755)
    }
    chmod(one.appending("lamp").string, 0o755)
    let search = "\(one):\(two)"
    #expect(InstalledProgram.file(of: "lamp", in: search) == one.appending("lamp"))
    #expect(InstalledProgram.file(of: "plain", in: search) == two.appending("plain"))
    #expect(InstalledProgram.file(of: "folder", in: search) == two.appending("folder"))
    for search in ["", ":", "bin:.", "\(folder)/gone"] {
      #expect(InstalledProgram.file(of: "sh", in: search) == nil)
    }
    #expect(InstalledProgram.file(of: "sh") != nil)
  }

  @Test("that nobody may enter is there all the same")
  func presence() throws {
    let file = folder.appending("file")
    #expect(!file.isThere && !file.appending("x").isThere)
    try file.write([1])
    #expect(file.isThere && !file.appending("x").isThere)
    #expect(!SymbolicLink.isBroken(file) && !SymbolicLink.isBroken(folder.appending("gone")))
    symlink("gone", folder.appending("link").string)
    #expect(SymbolicLink.isBroken(folder.appending("link")))
    symlink("file", folder.appending("good").string)
    #expect(!SymbolicLink.isBroken(folder.appending("good")))
    #expect(try SymbolicLink.target(of: folder.appending("good")).isThere)
    symlink("loop", folder.appending("loop").string)
    #expect(folder.appending("loop").isThere)
    #expect(throws: Errno.tooManySymbolicLinkLevels) {
      try SymbolicLink.target(of: folder.appending("loop"))
    }
    #expect(folder.appending("good").resolved == folder.resolved?.appending("file"))
    #expect(folder.appending("gone").resolved == nil)
  }
}
