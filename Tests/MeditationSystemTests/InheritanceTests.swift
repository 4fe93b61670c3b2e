import Foundation
import MeditationSystem
import SystemPackage
import Testing

/// Child processes: the things they inherit, and those they leave behind. Each test has a process of
/// its own, in which no other test opens files or starts programs.
@Suite("A program that is started") struct InheritanceTests {
  @Test("has a process group of its own, so that Ctrl-C does not reach it")
  func group() async {
    await #expect(processExitsWith: .success) {
      let process = try PipedProcess(
        "/bin/sh", ["sh", "-c", "cut -d' ' -f5 /proc/$$/stat; echo $$"], text: "")
      let numbers = try Self.read(process).split(separator: "\n")
      #expect(numbers.count == 2 && numbers[0] == numbers[1] && numbers[0] != "\(getpgrp())")
    }
  }

  @Test("has the standard streams alone, whatever is open here")
  func descriptors() async {
    await #expect(processExitsWith: .success) {
      // Nothing closes this one when another program is executed.
      #expect(dup2(STDIN_FILENO, 100) == 100)
      let process = try ChildProcess("/bin/sh", ["sh", "-c", "test ! -e /proc/self/fd/100"])
      process.wait()
      #expect(process.collect() == .code(0))
    }
  }

  @Test("is waited for also where its exit is collected elsewhere")
  func ignoredExit() async {
    await #expect(processExitsWith: .success) {
      signal(SIGCHLD, SIG_IGN)
      let process = try ChildProcess("/bin/sh", ["sh", "-c", "exit 3"])
      process.wait()
      #expect(process.hasEnded)
      // Its id may be that of another program by now.
      process.kill()
      #expect(process.collect() == .unknown)
      #expect(ChildProcess.Exit.unknown.failure == nil)
    }
  }

  @Test("reads nothing and says nothing unless it is connected")
  func disconnected() async {
    await #expect(processExitsWith: .success) {
      let process = try ChildProcess(
        "/bin/sh", ["sh", "-c", "test -z \"$(cat)\" && echo a && echo b >&2 && exit 7"])
      process.wait()
      #expect(process.collect() == .code(7))
      #expect(ChildProcess.Exit.code(7).failure == "failed with exit code 7")
      #expect(ChildProcess.Exit.signal(9).failure == "was ended by signal 9")
      #expect(ChildProcess.Exit.code(0).failure == nil)
    }
  }

  @Test("that says nothing is given up, and can be read on")
  func stalled() async {
    await #expect(processExitsWith: .success) {
      let (read, write) = try PipedProcess.pipe()
      let process = try PipedProcess("/bin/cat", ["cat"], input: read)
      try read.close()
      var byte = [UInt8](repeating: 0, count: 1)
      #expect(throws: PipedProcess.Stalled.self) {
        try byte.withUnsafeMutableBytes { _ = try process.read(into: $0, within: .zero) }
      }
      #expect(process.wait(within: .zero) == nil)
      try write.writeAll("a".utf8)
      let count = try byte.withUnsafeMutableBytes {
        try process.read(into: $0, within: .seconds(60))
      }
      #expect(count == 1 && byte == Array("a".utf8))
      try write.close()
      #expect(process.wait(within: .seconds(60)) == .code(0))
      #expect(process.wait(within: .zero) == .code(0))
    }
  }

  @Test("has pipes above the standard streams, also where those are closed")
  func highPipes() async {
    await #expect(processExitsWith: .success) {
      close(STDIN_FILENO)
      let (read, write) = try PipedProcess.pipe()
      guard read.rawValue > STDERR_FILENO, write.rawValue > STDERR_FILENO,
        fcntl(read.rawValue, F_GETFD) & FD_CLOEXEC != 0,
        fcntl(write.rawValue, F_GETFD) & FD_CLOEXEC != 0
      else { exit(1) }
    }
  }

  private static func read(_ process: PipedProcess) throws -> String {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 100)
    while true {
      let count = try piece.withUnsafeMutableBytes {
        try process.read(into: $0, within: .seconds(60))
      }
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += piece[..<count]
    }
  }
}
