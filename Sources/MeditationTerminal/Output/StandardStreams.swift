import Glibc
import MeditationLines
import MeditationScreens

/// Standard output and standard error as an append-only list of lines.
@MainActor package final class StandardStreams: LineOutput {
  private let writer: StreamWriter
  private let output: Int32
  private let diagnostics: Int32
  private let isPrompting: Bool
  private let paint: Paint
  private var promptText = LineEditor.commandPrompt
  private var promptIsShown = false
  /// True if the shell has the terminal, so that no prompt is shown.
  private var isSuspended = false
  /// The lines for a person printed meanwhile.
  private var queued = QueuedLines()

  /// Writes lines to `output` and `diagnostics`, with a prompt in between if a person types.
  package init(
    writer: StreamWriter, output: Int32, diagnostics: Int32, isPrompting: Bool,
    usesColor: Bool = false
  ) {
    self.writer = writer
    self.output = output
    self.diagnostics = diagnostics
    self.isPrompting = isPrompting
    paint = Paint(isOn: usesColor)
  }

  package var rendering: Rendering { .plain }

  package var isInteractive: Bool { isPrompting }

  package var isAway: Bool { isSuspended && isPrompting }

  package func print(_ line: String, as style: RowStyle) {
    guard !isAway else { return queued.append(line, as: style) }
    write(line, as: style, to: output)
  }

  package func warn(_ line: String) { write(line, as: .warning, to: diagnostics) }

  package func show(_ form: NameForm?) { promptText = form?.prompt ?? LineEditor.commandPrompt }

  package func prompt() {
    guard isPrompting, !isSuspended, !promptIsShown else { return }
    writer.write(promptText, to: output)
    promptIsShown = true
  }

  /// Shows no prompt, and queues the lines for a person, until `resume()`.
  package func suspend() { isSuspended = true }

  /// Shows the prompt again, below the shell's output. Without `suspend()` it does nothing.
  package func resume() {
    guard isSuspended else { return }
    promptIsShown = false
    printQueued()
    prompt()
  }

  /// Prints the queued lines, and ends the row of the prompt for the next program.
  package func stop() {
    printQueued()
    endRow()
  }

  private func printQueued() {
    isSuspended = false
    for (line, style) in queued.take() { print(line, as: style) }
  }

  /// Call it when a line was typed: the cursor is then at the beginning of a row.
  package func lineWasTyped() { promptIsShown = false }

  private func endRow() {
    if promptIsShown { writer.write("\n", to: output) }
    promptIsShown = false
  }

  /// Typed text stays: this rendering does not move the cursor.
  private func write(_ line: String, as style: RowStyle, to descriptor: Int32) {
    endRow()
    // A terminal itself would break inside words.
    let width = isatty(descriptor) == 1 ? TerminalSize.now(of: descriptor).columns - 1 : nil
    let rows = WrappedText.rows(of: line, width: width)
    writer.write(rows.map { paint($0, as: style) + "\n" }.joined(), to: descriptor)
  }
}
