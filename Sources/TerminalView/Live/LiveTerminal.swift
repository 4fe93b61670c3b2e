import CReadline
import CTerminal
public import CommandLanguage
import Foundation
public import SessionControl

/// An interactive terminal: scrolling lines, a status below them, and an input line.
///
/// All output goes through one `StreamWriter`, in order, so a blocked terminal never blocks the
/// session. Readline's own output is discarded; its line is drawn here.
///
/// The cursor is never hidden and the alternate screen is not used, so that a killed program leaves
/// a usable terminal: a stale status remains, and until the shell sets its own modes, echo and line
/// buffering are off and bracketed paste is on.
@MainActor public final class LiveTerminal: LineOutput {
  /// An input event.
  public enum Event: Equatable, Sendable {
    /// A line was entered; it is already shown on the screen.
    case line(String)
    /// A single key was pressed, to be passed to `LineView.take(key:)`.
    case key(Command)
    /// Ctrl-D was typed on an empty line.
    case endOfInput
  }

  private static let pastesOn = "\u{1B}[?2004h"
  private static let pastesOff = "\u{1B}[?2004l"

  private let writer: StreamWriter
  private let descriptor: Int32
  private let display: LiveDisplay
  private let editor: LineEditor
  private var isRunning = false
  /// The lines printed while the terminal belongs to another program; `enter()` or `stop()` shows
  /// them.
  private var held: [(line: String, style: RowStyle)] = []
  /// The largest number of held lines; older ones are dropped.
  private static let heldLimit = 100

  /// Creates a terminal on `descriptor`, to which `writer` writes.
  ///
  /// - Parameter history: The file of the input history; `nil` keeps it for this session only.
  public init(
    writer: StreamWriter, descriptor: Int32, environment: [String: String], usesColor: Bool,
    history: HistoryFile?
  ) {
    self.writer = writer
    self.descriptor = descriptor
    // The Linux console and xterm truncate rows instead; xterm sets XTERM_VERSION for its children.
    let reflows = environment["TERM"] != "linux" && environment["XTERM_VERSION"] == nil
    let display = LiveDisplay(
      glyphs: Glyphs.choose(environment: environment), usesColor: usesColor, reflows: reflows,
      size: { TerminalSize.now(of: descriptor) },
      write: { writer.write($0, to: descriptor) })
    self.display = display
    editor = LineEditor(history: history, isListening: { display.isListening })
  }

  /// Returns the completions of the last word of a line, which ends at the cursor; by default,
  /// those of the command language.
  public var completions: (_ line: String) -> [String] {
    get { editor.completions }
    set { editor.completions = newValue }
  }

  /// Whether a terminal of the type `term` supports the ANSI sequences of the live rendering.
  ///
  /// Checks in the terminal database, through readline, that it clears to the end of the line as
  /// ANSI specifies and can move the cursor up.
  public static func isCapable(term: String) -> Bool {
    rl_reset_terminal(term)
    guard let clear = rl_get_termcap("ce"), rl_get_termcap("up") != nil else { return false }
    return String(cString: clear).hasPrefix("\u{1B}[K")
  }

  // MARK: Lifecycle

  /// Takes over the terminal; in the background, `resume()` does so later. Call it before other
  /// threads use the C library's locale.
  public func start(isInBackground: Bool) {
    editor.start()
    if !isInBackground { enter() }
  }

  /// Erases the status and the input line and restores the terminal. A second call does nothing.
  /// The caller must flush the writer.
  public func stop() {
    if isRunning { leave() }
    editor.stop()
    sayHeld()
  }

  /// Releases the terminal before the program stops itself. Waits up to 0.2 s for pending output.
  public func suspend() {
    guard isRunning else { return }
    leave()
    writer.flush(within: 0.2)
  }

  /// Takes over the terminal again when the program continues, even if it was stopped without
  /// `suspend()`.
  public func resume() {
    if isRunning { leave() }
    enter()
    prompt()
  }

  /// Leaves the terminal alone until `resume()`: while the program was stopped, another one took
  /// over the terminal and set its own modes.
  public func abandon() {
    guard isRunning else { return }
    isRunning = false
    display.forgetBlock()
    forget_typing()
  }

  private func enter() {
    isRunning = true
    sayHeld()
    begin_typing(STDIN_FILENO)
    if editor.tellsPastesApart { writer.write(Self.pastesOn, to: descriptor) }
  }

  private func leave() {
    isRunning = false
    display.eraseBlock()
    if editor.tellsPastesApart { writer.write(Self.pastesOff, to: descriptor) }
    end_typing()
  }

  // MARK: Input

  /// Queues typed bytes; `nextEvent()` processes them.
  public func feed(_ bytes: [UInt8]) { editor.feed(bytes) }

  /// Processes typed bytes up to the next event; `nil` when there are no more. Call it until it
  /// returns `nil`.
  public func nextEvent() -> Event? {
    while let event = editor.nextEvent() {
      switch event {
      case .line(let line):
        display.say(LineEditor.prompt + InputRow.displayed(line), as: .plain)
        return .line(line)
      case .key(let key):
        if let command = key.command(lineIsEmpty: true, isListening: display.isListening) {
          return .key(command)
        }
      case .matches(let words): show(words)
      case .clearScreen: display.clear()
      case .endOfInput: return .endOfInput
      }
    }
    drawLine()
    return nil
  }

  /// Clears the input line on Ctrl-C.
  ///
  /// - Returns: Whether the line was not empty; if it was empty, the user wants to quit.
  public func interrupt() -> Bool {
    guard editor.clear() else { return false }
    drawLine()
    return true
  }

  /// Redraws the block after the screen was resized.
  public func sizeChanged() { if isRunning { display.sizeChanged() } }

  // MARK: Output

  public var rendering: Rendering { .live }

  public var width: Int? { display.width }

  public var height: Int? { display.height }

  public func say(_ line: String, as style: RowStyle) {
    guard !isRunning else { return display.say(line, as: style) }
    held.append((line, style))
    if held.count > Self.heldLimit { held.removeFirst() }
  }

  private func sayHeld() {
    for (line, style) in held { display.say(line, as: style) }
    held = []
  }

  /// Warnings are shown among the other lines.
  public func warn(_ line: String) { say(line, as: .warning) }

  public func prompt() { if isRunning { drawLine() } }

  public func show(_ status: SessionStatus?) {
    display.show(status, isHurried: writer.isBehind)
  }

  public func show(reading: ReadingProgress?) { display.show(reading: reading) }

  private func drawLine() {
    let (prompt, before, after) = editor.typed
    display.setTyped(prompt: prompt, before: before, after: after)
    display.drawBlock()
  }

  private func show(_ words: [String]) {
    for line in CompletionList.lines(of: words, width: display.width) {
      display.say(line, as: .muted)
    }
  }
}
