import Foundation
public import SessionControl

/// The program's own standard output and standard error, as lines that are only ever added to.
@MainActor public final class StandardStreams: LineOutput {
  private let writer: StreamWriter
  private let output: Int32
  private let diagnostics: Int32
  private let isPrompting: Bool
  private let paint: Paint
  private var promptIsShown = false
  /// Whether the terminal is the shell's, so that nobody types here.
  private var isSuspended = false

  /// Lines to `output` and `diagnostics`; with a prompt between them where a person types.
  public init(
    writer: StreamWriter, output: Int32, diagnostics: Int32, isPrompting: Bool,
    usesColor: Bool = false
  ) {
    self.writer = writer
    self.output = output
    self.diagnostics = diagnostics
    self.isPrompting = isPrompting
    paint = Paint(isOn: usesColor)
  }

  public var rendering: Rendering { .plain }

  /// Plain lines end at no edge: whoever listens to them is to hear them whole.
  public var width: Int? { nil }

  public var height: Int? { nil }

  public var keys: KeySupport { .lines }

  public func say(_ line: String, as style: RowStyle) { write(paint(line, as: style), to: output) }

  public func warn(_ line: String) { write(paint(line, as: .warning), to: diagnostics) }

  public func show(_ status: SessionStatus?) {}

  public func show(reading: ReadingProgress?) {}

  public func prompt() {
    guard isPrompting, !isSuspended, !promptIsShown else { return }
    writer.write("> ", to: output)
    promptIsShown = true
  }

  /// Shows no prompt until `resume()`.
  public func suspend() { isSuspended = true }

  /// Shows the prompt again, below what the shell has printed. Without `suspend()` it does nothing.
  public func resume() {
    guard isSuspended else { return }
    isSuspended = false
    promptIsShown = false
    prompt()
  }

  /// To be called when a line was typed: the terminal's cursor then stands on a line of its own.
  public func lineWasTyped() { promptIsShown = false }

  /// Lets what comes next, be it another program's, begin on a row of its own.
  public func endRow() {
    if promptIsShown { writer.write("\n", to: output) }
    promptIsShown = false
  }

  /// What is half typed stays where it is: the cursor is not moved in this rendering.
  private func write(_ line: String, to descriptor: Int32) {
    endRow()
    writer.write(line + "\n", to: descriptor)
  }
}
