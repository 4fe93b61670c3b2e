import Foundation

/// Reads lines from a descriptor on a separate thread, because reading can block forever.
///
/// The thread does nothing else and is never joined: it ends with its input or with the program.
public enum LineReader {
  /// Calls `onLine` with each line and finally `onEnd`, both on the reading thread. While
  /// `foreground` reports that another program has the terminal, it waits.
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
