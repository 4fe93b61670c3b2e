import Foundation

/// The program's own standard output and standard error, as lines.
@MainActor public final class StandardStreams: LineOutput {
  private let writer: StreamWriter
  private let output: Int32
  private let diagnostics: Int32
  private let isPrompting: Bool
  private var promptIsShown = false

  /// Lines to `output` and `diagnostics`; with a prompt between them where a person types.
  public init(writer: StreamWriter, output: Int32, diagnostics: Int32, isPrompting: Bool) {
    self.writer = writer
    self.output = output
    self.diagnostics = diagnostics
    self.isPrompting = isPrompting
  }

  /// The terminal's width now; `nil` where standard output is no terminal.
  public var width: Int? {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  public func say(_ line: String) { write(line, to: output) }

  public func warn(_ line: String) { write(line, to: diagnostics) }

  public func prompt() {
    guard isPrompting, !promptIsShown else { return }
    writer.write("> ", to: output)
    promptIsShown = true
  }

  /// To be called when a line was typed: the terminal's cursor then stands on a line of its own.
  public func lineWasTyped() { promptIsShown = false }

  private func write(_ line: String, to descriptor: Int32) {
    if promptIsShown { writer.write("\r", to: output) }
    promptIsShown = false
    writer.write(line + "\n", to: descriptor)
  }
}
