import Foundation
import SystemPackage
import Testing

/// A running process, with its input and its output.
///
/// All waits are for the process, never for a time. A generous limit kills a process that hangs,
/// and fails the test.
final class RunningProcess {
  let processID: pid_t
  private(set) var output: [UInt8] = []
  private(set) var diagnostics: [UInt8] = []

  private let words: [String]
  /// Kept, because its folder is removed on release.
  private let workspace: Workspace
  private let limit: ContinuousClock.Instant
  private var input: FileDescriptor?
  private var outputEnd: FileDescriptor?
  private var diagnosticsEnd: FileDescriptor?
  private var ending: Outcome.Ending?

  /// Starts a process.
  init(_ launch: Launch, in workspace: Workspace) throws {
    self.workspace = workspace
    words = launch.arguments.map { String(decoding: $0, as: UTF8.self) }
    _ = Self.brokenPipesAreErrors
    limit = ContinuousClock.now + .seconds(300)
    let (inputPipe, outputPipe, diagnosticsPipe) = (try Pipe(), try Pipe(), try Pipe())
    defer {
      for end in [inputPipe.read, outputPipe.write, diagnosticsPipe.write] { try? end.close() }
    }
    processID = try launch.withFileActions(
      input: inputPipe.read.rawValue, output: outputPipe.write.rawValue,
      diagnostics: diagnosticsPipe.write.rawValue
    ) { actions in
      try launch.withVectors(in: workspace.folder) { arguments, environment in
        try Self.spawn(try Tool.path("env"), &actions, arguments, environment)
      }
    }
    input = inputPipe.write
    outputEnd = outputPipe.read
    diagnosticsEnd = diagnosticsPipe.read
    _ = fcntl(inputPipe.write.rawValue, F_SETFL, O_NONBLOCK)
  }

  deinit {
    if ending == nil {
      kill(processID, SIGKILL)
      waitpid(processID, nil, 0)
    }
    for end in [input, outputEnd, diagnosticsEnd] { try? end?.close() }
  }

  /// The text of standard output so far.
  var said: String { String(decoding: output, as: UTF8.self) }

  /// The number of lines on standard output so far.
  var lineCount: Int { output.count { $0 == UInt8(ascii: "\n") } }

  /// Writes `bytes` to standard input, and reads output meanwhile. Stops silently if the process
  /// has closed its input.
  func type(_ bytes: some Collection<UInt8>) throws {
    var rest = Array(bytes)[...]
    while !rest.isEmpty, let input {
      do {
        rest = rest.dropFirst(try rest.withUnsafeBytes { try input.write($0) })
      } catch Errno.resourceTemporarilyUnavailable {
        try turn(writing: true)
      } catch Errno.brokenPipe {
        return
      }
    }
  }

  /// Writes `text` to standard input.
  func type(_ text: String) throws { try type(Array(text.utf8)) }

  /// Ends the input, like Ctrl-D.
  func endInput() {
    try? input?.close()
    input = nil
  }

  /// Closes standard output, like a pager that quits.
  func closeOutput() {
    try? outputEnd?.close()
    outputEnd = nil
  }

  func signal(_ number: Int32) { kill(processID, number) }

  /// Reads until `condition` holds.
  func wait(until condition: (RunningProcess) -> Bool) throws {
    while !condition(self) {
      guard outputEnd != nil || diagnosticsEnd != nil else { throw Trouble.ended(try finish()) }
      try turn(writing: false)
    }
  }

  /// Reads until standard output contains `text`.
  func wait(for text: String) throws { try wait { $0.said.contains(text) } }

  /// Types `line`, and reads until standard output contains `answer`.
  func type(_ line: String, until answer: String) throws {
    try type("\(line)\n")
    try wait(for: answer)
  }

  /// Types `status` until standard output contains `text`.
  func waitForStatus(_ text: String) throws {
    repeat {
      let count = lineCount
      try type("status\n")
      try wait { $0.lineCount > count }
    } while !said.contains(text)
  }

  /// Reads until there are `count` lines on standard error.
  func waitForWarnings(_ count: Int = 1) throws {
    try wait { $0.diagnostics.count { $0 == UInt8(ascii: "\n") } >= count }
  }

  /// Reads until the process ends.
  ///
  /// - Parameter code: The exit code that is expected; `nil` for any.
  @discardableResult
  func finish(
    code: Int32? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Outcome {
    while outputEnd != nil || diagnosticsEnd != nil { try turn(writing: false) }
    let outcome = Outcome(output: output, diagnostics: diagnostics, ending: try end())
    if let code {
      #expect(
        outcome.ending == .exit(code), "\(words): \(outcome)", sourceLocation: sourceLocation)
    }
    return outcome
  }

  /// Waits until the process ends, and reads nothing.
  func end() throws -> Outcome.Ending {
    if let ending { return ending }
    var status: Int32 = 0
    while waitpid(processID, &status, WNOHANG) == 0 {
      try checkLimit()
      poll(nil, 0, 2)
    }
    let signal = status & 0x7F
    let ending = signal == 0 ? Outcome.Ending.exit(status >> 8 & 0xFF) : .signal(signal)
    self.ending = ending
    return ending
  }

  /// Waits until output can be read, or input can be written, and reads output.
  private func turn(writing: Bool) throws {
    try checkLimit()
    var polled = [outputEnd, diagnosticsEnd].map {
      pollfd(fd: $0?.rawValue ?? -1, events: Int16(POLLIN), revents: 0)
    }
    if writing, let input {
      polled.append(pollfd(fd: input.rawValue, events: Int16(POLLOUT), revents: 0))
    }
    poll(&polled, nfds_t(polled.count), 100)
    if polled[0].revents != 0 { try Self.read(&outputEnd, into: &output) }
    if polled[1].revents != 0 { try Self.read(&diagnosticsEnd, into: &diagnostics) }
  }

  private func checkLimit() throws {
    guard ContinuousClock.now > limit else { return }
    let outcome = Outcome(output: output, diagnostics: diagnostics, ending: .signal(SIGKILL))
    throw Trouble.hangs(outcome)
  }

  private static func read(_ end: inout FileDescriptor?, into bytes: inout [UInt8]) throws {
    guard let descriptor = end else { return }
    let piece = try [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      count = try descriptor.read(into: UnsafeMutableRawBufferPointer(buffer))
    }
    bytes += piece
    if piece.isEmpty {
      try descriptor.close()
      end = nil
    }
  }

  private static func spawn(
    _ program: FilePath, _ actions: inout posix_spawn_file_actions_t,
    _ arguments: [UnsafeMutablePointer<CChar>?], _ environment: [UnsafeMutablePointer<CChar>?]
  ) throws -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Default signal handling, as from a shell; the test runner may ignore or block signals.
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
    var processID: pid_t = 0
    let result = program.withPlatformString { program in
      descriptors.withLock {
        posix_spawn(&processID, program, &actions, &attributes, arguments, environment)
      }
    }
    guard result == 0 else { throw Trouble.cannotStart(program, Errno(rawValue: result)) }
    return processID
  }

  private static let brokenPipesAreErrors: Void = {
    Foundation.signal(SIGPIPE, SIG_IGN)
  }()

  /// Held while a pipe is created and marked close-on-exec, and while a process is spawned.
  private static let descriptors = NSLock()
}

extension RunningProcess {
  enum Trouble: Error {
    case cannotStart(FilePath, Errno)
    case hangs(Outcome)
    case ended(Outcome)
  }

  /// A pipe that no process inherits by accident.
  private struct Pipe {
    let read: FileDescriptor
    let write: FileDescriptor

    init() throws {
      (read, write) = try RunningProcess.descriptors.withLock {
        let (read, write) = try FileDescriptor.pipe()
        for end in [read, write] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
        return (read, write)
      }
    }
  }
}
