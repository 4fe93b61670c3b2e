import Foundation
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

@Suite("A file that is written as a whole") struct AtomicFileTests {
  private let temporary = TemporaryFolder()
  private var folder: FilePath { temporary.path }
  private var file: FilePath { folder.appending("file") }

  @Test("is new, with the permissions that the mask leaves")
  func new() throws {
    try AtomicFile.write([1], to: file)
    #expect(try mode(file) == 0o600)
    #expect(throws: Errno.fileExists) { try AtomicFile.write([2], to: file, existing: .kept) }
    #expect(try file.read() == [1])
    #expect(names == ["file"])
  }

  @Test("keeps the owner and the mode of the file that it replaces", arguments: [0o640, 0o755])
  func replaced(mode: UInt32) throws {
    try file.write([1])
    if geteuid() == 0 { chown(file.string, 12_345, 23_456) }
    chmod(file.string, mode)
    try AtomicFile.write([2], to: file, existing: .updated, permissions: .ofNewFile)
    #expect(try file.read() == [2])
    #expect(try self.mode(file) == mode)
    if geteuid() == 0 { #expect(try file.stat().rawValue.st_uid == 12_345) }
    if geteuid() == 0 { #expect(try file.stat().rawValue.st_gid == 23_456) }
  }

  @Test("is written through symbolic links, which stay", arguments: [true, false])
  func links(isThere: Bool) throws {
    let elsewhere = folder.appending("elsewhere")
    try PrivateDirectory.make(elsewhere)
    let target = elsewhere.appending("target")
    if isThere { try target.write([1]) }
    symlink("elsewhere/hop", file.string)
    symlink("target", elsewhere.appending("hop").string)
    try AtomicFile.write([2], to: file, existing: .updated)
    #expect(try target.read() == [2])
    for link in [file, elsewhere.appending("hop")] {
      #expect(try link.stat(followTargetSymlink: false).type == .symbolicLink)
    }
    #expect(names == ["elsewhere", "file"])
    try AtomicFile.write([3], to: file, existing: .replaced)
    #expect(try file.stat(followTargetSymlink: false).type == .regular)
    #expect(try target.read() == [2])
  }

  @Test("takes the place of no folder, pipe, loop of links or file that nobody may write")
  func refusals() throws {
    let cases: [(Errno, () throws -> Void)] = [
      (.isDirectory, { mkdir(file.string, 0o700) }),
      (.noSuchAddressOrDevice, { mkfifo(file.string, 0o600) }),
      (.tooManySymbolicLinkLevels, { symlink("file", file.string) }),
      (
        .permissionDenied,
        {
          try file.write([1])
          chmod(file.string, 0o400)
        }
      ),
    ]
    for (error, make) in cases {
      try make()
      let before = try file.stat(followTargetSymlink: false)
      #expect(throws: error) { try AtomicFile.write([2], to: file, existing: .updated) }
      #expect(try file.stat(followTargetSymlink: false).inode == before.inode)
      #expect(names == ["file"])
      remove(file.string)
    }
  }

  @Test("is written after what killed programs left there was deleted, and nothing else")
  func abandoned() throws {
    for name in [".meditate-0.tmp", ".meditate-1busy.tmp"] {
      try folder.appending(name).write([1])
    }
    // Left before a byte was written.
    try folder.appending(".meditate-2empty.tmp").write([])
    let others = [
      ".meditate-.x.tmp", ".meditate-A.tmp", ".meditate-a.txt", ".meditate-folder.tmp",
      ".meditate-link.tmp", ".meditate-pipe.tmp", "meditate-a.tmp",
    ]
    for name in others {
      let path = folder.appending(name)
      switch name {
      case ".meditate-folder.tmp": mkdir(path.string, 0o700)
      case ".meditate-link.tmp": symlink(others[0], path.string)
      case ".meditate-pipe.tmp": mkfifo(path.string, 0o600)
      default: try path.write([1])
      }
    }
    let rest = others + ["file"]
    let writer = try FileDescriptor.open(folder.appending(".meditate-1busy.tmp"), .readWrite)
    #expect(flock(writer.rawValue, LOCK_EX) == 0)
    try AtomicFile.write([1], to: file)
    #expect(names == (rest + [".meditate-1busy.tmp"]).sorted())
    // Closing is not enough: a process that another test starts just now may hold the file, too.
    #expect(flock(writer.rawValue, LOCK_UN) == 0)
    try writer.close()
    try AtomicFile.write([1], to: file)
    #expect(names == rest.sorted())
  }

  @Test("is not deleted while it is written")
  func locked() throws {
    let isWritten = try AtomicFile.write([1], to: file) {
      AtomicFile.deleteAbandoned(in: folder)
      return names.count == 1
    }
    #expect(isWritten)
    #expect(names == ["file"])
  }

  @Test("two threads that write and delete all the time lose none")
  func race() async throws {
    // The other deletes a file before it is locked, if it can.
    let isOver = Locked(false)
    async let deleted: () = OwnThreads.run { [folder] in
      while !isOver.withLock({ $0 }) { AtomicFile.deleteAbandoned(in: folder) }
    }
    for number in 0..<200 {
      try AtomicFile.write([UInt8(number)], to: file)
      #expect(try file.read() == [UInt8(number)])
    }
    isOver.withLock { $0 = true }
    try await deleted
    #expect(names == ["file"])
  }

  private var names: [String] {
    ((try? DirectoryEntry.names(in: folder)) ?? []).map { String(decoding: $0, as: UTF8.self) }
      .sorted()
  }

  private func mode(_ path: FilePath) throws -> UInt32 {
    try path.stat().rawValue.st_mode & 0o7777
  }
}
