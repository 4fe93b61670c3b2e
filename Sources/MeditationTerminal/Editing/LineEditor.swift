import CMeditationReadline
import CMeditationTerminal
import Glibc
import MeditationLanguage

/// Edits the input line with GNU readline: the user's key bindings, history and completion.
///
/// Readline has one global state, so only one editor can exist at a time. It is fed with bytes and
/// never reads or blocks. It does not draw: the owner asks for the line and draws it, and
/// readline's own output is discarded.
///
/// Source: the GNU readline manual, "Alternate Interface" and "Redisplay".
@MainActor final class LineEditor {
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
  private static weak var current: LineEditor?

  /// Returns the completions of the last word of a line, which ends at the cursor.
  var completions: (_ line: String) -> [String]
  private(set) var prompt = LineEditor.commandPrompt {
    didSet { if prompt != oldValue { rl_set_prompt(prompt) } }
  }

  private let history: HistoryFile?
  private let isListening: () -> Bool
  private var input: ArraySlice<UInt8> = []
  private var sanitizer = UTF8Sanitizer()
  /// Reads what is being pasted; `nil` while keys are typed.
  private var paste: PasteReader?
  private var events: [Event] = []
  /// The functions that the single keys keep on a line that is not empty, by their last bytes.
  private var usualMeaning: [Int32: rl_command_func_t] = [:]
  /// The history while a form is filled; `nil` while commands are typed.
  private var hiddenHistory: UnsafeMutablePointer<HISTORY_STATE>?

  init(
    history: HistoryFile?,
    completions: @escaping (_ line: String) -> [String] = Commands.completions(of:),
    isListening: @escaping () -> Bool
  ) {
    self.history = history
    self.completions = completions
    self.isListening = isListening
  }

  // MARK: - From start to stop

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

  func stop() { rl_callback_handler_remove() }

  /// True if the user's `inputrc` enables bracketed paste.
  var tellsPastesApart: Bool {
    rl_variable_value("enable-bracketed-paste").map { strcmp($0, "on") == 0 } ?? false
  }

  private func install() {
    rl_callback_handler_install(prompt) { line in
      let text = line.map { String(cString: $0) }
      free(line)
      MainActor.assumeIsolated { LineEditor.current?.accept(text) }
    }
  }

  // MARK: - Typing

  /// The input line, split at the cursor, with its prompt.
  var typed: (prompt: String, before: String, after: String) {
    let bytes = UnsafeRawBufferPointer(start: crl_line(), count: Int(crl_end()))
    let point = min(max(0, Int(crl_point())), bytes.count)
    return (
      String(cString: crl_prompt()), String(decoding: bytes[..<point], as: UTF8.self),
      String(decoding: bytes[point...], as: UTF8.self)
    )
  }

  func feed(_ bytes: [UInt8]) { input += sanitizer.sanitize(bytes) }

  /// Processes queued bytes up to the next event; `nil` when all have been processed.
  func nextEvent() -> Event? {
    while events.isEmpty, !input.isEmpty {
      if paste == nil { read_key() } else { readPaste() }
    }
    return events.isEmpty ? nil : events.removeFirst()
  }

  /// Clears the input line. True if it was not empty.
  func clear() -> Bool {
    let wasTyping = crl_end() > 0 || crl_is_asking() != 0 || paste != nil
    paste = nil
    rl_callback_sigcleanup()
    rl_free_line_state()
    rl_callback_handler_remove()
    install()
    return wasTyping
  }

  private func accept(_ line: String?) {
    guard let line else { return events.append(.endOfInput) }
    events.append(.line(line))
    guard !isFillingForm, line.contains(where: { !$0.isWhitespace }) else { return }
    if let newest = crl_newest_line(), strcmp(newest, line) == 0 { return }
    add_history(line)
    history?.append(line)
  }

  /// Inserts pasted text verbatim, without interpreting keys; each line break submits a line.
  private func readPaste() {
    guard var reader = paste else { return }
    let chunk = reader.read(from: &input)
    paste = chunk.isOver ? nil : reader
    if !chunk.text.isEmpty { rl_insert_text(chunk.text) }
    guard chunk.endsLine else { return }
    let (_, before, after) = typed
    rl_replace_line("", 1)
    accept(before + after)
  }

  // MARK: - Forms

  /// True if the line answers a form: any key types, Tab completes nothing, no history is kept.
  var isFillingForm: Bool { hiddenHistory != nil }

  /// Asks the question `prompt` of a form with an empty line: a refused answer need not be deleted.
  func ask(_ prompt: String) {
    // A macro may have gone on after the line that opens the form, with a search in the history.
    if hiddenHistory == nil { _ = clear() }
    self.prompt = prompt
    if crl_end() > 0 { rl_replace_line("", 1) }
    guard hiddenHistory == nil else { return }
    // Source: the GNU history manual, "History State": the list's state can be saved and set.
    hiddenHistory = history_get_history_state()
    var empty = HISTORY_STATE()
    history_set_history_state(&empty)
  }

  /// Returns to commands, with an empty line.
  func endForm() {
    guard let hiddenHistory else { return }
    prompt = Self.commandPrompt
    _ = clear()
    history_set_history_state(hiddenHistory)
    using_history()
    free(hiddenHistory)
    self.hiddenHistory = nil
  }

  // MARK: - Keys

  /// Binds single keys for an empty line, which otherwise act as usual; macros of the user stay.
  private func bindKeys() {
    for name in ["emacs", "vi-insert"] {
      let map = rl_get_keymap_by_name(name)
      for key in SingleKey.allCases {
        for sequence in key.sequences {
          var kind: Int32 = 0
          let bytes = sequence.replacing(#"\e"#, with: "\u{1B}")
          let usual = rl_function_of_keyseq(bytes, map, &kind)
          guard kind == ISFUNC, let usual else { continue }
          usualMeaning[key.lastByte] = usual
          rl_bind_keyseq_in_map(
            sequence, { count, byte in LineEditor.pressed(byte, count: count) }, map)
        }
      }
      // Unbound keys must not insert text.
      rl_bind_keyseq_in_map(#"\e["#, rl_skip_csi_sequence, map)
      rl_bind_keyseq_in_map(#"\C-l"#, { _, _ in LineEditor.append(.clearScreen) }, map)
      rl_bind_keyseq_in_map(#"\e[200~"#, { _, _ in LineEditor.beginPaste() }, map)
    }
  }

  private nonisolated static func pressed(_ byte: Int32, count: Int32) -> Int32 {
    MainActor.assumeIsolated {
      guard let editor = current, let key = SingleKey(lastByte: byte) else { return 0 }
      let isAlone = crl_end() == 0 && !editor.isFillingForm
      if isAlone, editor.isListening() {
        editor.events.append(.key(key))
        return 0
      }
      // A leading blank has no meaning, and an invisible character would disable the single keys.
      if isAlone, key == .space { return 0 }
      return editor.usualMeaning[byte]?(count, byte) ?? 0
    }
  }

  private nonisolated static func append(_ event: Event) -> Int32 {
    MainActor.assumeIsolated { current?.events.append(event) }
    return 0
  }

  private nonisolated static func beginPaste() -> Int32 {
    MainActor.assumeIsolated { current?.paste = PasteReader() }
    return 0
  }

  // MARK: - What readline calls

  private static var hasInput: Int32 { current?.input.isEmpty ?? true ? 0 : 1 }

  private nonisolated static func nextByte() -> Int32 {
    MainActor.assumeIsolated { current?.input.popFirst().map(Int32.init) ?? missing_byte() }
  }

  /// The completions of the word `begun` before the cursor, in the format of readline: a
  /// heap-allocated array that starts with the common prefix and ends with a null pointer. The
  /// prefix is never shorter than the typed word, even if completions differ in case.
  private nonisolated static func matches(
    of begun: UnsafePointer<CChar>?
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    let words: [String] = MainActor.assumeIsolated {
      crl_end_completion()
      return current.map { $0.isFillingForm ? [] : $0.completions($0.typed.before) } ?? []
    }
    guard let first = words.first else { return nil }
    let typed = begun.map { String(cString: $0) } ?? ""
    let shared = words.dropFirst().reduce(first) { shared, word in
      String(zip(shared, word).prefix { $0 == $1 }.map(\.0))
    }
    let common = shared.count < typed.count ? typed : shared
    let list = words.count == 1 ? [common] : [common] + words
    if words.count == 1, first.hasSuffix("/") { crl_append_nothing() }
    let size = MemoryLayout<UnsafeMutablePointer<CChar>?>.stride * (list.count + 1)
    let memory = malloc(size)?.bindMemory(
      to: UnsafeMutablePointer<CChar>?.self, capacity: list.count + 1)
    for (index, word) in list.enumerated() { memory?[index] = strdup(word) }
    memory?[list.count] = nil
    return memory
  }

  private nonisolated static func show(
    _ list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, count: Int32
  ) {
    guard let list, count > 0 else { return }
    let words = (1...Int(count)).compactMap { list[$0].map { String(cString: $0) } }
    _ = append(.matches(words))
  }
}
