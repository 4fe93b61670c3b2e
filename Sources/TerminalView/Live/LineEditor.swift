import CReadline
import CTerminal
import CommandLanguage
import Foundation

/// Edits the line being typed, with GNU readline: the user's keys, history and completion.
///
/// Readline has one state for the whole process, so there is one editor at a time. It is given
/// bytes, and never reads by itself: nothing blocks. It draws nothing either: what is to be seen
/// is asked for, and drawn by the owner. Its own output goes nowhere.
///
/// Source: the GNU readline manual, "Alternate Interface" and "Redisplay".
@MainActor final class LineEditor {
  /// What came of the bytes.
  enum Event: Equatable {
    case line(String)
    case key(SingleKey)
    /// Words that could stand in place of the one begun.
    case matches([String])
    case clearScreen
    case endOfInput
  }

  static let prompt = "> "
  private static weak var current: LineEditor?

  /// What could stand in place of the last word of a line, which ends at the cursor.
  var completions: (_ line: String) -> [String]

  private let history: HistoryFile?
  private let isListening: () -> Bool
  private var input = ByteQueue()
  private var sanitizer = UTF8Sanitizer()
  private var paste: PasteReader?
  private var events: [Event] = []
  private var usualMeaning: [Int32: rl_command_func_t] = [:]

  init(
    history: HistoryFile?,
    completions: @escaping (_ line: String) -> [String] = CommandSpec.completions(of:),
    isListening: @escaping () -> Bool
  ) {
    self.history = history
    self.completions = completions
    self.isListening = isListening
  }

  /// Takes readline over: reads the user's `inputrc`, and fetches the history.
  func start() {
    Self.current = self
    adopt_character_type()
    crl_set_name("meditate")
    crl_set_streams(fdopen(STDIN_FILENO, "r"), fopen("/dev/null", "w"))
    crl_leave_terminal_alone()
    rl_initialize()
    // Before, readline would take the terminal for a dumb one, and turn bracketed paste off.
    crl_set_redisplay {}
    rl_tty_set_echoing(1)
    // Readline 8.2 crashes where Ctrl-X and a key that means nothing follow on Ctrl-R.
    rl_variable_bind("isearch-terminators", #"\e\C-j\C-x"#)
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

  /// Gives readline back.
  func stop() { rl_callback_handler_remove() }

  /// Whether the user wants pasted text to be told from typed text.
  var tellsPastesApart: Bool {
    rl_variable_value("enable-bracketed-paste").map { strcmp($0, "on") == 0 } ?? false
  }

  /// What is being typed, cut at the cursor, with what stands before it.
  var typed: (prompt: String, before: String, after: String) {
    let bytes = UnsafeRawBufferPointer(start: crl_line(), count: Int(crl_end()))
    let point = min(max(0, Int(crl_point())), bytes.count)
    return (
      String(cString: crl_prompt()), String(decoding: bytes[..<point], as: UTF8.self),
      String(decoding: bytes[point...], as: UTF8.self)
    )
  }

  /// Takes bytes as they were typed.
  func feed(_ bytes: [UInt8]) { input.append(sanitizer.sanitize(bytes)) }

  /// What comes of the bytes next; `nil` when all have been used.
  func nextEvent() -> Event? {
    while events.isEmpty, !input.isEmpty {
      if paste == nil { rl_callback_read_char() } else { readPaste() }
    }
    return events.isEmpty ? nil : events.removeFirst()
  }

  /// Clears what is typed.
  ///
  /// - Returns: Whether there was anything.
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
    rl_callback_handler_install(Self.prompt) { line in
      let text = line.map { String(cString: $0) }
      free(line)
      MainActor.assumeIsolated { LineEditor.current?.accept(text) }
    }
  }

  private func accept(_ line: String?) {
    guard let line else { return events.append(.endOfInput) }
    events.append(.line(line))
    guard line.contains(where: { !$0.isWhitespace }) else { return }
    if let newest = crl_newest_line(), strcmp(newest, line) == 0 { return }
    add_history(line)
    history?.append(line)
  }
}

// MARK: Pasted text

extension LineEditor {
  /// Pasted text is never taken for keys: it goes into the line as it is, and each line break
  /// ends a line.
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
}

// MARK: Keys

extension LineEditor {
  /// Keys that act on an empty line keep their usual meaning on any other. A macro of the user's
  /// is left alone.
  private func bindKeys() {
    for name in ["emacs", "vi-insert"] {
      let map = rl_get_keymap_by_name(name)
      for key in SingleKey.allCases {
        for sequence in key.sequences {
          var kind: Int32 = 0
          let usual = rl_function_of_keyseq(sequence.unescaped, map, &kind)
          guard kind == ISFUNC, let usual else { continue }
          usualMeaning[key.lastByte] = usual
          rl_bind_keyseq_in_map(
            sequence, { count, byte in LineEditor.pressed(byte, count: count) }, map)
        }
      }
      // Keys that mean nothing are to type nothing.
      rl_bind_keyseq_in_map(#"\e["#, rl_skip_csi_sequence, map)
      rl_bind_keyseq_in_map(#"\C-l"#, { _, _ in LineEditor.note(.clearScreen) }, map)
      rl_bind_keyseq_in_map(#"\e[200~"#, { _, _ in LineEditor.beginPaste() }, map)
    }
  }

  private nonisolated static func pressed(_ byte: Int32, count: Int32) -> Int32 {
    MainActor.assumeIsolated {
      guard let editor = current, let key = SingleKey(lastByte: byte) else { return 0 }
      if key.command(lineIsEmpty: crl_end() == 0, isListening: editor.isListening()) != nil {
        editor.events.append(.key(key))
        return 0
      }
      // A first blank means nothing, and nobody sees that the line is not empty.
      if key == .space, crl_end() == 0 { return 0 }
      return editor.usualMeaning[byte]?(count, byte) ?? 0
    }
  }

  private nonisolated static func note(_ event: Event) -> Int32 {
    MainActor.assumeIsolated { current?.events.append(event) }
    return 0
  }

  private nonisolated static func beginPaste() -> Int32 {
    MainActor.assumeIsolated { current?.paste = PasteReader() }
    return 0
  }
}

// MARK: What readline asks for

extension LineEditor {
  private static var hasInput: Int32 { current?.input.isEmpty ?? true ? 0 : 1 }

  /// Where readline wants more of a sequence than there is, the sequence ends.
  private nonisolated static func nextByte() -> Int32 {
    MainActor.assumeIsolated { current?.input.next().map(Int32.init) ?? EOF }
  }

  /// The completions of the word before the cursor, `begun`, as readline wants them: a list on the
  /// heap, which begins with what all have in common, and ends with a null pointer. What is typed
  /// is never made shorter, as where completions differ in case.
  private nonisolated static func matches(
    of begun: UnsafePointer<CChar>?
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    let words: [String] = MainActor.assumeIsolated {
      crl_end_completion()
      return current.map { $0.completions($0.typed.before) } ?? []
    }
    guard let first = words.first else { return nil }
    let typed = begun.map { String(cString: $0) } ?? ""
    let shared = words.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    let common = shared.count < typed.count ? typed : shared
    let list = words.count == 1 ? [common] : [common] + words
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
    _ = note(.matches(words))
  }
}

extension SingleKey {
  fileprivate var lastByte: Int32 { sequences.first?.utf8.last.map(Int32.init) ?? 0 }
}

extension String {
  /// The bytes that the key sequence stands for.
  fileprivate var unescaped: String { replacingOccurrences(of: #"\e"#, with: "\u{1B}") }
}
