import Foundation

/// Reads bytes from a descriptor on a separate thread, because reading can block forever.
///
/// The thread does nothing else and is never joined: it ends with its input or with the program.
public enum ByteReader {
  /// Calls `onBytes` with bytes as they arrive and finally `onEnd`, both on the reading thread.
  /// While `foreground` reports that another program has the terminal, it waits.
  public static func start(
    reading descriptor: Int32, in foreground: ForegroundWatch,
    onBytes: @escaping @Sendable ([UInt8]) -> Void,
    onEnd: @escaping @Sendable () -> Void
  ) {
    let thread = Thread {
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      while let count = readSome(from: descriptor, in: foreground, into: &buffer) {
        onBytes(Array(buffer.prefix(count)))
      }
      onEnd()
    }
    thread.name = "standard input"
    thread.start()
  }

  /// Blocks until at least one byte arrives; `nil` at the end of the input or on an error.
  static func readSome(
    from descriptor: Int32, in foreground: ForegroundWatch, into buffer: inout [UInt8]
  ) -> Int? {
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { return count }
      if count < 0, errno == EINTR { continue }
      // Source: termios(3): in the background, where SIGTTIN is ignored, reading fails with EIO.
      if count < 0, errno == EIO, foreground.waitForReturn() { continue }
      return nil
    }
  }
}
