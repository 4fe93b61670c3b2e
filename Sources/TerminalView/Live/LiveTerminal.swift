import CTerminal
public import CommandLanguage
import Foundation
import MeditationCore
import SessionControl

/// A person's terminal: lines that scroll away, and below them a line that is edited; in the live
/// rendering, with a status above it.
///
/// All output goes through one `StreamWriter`, in order, so a blocked terminal never blocks the
/// session. Readline's own output is discarded; its line is drawn here.
///
/// The cursor is never hidden, and there is no alternate screen: should the program be killed, the
/// shell finds what it needs. What then remains is a status that nobody updates, and, until the
/// shell sets its own modes, a terminal that neither echoes nor gathers lines, and marks pastes.
@MainActor public final class LiveTerminal {
  /// What a person did.
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

  public let rendering: Rendering
  let writer: StreamWriter
  private let descriptor: Int32
  let display: LiveDisplay
  let editor: LineEditor
  private(set) var isRunning = false
  /// What was said while the terminal belongs to another program, for `enter()` or `stop()`.
  var held = HeldLines()
  /// The form that is filled.
  var form: NameForm?
  var formSubscription: Subscription?

  /// Creates a terminal on `descriptor`, to which `writer` writes.
  ///
  /// - Parameter history: The file of the input history; `nil` keeps it for this session only.
  public convenience init(
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

  /// Creates a terminal from its parts.
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

  /// Returns the completions of the last word of a line, which ends at the cursor; by default,
  /// those of the command language.
  public var completions: (_ line: String) -> [String] {
    get { editor.completions }
    set { editor.completions = newValue }
  }

  // MARK: From start to stop

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
}
