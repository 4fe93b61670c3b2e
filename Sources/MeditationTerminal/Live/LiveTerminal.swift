import CMeditationReadline
import CMeditationTerminal
import Glibc
import MeditationLanguage
import MeditationLines
import MeditationScreens

/// A person's terminal, which shows a `LiveDisplay` and the line of a `LineEditor`.
///
/// All output goes through one `StreamWriter`, in order, so a blocked terminal never blocks the
/// session.
///
/// The cursor is never hidden, and there is no alternate screen: if the program is killed, the
/// shell finds what it needs. Only an outdated status remains and, until the shell sets its own
/// modes, a terminal without echo and line buffering that marks pastes.
@MainActor package final class LiveTerminal: LineOutput {
  package enum Event: Equatable, Sendable {
    /// A line was entered; it is already shown on the screen.
    case line(String)
    /// A single key was pressed, to be passed to `LineView.take(key:)`.
    case key(Command)
    /// Ctrl-D was typed on an empty line.
    case endOfInput
  }

  private static let pastesOn = "\u{1B}[?2004h"
  private static let pastesOff = "\u{1B}[?2004l"

  package let rendering: Rendering
  private let writer: StreamWriter
  private let descriptor: Int32
  private let display: LiveDisplay
  private let editor: LineEditor
  private var isRunning = false
  /// The lines printed while the terminal belongs to another program.
  private var queued = QueuedLines()

  /// Creates a terminal on `descriptor`, to which `writer` writes.
  ///
  /// - Parameter history: The file of the input history; `nil` keeps it only for this session.
  package convenience init(
    rendering: Rendering, writer: StreamWriter, descriptor: Int32, environment: [String: String],
    usesColor: Bool, history: HistoryFile?
  ) {
    // The Linux console and xterm truncate rows instead; xterm sets XTERM_VERSION for its children.
    let reflows = environment["TERM"] != "linux" && environment["XTERM_VERSION"] == nil
    let display = LiveDisplay(
      rendering: rendering, glyphs: Glyphs.choose(environment: environment), usesColor: usesColor,
      reflows: reflows, size: { TerminalSize.now(of: descriptor) },
      write: { writer.write($0, to: descriptor) })
    self.init(
      rendering: rendering, writer: writer, descriptor: descriptor, display: display,
      editor: LineEditor(history: history, isListening: { display.isListening }))
  }

  init(
    rendering: Rendering, writer: StreamWriter, descriptor: Int32, display: LiveDisplay,
    editor: LineEditor
  ) {
    self.rendering = rendering
    self.writer = writer
    self.descriptor = descriptor
    self.display = display
    self.editor = editor
  }

  /// The completions of a line's last word, which ends at the cursor; by default, of commands.
  package var completions: (_ line: String) -> [String] {
    get { editor.completions }
    set { editor.completions = newValue }
  }

  // MARK: - From start to stop

  /// Takes over the terminal; in the background, `resume()` does so later. Call it before other
  /// threads use the C library's locale.
  package func start(isInBackground: Bool) {
    editor.start()
    if !isInBackground { enter() }
  }

  /// Erases the status and the input line, and restores the terminal, once; the caller flushes.
  package func stop() {
    if isRunning { leave() }
    editor.stop()
    printQueued()
  }

  /// Releases the terminal before the program stops itself. Waits up to 0.2 s for pending output.
  package func suspend() {
    guard isRunning else { return }
    leave()
    writer.flush(within: 0.2)
  }

  /// Takes over the terminal when the program continues, even if stopped without `suspend()`.
  package func resume() {
    if isRunning { leave() }
    enter()
    prompt()
  }

  /// Leaves the terminal alone until `resume()`: while the program was stopped, another program
  /// took over the terminal and set its own modes.
  package func abandon() {
    guard isRunning else { return }
    isRunning = false
    display.forgetBlock()
    forget_typing()
  }

  private func enter() {
    isRunning = true
    printQueued()
    begin_typing(STDIN_FILENO)
    if editor.tellsPastesApart { writer.write(Self.pastesOn, to: descriptor) }
  }

  private func leave() {
    isRunning = false
    display.eraseBlock()
    if editor.tellsPastesApart { writer.write(Self.pastesOff, to: descriptor) }
    end_typing()
  }

  // MARK: - Typing

  /// Processes typed bytes. Call `nextEvent()` for the results.
  package func feed(_ bytes: [UInt8]) { editor.feed(bytes) }

  /// The next result of what was typed; `nil` when there is none. Call it until then.
  package func nextEvent() -> Event? {
    while let event = editor.nextEvent() {
      switch event {
      case .line(let line):
        display.commit(prompt: editor.prompt, line: line)
        return .line(line)
      case .key(let key): if display.isListening { return .key(key.command) }
      case .matches(let words):
        for line in CompletionList.lines(of: words, width: width) {
          display.print(line, as: .muted)
        }
      case .clearScreen: display.clear()
      case .endOfInput:
        guard editor.isFillingForm else { return .endOfInput }
        display.commit(prompt: editor.prompt, line: "")
        return .line("")
      }
    }
    drawLine()
    return nil
  }

  /// Clears the typed text, as Ctrl-C does. False if there was none, so that Ctrl-C means to leave.
  package func interrupt() -> Bool {
    guard editor.clear() else { return false }
    drawLine()
    return true
  }

  /// Draws everything anew on a screen of another size.
  package func sizeChanged() { if isRunning { display.sizeChanged() } }

  private func drawLine() {
    display.typed = editor.typed
    display.drawBlock()
  }

  // MARK: - Printing

  package var width: Int? { rendering == .live ? display.width : nil }

  package var height: Int? { rendering == .live ? display.height : nil }

  package var isInteractive: Bool { true }

  package var isAway: Bool { !isRunning }

  package var keys: KeySupport { rendering == .live ? .immediate : .editing }

  package func print(_ line: String, as style: RowStyle) {
    guard !isRunning else { return display.print(line, as: style) }
    queued.append(line, as: style)
  }

  /// Warnings are printed with the other lines, not to standard error.
  package func warn(_ line: String) { print(line, as: .warning) }

  package func prompt() { if isRunning { drawLine() } }

  /// Only in the live rendering. In plain lines the next key redraws the prompt: after each notice
  /// it would be noise to a screen reader.
  package func promptAgain() { if rendering == .live { prompt() } }

  package func show(_ status: SessionStatus?) { display.show(status, isHurried: writer.isBehind) }

  package func show(_ form: NameForm?) {
    display.form = form
    if let form {
      editor.ask(form.prompt)
    } else {
      editor.endForm()
    }
  }

  package func show(reading: ReadingProgress?) { display.show(reading: reading) }

  package func show(_ clock: ClockFace?) -> Bool { display.show(clock) }

  private func printQueued() {
    for (line, style) in queued.take() { display.print(line, as: style) }
  }

  // MARK: - What a terminal can do

  /// True if lines can be edited in `environment`. Asks `isCapable` last.
  ///
  /// - Parameter isTerminal: True if both standard input and standard output are a terminal.
  package static func isUsable(
    environment: [String: String], isTerminal: Bool,
    isCapable: @MainActor (_ term: String) -> Bool = isCapable(term:)
  ) -> Bool {
    guard isTerminal, let term = environment["TERM"], !term.isEmpty, term != "dumb" else {
      return false
    }
    return isCapable(term)
  }

  /// True if a terminal of the type `term` obeys the ANSI sequences used.
  ///
  /// Asks the terminal database, through readline, whether it clears to the end of a line, and
  /// moves the cursor up, as in ANSI.
  package static func isCapable(term: String) -> Bool {
    rl_reset_terminal(term)
    guard let clear = rl_get_termcap("ce"), rl_get_termcap("up") != nil else { return false }
    return String(cString: clear).hasPrefix("\u{1B}[K")
  }
}
