import Dispatch
import Glibc
import MeditationSystem

/// Limits how far an input is read ahead: the rest waits in its pipe, or in the terminal.
package final class InputPace: Sendable {
  /// The number of unhandled reads: lines of a pipe up to 1 MiB, or typed pieces up to 64 KiB.
  private static let most = 32

  private let room = DispatchSemaphore(value: 0)

  package init() { for _ in 0..<Self.most { readOn() } }

  /// Allows another read, because one was handled. Never blocks.
  package func readOn() { room.signal() }

  func wait() { room.wait() }
}

/// Reads from a descriptor on a separate thread, because reading can block forever.
///
/// The thread does nothing else and is never joined: it ends with its input or with the program.
package enum InputReader {
  /// Calls `onBytes` with bytes as they arrive and finally `onEnd`, both on the reading thread.
  /// Waits while `foreground` reports that another program has the terminal, and for `pace` before
  /// each call.
  package static func start(
    reading descriptor: Int32, in foreground: ForegroundWatch, pace: InputPace,
    onBytes: @escaping @Sendable ([UInt8]) -> Void, onEnd: @escaping @Sendable () -> Void
  ) {
    SystemThread.start("standard input") {
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      while let count = readSome(from: descriptor, in: foreground, into: &buffer) {
        pace.wait()
        onBytes(Array(buffer.prefix(count)))
      }
      onEnd()
    }
  }

  /// Calls `onLine` with each line and finally `onEnd`, both on the reading thread. Waits while
  /// `foreground` reports that another program has the terminal.
  ///
  /// - Parameters:
  ///   - pace: Awaited before each call of `onLine` and `onEndKey`; `nil` if these wait themselves.
  ///   - onEndKey: Called at each Ctrl-D on a terminal, which is then read on; `nil` if Ctrl-D ends
  ///     the input.
  package static func start(
    _ name: String = "standard input", reading descriptor: Int32, in foreground: ForegroundWatch?,
    pace: InputPace? = nil,
    onLine: @escaping @Sendable (String) -> Void,
    onEndKey: (@Sendable () -> Void)? = nil,
    onEnd: @escaping @Sendable () -> Void
  ) {
    SystemThread.start(name) {
      var splitter = LineSplitter()
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      while true {
        while let count = readSome(from: descriptor, in: foreground, into: &buffer) {
          for line in splitter.feed(buffer.prefix(count)) {
            pace?.wait()
            onLine(line)
          }
        }
        splitter.finish().map(onLine)
        guard let onEndKey, endsByKey(descriptor) else { break }
        pace?.wait()
        onEndKey()
      }
      onEnd()
    }
  }

  /// True if a read of 0 bytes means a key, not the end: on an open terminal that gathers lines.
  private static func endsByKey(_ descriptor: Int32) -> Bool {
    var modes = termios()
    return tcgetattr(descriptor, &modes) == 0 && modes.c_lflag & tcflag_t(ICANON) != 0
  }

  /// Blocks until at least one byte arrives; `nil` at the end of the input or on an error.
  private static func readSome(
    from descriptor: Int32, in foreground: ForegroundWatch?, into buffer: inout [UInt8]
  ) -> Int? {
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { return count }
      if count < 0, errno == EINTR { continue }
      // Source: termios(3): in the background, where SIGTTIN is ignored, reading fails with EIO.
      if count < 0, errno == EIO, let foreground, foreground.waitForReturn() { continue }
      return nil
    }
  }
}

/// Splits a stream of bytes into lines.
///
/// A line ends with LF or CR LF. Invalid UTF-8 becomes replacement characters. Bytes beyond `limit`
/// in a line are dropped: no command is that long, and memory stays bounded.
private struct LineSplitter {
  private static let limit = 1 << 20
  private var pending: [UInt8] = []

  mutating func feed(_ bytes: some Sequence<UInt8>) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        lines.append(take())
      } else if pending.count < Self.limit {
        pending.append(byte)
      }
    }
    return lines
  }

  mutating func finish() -> String? { pending.isEmpty ? nil : take() }

  private mutating func take() -> String {
    if pending.last == UInt8(ascii: "\r") { pending.removeLast() }
    defer { pending.removeAll(keepingCapacity: pending.count < 4096) }
    return String(decoding: pending, as: UTF8.self)
  }
}

/// Watches whether the terminal belongs to another process group, as after `bg` or `&`.
///
/// In the background, reading from the terminal fails, and setting its modes would disturb the
/// foreground process group. After `fg`, bash sends SIGCONT to a stopped job, but nothing to a
/// running one, which has to check by itself.
package final class ForegroundWatch: Sendable {
  private let descriptor: Int32
  private let continued = DispatchSemaphore(value: 0)

  /// Creates a watch on `descriptor`, which need not be a terminal.
  package init(of descriptor: Int32) { self.descriptor = descriptor }

  /// True if another process group has the terminal; `false` without a terminal.
  package var isInBackground: Bool {
    let group = tcgetpgrp(descriptor)
    return group >= 0 && group != getpgrp()
  }

  /// Returns soon after the program has left the background.
  package func returned() async {
    while isInBackground { try? await Task.sleep(for: .milliseconds(250)) }
  }

  /// Call it after SIGCONT: `waitForReturn()` then checks at once.
  package func lookAgain() { continued.signal() }

  /// Blocks while the program is in the background.
  ///
  /// - Returns: True if the terminal can be read again; `false` if it is gone.
  func waitForReturn() -> Bool {
    while isInBackground { _ = continued.wait(timeout: .now() + 1) }
    return tcgetpgrp(descriptor) >= 0
  }
}
