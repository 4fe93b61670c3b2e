import MeditationSystem
import SystemPackage
import Testing

@Suite("A child process") struct ChildProcessTests {
  private let pipe: (readEnd: FileDescriptor, writeEnd: FileDescriptor)

  init() throws {
    pipe = try FileDescriptor.pipe()
  }

  /// Runs `program` to its end.
  private func run(
    _ program: FilePath, _ arguments: String..., adding variables: [String: String] = [:]
  ) throws -> (exit: ChildProcess.Exit, output: String) {
    defer { for end in [pipe.readEnd, pipe.writeEnd] { try? end.close() } }
    let process = try ChildProcess(
      program, [program.string] + arguments, adding: variables, output: pipe.writeEnd)
    process.wait()
    #expect(process.hasEnded)
    let exit = process.collect()
    // So that there is something to read.
    try pipe.writeEnd.writeAll(".".utf8)
    let bytes = try [UInt8](unsafeUninitializedCapacity: 1_000) { buffer, count in
      count = try pipe.readEnd.read(into: UnsafeMutableRawBufferPointer(buffer))
    }
    return (exit, String(decoding: bytes, as: UTF8.self))
  }

  @Test("is looked up in PATH, and takes its arguments as they are")
  func arguments() throws {
    let (exit, output) = try run("printf", "<%s>", "a b", "$HOME", "")
    #expect(exit == .code(0))
    #expect(output == "<a b><$HOME><>.")
  }

  @Test("has this environment, and what is added to it or replaces it")
  func environment() throws {
    let (_, output) = try run(
      "/bin/sh", "-c", "echo ${PATH:+path} $HOME $MEDITATE_EVENT",
      adding: ["HOME": "here", "MEDITATE_EVENT": "a=b c"])
    #expect(output == "path here a=b c\n.")
  }

  @Test("says how it ended", arguments: ["exit 3", "kill -9 $$"])
  func exits(command: String) throws {
    let (exit, _) = try run("/bin/sh", "-c", command)
    #expect(exit == (command == "exit 3" ? .code(3) : .signal(9)))
  }

  @Test("is killed with what it started")
  func kill() throws {
    defer { try? pipe.readEnd.close() }
    let process = try ChildProcess(
      "/bin/sh", ["sh", "-c", "sleep 1000 & sleep 1000"], output: pipe.writeEnd)
    try pipe.writeEnd.close()
    #expect(!process.hasEnded)
    process.kill()
    process.wait()
    #expect(process.collect() == .signal(9))
    // The pipe ends when both are gone.
    let count = try withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) {
      try pipe.readEnd.read(into: $0)
    }
    #expect(count == 0)
  }

  @Test("says why it cannot be started", arguments: ["/nowhere/lamp", "no-such-program-anywhere"])
  func missing(program: String) throws {
    #expect(throws: Errno.noSuchFileOrDirectory) { try run(FilePath(program)) }
  }
}
