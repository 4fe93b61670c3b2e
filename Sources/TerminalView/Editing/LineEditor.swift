import CReadline
import CTerminal
import CommandLanguage
import Foundation

/// Edits the input line with GNU readline: the user's key bindings, history and completion.
///
/// Readline has one global state, so only one editor can exist at a time. It is fed with bytes and
/// never reads or blocks. It does not draw: the owner asks for the line and draws it, and
/// readline's own output is discarded.
///
/// Source: the GNU readline manual, "Alternate Interface" and "Redisplay".
@MainActor final class LineEditor {
  /// The result of processing input.
  enum Event: Equatable {
    case line(String)
    case key(SingleKey)
    /// The completions of the current word.
    case matches([String])
    case clearScreen
    case endOfInput
  }

  static let commandPrompt = "> "
  /// The only editor, which readline's callbacks reach.
  static weak var current: LineEditor?

  /// Returns the completions of the last word of a line, which ends at the cursor.
  var completions: (_ line: String) -> [String]
  /// The text before the typed line.
  var prompt = LineEditor.commandPrompt {
    didSet { if prompt != oldValue { rl_set_prompt(prompt) } }
  }
  /// The history while a form is filled; `nil` while commands are typed.
  var hiddenHistory: HiddenHistory?

  private let history: HistoryFile?
  let isListening: () -> Bool
  var input = ByteQueue()
  private var sanitizer = UTF8Sanitizer()
  var paste: PasteReader?
  var events: [Event] = []
  /// What the single keys do on a line that is not empty, by their last bytes.
  var usualMeaning: [Int32: rl_command_func_t] = [:]

  init(
    history: HistoryFile?,
    completions: @escaping (_ line: String) -> [String] = CommandSpec.completions(of:),
    isListening: @escaping () -> Bool
  ) {
    self.history = history
    self.completions = completions
    self.isListening = isListening
  }

  /// Initializes readline: reads the user's `inputrc` and loads the history.
  func start() {
    Self.current = self
    adopt_character_type()
    crl_set_name("meditate")
    crl_set_streams(fdopen(STDIN_FILENO, "r"), fopen("/dev/null", "w"))
    crl_leave_terminal_alone()
    replace_key_functions()
    rl_initialize()
    // Before, readline would take the terminal for a dumb one, and turn bracketed paste off.
    crl_set_redisplay(tidy_keys)
    rl_tty_set_echoing(1)
    crl_set_input(
      { _ in LineEditor.nextByte() }, { MainActor.assumeIsolated { LineEditor.hasInput } })
    crl_set_completion(
      { begun, _, _ in LineEditor.matches(of: begun) },
      { words, count, _ in LineEditor.show(words, count: count) })
    bindKeys()
    stifle_history(Int32(HistoryFile.limit))
    history?.load().forEach { add_history($0) }
    install()
  }

  /// Releases readline.
  func stop() { rl_callback_handler_remove() }

  /// Whether the user's `inputrc` enables bracketed paste.
  var tellsPastesApart: Bool {
    rl_variable_value("enable-bracketed-paste").map { strcmp($0, "on") == 0 } ?? false
  }

  /// The input line, split at the cursor, with its prompt.
  var typed: (prompt: String, before: String, after: String) {
    let bytes = UnsafeRawBufferPointer(start: crl_line(), count: Int(crl_end()))
    let point = min(max(0, Int(crl_point())), bytes.count)
    return (
      String(cString: crl_prompt()), String(decoding: bytes[..<point], as: UTF8.self),
      String(decoding: bytes[point...], as: UTF8.self)
    )
  }

  /// Queues typed bytes.
  func feed(_ bytes: [UInt8]) { input.append(sanitizer.sanitize(bytes)) }

  /// Processes queued bytes up to the next event; `nil` when all have been processed.
  func nextEvent() -> Event? {
    while events.isEmpty, !input.isEmpty {
      if paste == nil { read_key() } else { readPaste() }
    }
    return events.isEmpty ? nil : events.removeFirst()
  }

  /// Clears the input line.
  ///
  /// - Returns: Whether the line was not empty.
  func clear() -> Bool {
    let wasTyping = crl_end() > 0 || crl_is_asking() != 0 || paste != nil
    paste = nil
    rl_callback_sigcleanup()
    rl_free_line_state()
    rl_callback_handler_remove()
    install()
    return wasTyping
  }

  private func install() {
    rl_callback_handler_install(prompt) { line in
      let text = line.map { String(cString: $0) }
      free(line)
      MainActor.assumeIsolated { LineEditor.current?.accept(text) }
    }
  }

  func accept(_ line: String?) {
    guard let line else { return events.append(.endOfInput) }
    events.append(.line(line))
    guard !isFillingForm, line.contains(where: { !$0.isWhitespace }) else { return }
    if let newest = crl_newest_line(), strcmp(newest, line) == 0 { return }
    add_history(line)
    history?.append(line)
  }
}
