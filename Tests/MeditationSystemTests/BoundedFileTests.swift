import Foundation
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

@Suite("A file that is read up to a limit") struct BoundedFileTests {
  private let temporary = TemporaryFolder()
  private var file: FilePath { temporary.path.appending("file") }

  private func problem(_ path: FilePath, limit: Int = 10) -> BoundedFile.Failure? {
    do throws(BoundedFile.Failure) {
      _ = try BoundedFile(at: path, limit: limit)
      return nil
    } catch {
      return error
    }
  }

  @Test("may be exactly as long, and no byte longer")
  func limit() throws {
    for (count, isRead) in [(0, true), (9, true), (10, true), (11, false)] {
      try file.write([UInt8](repeating: 7, count: count))
      #expect((problem(file) == nil) == isRead, "\(count)")
      if isRead { #expect(try BoundedFile(at: file, limit: 10).bytes.count == count) }
    }
    #expect(BoundedFile.Failure.tooLarge(limit: 16 << 20).clause == "it is larger than 16 MB")
  }

  @Test("ends at the limit where it never ends, or says that it is empty and is not")
  func endless() throws {
    let zeros = try FileDescriptor.open("/dev/zero", .readOnly)
    defer { try? zeros.close() }
    #expect(throws: BoundedFile.Failure.tooLarge(limit: 100_000)) {
      try BoundedFile.contents(of: zeros, limit: 100_000)
    }
    // Its size is 0 by its status.
    #expect(try BoundedFile(at: "/proc/self/status", limit: 100_000).bytes.count > 100)
    #expect(problem("/proc/self/status", limit: 10) == .tooLarge(limit: 10))
    // A pipe in pieces, exactly as long as the limit, and longer.
    for (count, isRead) in [(10, true), (11, false)] {
      let (read, write) = try PipedProcess.pipe()
      try write.writeAll([UInt8](repeating: 7, count: count))
      try write.close()
      defer { try? read.close() }
      let bytes = try? BoundedFile.contents(of: read, limit: 10)
      #expect(bytes?.count == (isRead ? 10 : nil))
    }
  }

  @Test("is a regular file, or the reason says what else; a pipe is not waited for")
  func kinds() throws {
    mkfifo(temporary.path.appending("pipe").string, 0o600)
    symlink("gone", temporary.path.appending("link").string)
    for (path, reason) in [
      (temporary.path.appending("pipe"), "it is a pipe, not a file"),
      (temporary.path, "it is a folder, not a file"), ("/dev/null", "it is a device, not a file"),
      (temporary.path.appending("link"), "it is a link to a file that does not exist"),
      (temporary.path.appending("gone"), "the file does not exist"),
    ] as [(FilePath, String)] {
      #expect(problem(path) == .unreadable(reason))
    }
  }

  @Test("leaves no descriptor open, read or refused")
  func closed() async {
    await #expect(processExitsWith: .success) {
      let before = try DirectoryEntry.names(in: "/proc/self/fd").count
      // The process may open a few of its own meanwhile.
      for path in ["/proc/self/status", "/dev/null", "/", "/etc/passwd"] as [FilePath] {
        for _ in 0..<20 { _ = try? BoundedFile(at: path, limit: 10) }
      }
      #expect(try DirectoryEntry.names(in: "/proc/self/fd").count < before + 20)
    }
  }

  @Test("has one identity under all its names, and by a range of it")
  func identity() throws {
    let file = temporary.path.appending("a.wav")
    try file.write([1])
    let other = temporary.path.appending("b.wav")
    link(file.string, other.string)
    #expect(try BoundedFile(at: file, limit: 1).identity == FileIdentity(of: other))
    #expect(FileIdentity(of: file.appending("0:10-0:20")) == FileIdentity(of: file))
    try other.write([2])
    #expect(FileIdentity(of: temporary.path.appending("gone")) == nil)
  }
}
