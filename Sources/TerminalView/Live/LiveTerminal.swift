import CTerminal
public import CommandLanguage
import Foundation
import SessionControl

/// A person's terminal: lines that scroll away, and below them a line that is edited; in the live
/// rendering, with a status above it.
///
/// All that reaches the screen goes through one `StreamWriter`, in one order, and so a terminal
/// that takes nothing never holds the session up. Readline writes nothing to it: its own output is
/// discarded, and its line is drawn here.
///
/// The cursor is never hidden, and there is no alternate screen: should the program be killed, the
/// shell finds what it needs. What then remains is a status that nobody updates, and, until the
/// shell sets its own modes, a terminal that neither echoes nor gathers lines, and marks pastes.
@MainActor public final class LiveTerminal {
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

  public let rendering: Rendering
  let writer: StreamWriter
  private let descriptor: Int32
  let display: LiveDisplay
  let editor: LineEditor
  private(set) var isRunning = false
  /// What was said while the terminal belongs to another program, for `enter()` or `stop()`.
  var held: [(line: String, style: RowStyle)] = []

  /// The terminal `descriptor`, to which `writer` writes.
  ///
  /// - Parameter history: Where typed lines are kept; `nil` keeps them for this session alone.
  public init(
    rendering: Rendering, writer: StreamWriter, descriptor: Int32, environment: [String: String],
    usesColor: Bool, history: HistoryFile?
  ) {
    self.rendering = rendering
    self.writer = writer
    self.descriptor = descriptor
    // The Linux console and xterm cut rows instead; xterm tells its version to its children.
    let reflows = environment["TERM"] != "linux" && environment["XTERM_VERSION"] == nil
    let display = LiveDisplay(
      rendering: rendering, glyphs: Glyphs.choose(environment: environment), usesColor: usesColor,
      reflows: reflows, size: { TerminalSize.now(of: descriptor) },
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
}
