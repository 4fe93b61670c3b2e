import Foundation

/// Reads lines from a descriptor on a thread of its own, for reading may block for ever.
///
/// The thread does nothing else, and is never joined: it ends with its input or with the program.
public enum LineReader {
  /// Calls `onLine` with each line and then, once, `onEnd`; both on the reading thread.
  /// While `foreground` says that the terminal is another's, it waits.
  public static func start(
    reading descriptor: Int32, in foreground: ForegroundWatch,
    onLine: @escaping @Sendable (String) -> Void,
    onEnd: @escaping @Sendable () -> Void
  ) {
    let thread = Thread {
      var splitter = LineSplitter()
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      while let count = ByteReader.readSome(from: descriptor, in: foreground, into: &buffer) {
        splitter.feed(buffer.prefix(count)).forEach(onLine)
      }
      splitter.finish().map(onLine)
      onEnd()
    }
    thread.name = "standard input"
    thread.start()
  }
}
