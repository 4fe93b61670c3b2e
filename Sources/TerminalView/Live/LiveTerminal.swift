import CReadline
import CTerminal
public import CommandLanguage
import Foundation
public import SessionControl

/// A person's terminal: lines that scroll away, a status below them, and a line being typed.
///
/// All that reaches the screen goes through one `StreamWriter`, in one order, and so a terminal
/// that takes nothing never holds the session up. Readline writes nothing to it: its own output is
/// discarded, and its line is drawn here.
///
/// The cursor is never hidden, and there is no alternate screen: should the program be killed, the
/// shell finds what it needs. What then remains is a status that nobody updates, and, until the
/// shell sets its own modes, a terminal that neither echoes nor gathers lines, and marks pastes.
@MainActor public final class LiveTerminal: LineOutput {
  /// What a person did.
  public enum Event: Equatable, Sendable {
    /// A line was typed, and stands on the screen.
    case line(String)
    /// A key was pressed that acts at once: for `LineView.take(key:)`.
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
  /// What was said while the terminal belongs to another program, for `enter()` or `stop()`.
  private var held: [(line: String, style: RowStyle)] = []
  /// How many lines are held; the oldest go first.
  private static let heldLimit = 100

  /// The terminal `descriptor`, to which `writer` writes.
  ///
  /// - Parameter history: Where typed lines are kept; `nil` keeps them for this session alone.
  public init(
    writer: StreamWriter, descriptor: Int32, environment: [String: String], usesColor: Bool,
    history: HistoryFile?
  ) {
    self.writer = writer
    self.descriptor = descriptor
    // The Linux console and xterm cut rows instead; xterm tells its version to its children.
    let reflows = environment["TERM"] != "linux" && environment["XTERM_VERSION"] == nil
    let display = LiveDisplay(
      glyphs: Glyphs.choose(environment: environment), usesColor: usesColor, reflows: reflows,
      size: { TerminalSize.now(of: descriptor) },
      write: { writer.write($0, to: descriptor) })
    self.display = display
    editor = LineEditor(history: history, isListening: { display.isListening })
  }

  /// What Tab offers: the words that could stand in place of the last word of a line, which ends
  /// at the cursor. At first, those of the command language.
  public var completions: (_ line: String) -> [String] {
    get { editor.completions }
    set { editor.completions = newValue }
  }

  /// Whether a terminal of the type `term` obeys the ANSI sequences that the live rendering uses.
  ///
  /// Asks the terminal database, by way of readline, whether it clears to the end of a line, and
  /// moves the cursor up, as ANSI says.
  public static func isCapable(term: String) -> Bool {
    rl_reset_terminal(term)
    guard let clear = rl_get_termcap("ce"), rl_get_termcap("up") != nil else { return false }
    return String(cString: clear).hasPrefix("\u{1B}[K")
  }

  // MARK: From start to stop

  /// Takes the terminal over, unless it belongs to another program: then `resume()` does. To be
  /// called before other threads use the C library's locale.
  public func start(isInBackground: Bool) {
    editor.start()
    if !isInBackground { enter() }
  }

  /// Takes the status and the line away, and leaves the terminal as it was. A second call does
  /// nothing. The writer is still to be flushed.
  public func stop() {
    if isRunning { leave() }
    editor.stop()
    sayHeld()
  }

  /// Gives the terminal to the shell, before the program stops itself: waits for what is still to
  /// be written, up to 0.2 s.
  public func suspend() {
    guard isRunning else { return }
    leave()
    writer.flush(within: 0.2)
  }

  /// Takes the terminal back, when the program goes on; also where it was stopped unawares.
  public func resume() {
    if isRunning { leave() }
    enter()
    prompt()
  }

  /// Touches the terminal no more until `resume()`: it was given to another program while this one
  /// was stopped, and its modes are that program's.
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

  // MARK: What the person does

  /// Takes bytes as they were typed. What comes of them is for `nextEvent()` to say.
  public func feed(_ bytes: [UInt8]) { editor.feed(bytes) }

  /// What comes next of what was typed; `nil` when there is no more. To be called until then.
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

  /// Clears what is typed, as Ctrl-C asks for.
  ///
  /// - Returns: Whether anything was typed; if not, the person wants to leave.
  public func interrupt() -> Bool {
    guard editor.clear() else { return false }
    drawLine()
    return true
  }

  /// Draws everything anew on a screen of another size.
  public func sizeChanged() { if isRunning { display.sizeChanged() } }

  // MARK: Lines

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

  /// Warnings are part of the conversation, and stand where it is read.
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
