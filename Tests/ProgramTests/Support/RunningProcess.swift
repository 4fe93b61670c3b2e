import Foundation
import SystemPackage

/// A process between its start and its end, as somebody who types into it and reads from it.
///
/// Whatever waits, waits for the process and not for a time; a limit far beyond what is normal
/// kills a process that hangs, and fails the test.
final class RunningProcess {
  let processID: pid_t
  private(set) var output: [UInt8] = []
  private(set) var diagnostics: [UInt8] = []

  /// Where it runs, which must not be taken away meanwhile.
  private let workspace: Workspace
  private let limit: ContinuousClock.Instant
  private var input: FileDescriptor?
  private var outputEnd: FileDescriptor?
  private var diagnosticsEnd: FileDescriptor?
  private var ending: Outcome.Ending?

  /// Starts what `launch` describes.
  init(_ launch: Launch, in workspace: Workspace, limit: Duration = .seconds(60)) throws {
    self.workspace = workspace
    _ = Self.brokenPipesAreErrors
    self.limit = .now + limit
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

  /// What standard output has said so far.
  var said: String { String(decoding: output, as: UTF8.self) }

  /// How many lines standard output has said so far.
  var lineCount: Int { output.count { $0 == UInt8(ascii: "\n") } }

  /// Types `bytes`, as fast as they are taken; reads meanwhile. What nobody takes any more is lost.
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

  /// Types `text`.
  func type(_ text: String) throws { try type(Array(text.utf8)) }

  /// Ends the input, as Ctrl-D does.
  func endInput() {
    try? input?.close()
    input = nil
  }

  /// Stops reading standard output, as a pager does that is left.
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

  /// Reads until standard output has said `text`.
  func wait(for text: String) throws { try wait { $0.said.contains(text) } }

  /// Reads until the process ends.
  func finish() throws -> Outcome {
    while outputEnd != nil || diagnosticsEnd != nil { try turn(writing: false) }
    return Outcome(output: output, diagnostics: diagnostics, ending: try reap())
  }

  private func reap() throws -> Outcome.Ending {
    if let ending { return ending }
    var status: Int32 = 0
    // It has closed its streams, which it does by ending.
    while waitpid(processID, &status, WNOHANG) == 0 {
      try checkLimit()
      poll(nil, 0, 2)
    }
    let signal = status & 0x7F
    let ending = signal == 0 ? Outcome.Ending.exit(status >> 8 & 0xFF) : .signal(signal)
    self.ending = ending
    return ending
  }

  /// Waits until something can be read (or written), and reads it.
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
    // As from a shell, whatever the test runner ignores or blocks.
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

  /// Held while a pipe is not yet marked as ours alone, and while a process inherits descriptors.
  private static let descriptors = NSLock()
}

extension RunningProcess {
  enum Trouble: Error {
    case cannotStart(FilePath, Errno)
    case hangs(Outcome)
    case ended(Outcome)
  }

  /// A pipe that no other process started meanwhile holds open.
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
