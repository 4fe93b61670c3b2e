import CMeditationProcess
import Glibc
import SystemPackage

/// A program that reads a file or a text and writes to a pipe, which this reads.
///
/// Used on one thread, which may block. On release, the program is killed and waited for. If this
/// process is killed, the pipe breaks and ends the program at its next write.
package final class PipedProcess {
  /// The program wrote nothing for too long.
  package struct Stalled: Error {}

  /// How long to wait for a killed program. One that hangs in the kernel is left to a thread.
  private static let timeout = Duration.seconds(1)

  private let process: ChildProcess
  private let output: FileDescriptor
  private var exit: ChildProcess.Exit?

  /// Starts `program`, whose standard input is `input`. The first of `arguments` is its name.
  package init(_ program: FilePath, _ arguments: [String], input: FileDescriptor) throws(Errno) {
    let (read, write) = try Self.pipe()
    defer { try? write.close() }
    do throws(Errno) {
      process = try ChildProcess(program, arguments, input: input, output: write)
    } catch {
      try? read.close()
      throw error
    }
    output = read
  }

  /// Starts `program`, which reads `text`, at most 64 kB.
  package convenience init(
    _ program: FilePath, _ arguments: [String], text: String
  ) throws(Errno) {
    let (read, write) = try Self.pipe()
    defer { try? read.close() }
    do {
      // A pipe holds that much before anybody reads it.
      defer { try? write.close() }
      try write.writeAll(text.utf8)
    } catch {
      throw error as? Errno ?? .ioError
    }
    try self.init(program, arguments, input: read)
  }

  /// A pipe that no program inherits, except for the end that becomes its standard input or output.
  package static func pipe() throws(Errno) -> (read: FileDescriptor, write: FileDescriptor) {
    var ends: [Int32] = [-1, -1]
    let failure = process_pipe(&ends)
    guard failure == 0 else { throw Errno(rawValue: failure) }
    return (FileDescriptor(rawValue: ends[0]), FileDescriptor(rawValue: ends[1]))
  }

  deinit {
    end()
    try? output.close()
  }

  /// Reads what the program has written, at least one byte; 0 once it has closed its output.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, within limit: Duration
  ) throws(Stalled) -> Int {
    let deadline = ContinuousClock.now + limit
    while true {
      var polled = pollfd(fd: output.rawValue, events: Int16(POLLIN), revents: 0)
      let rest = max(deadline - .now, .zero) / .milliseconds(1)
      let result = poll(&polled, 1, Int32(min(rest.rounded(.up), 1e9)))
      if result > 0 { return (try? output.read(into: buffer)) ?? 0 }
      if result == 0 || ContinuousClock.now >= deadline { throw Stalled() }
    }
  }

  /// Waits until the program ends, and kills what it started; `nil` if that takes over `limit`.
  package func wait(within limit: Duration) -> ChildProcess.Exit? {
    let deadline = ContinuousClock.now + limit
    var pause: UInt32 = 200
    while exit == nil {
      if process.hasEnded {
        process.kill()
        exit = process.collect()
      } else if ContinuousClock.now >= deadline {
        return nil
      } else {
        usleep(pause)
        pause = min(pause * 2, 10_000)
      }
    }
    return exit
  }

  /// Kills the program and what it started, and waits for it.
  package func end() {
    guard wait(within: .zero) == nil else { return }
    process.kill()
    if wait(within: Self.timeout) == nil {
      SystemThread.start("process") { [process] in _ = process.collect() }
    }
  }
}
