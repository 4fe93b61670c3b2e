import CMeditationReadline
import Foundation
import MeditationLanguage
import MeditationText
import Testing

@testable import MeditationTerminal

/// Readline has one state for the whole process: these tests share one editor, one at a time.
@Suite("The line editor", .serialized) @MainActor struct LineEditorTests {
  static var isListening = false
  static let editor = {
    setenv("INPUTRC", "/dev/null", 1)
    // Names are typed in UTF-8, whatever the machine's locale is.
    setenv("LC_ALL", "C.UTF-8", 1)
    let editor = LineEditor(
      history: nil, completions: Commands.completions(of:), isListening: { isListening })
    editor.start()
    return editor
  }()

  let editor = Self.editor

  init() {
    Self.isListening = false
    while editor.nextEvent() != nil {}
    _ = editor.clear()
  }

  func type(_ text: String) -> [LineEditor.Event] { type(bytes: Array(text.utf8)) }

  func type(bytes: [UInt8]) -> [LineEditor.Event] {
    editor.feed(bytes)
    var events: [LineEditor.Event] = []
    while let event = editor.nextEvent() { events.append(event) }
    return events
  }

  var line: String { editor.typed.before + "|" + editor.typed.after }

  @Test("lines come in order, whatever is typed ahead")
  func lines() {
    #expect(type("pick 1\rstart\r\rvol") == [.line("pick 1"), .line("start"), .line("")])
    #expect(line == "vol|")
    #expect(type("ume\n") == [.line("volume")])
  }

  @Test("keys edit the line")
  func editing() {
    #expect(type("volme\u{1B}[D\u{1B}[Du") == [])
    #expect(line == "volu|me")
    #expect(type("\u{1}\u{B}back\r") == [.line("back")])
    #expect(type("\u{10}\u{10}").isEmpty)
    #expect(line != "|")
  }

  @Test("a macro that calls itself is given up, and the next key has its meaning")
  func endlessMacro() {
    for definition in [#""\C-x!": "ab\C-x!""#, #""\C-x?": "\C-x?""#] {
      let text = strdup(definition)
      defer { free(text) }
      rl_parse_and_bind(text)
    }
    #expect(type("\u{18}!") == [])
    #expect(line.hasPrefix("abab"))
    #expect(editor.clear())
    #expect(type("\u{18}?vol\r") == [.line("vol")])
  }

  @Test("readline leaves the environment alone")
  func environment() {
    let names = ["LINES", "COLUMNS"]
    names.forEach { unsetenv($0) }
    _ = LiveTerminal.isCapable(term: "xterm")
    #expect(names.allSatisfy { getenv($0) == nil })
  }

  @Test(
    "keys that mean nothing type nothing",
    arguments: ["[15~", "[20~", "[24;2~", "[1;5R", "OP", "[<0;10;5M"])
  func otherKeys(sequence: String) {
    #expect(type("vol\u{1B}" + sequence) == [])
    #expect(type("ume\r") == [.line("volume")])
  }

  @Test("a blank that begins a line leaves it empty")
  func firstBlank() {
    #expect(type("  ") == [])
    #expect(line == "|")
    #expect(type(" all 1\r") == [.line("all 1")])
    #expect(type(" \u{4}") == [.endOfInput])
  }

  @Test("single keys act on an empty line while listening, and only there")
  func singleKeys() {
    #expect(type("+- +><\r") == [.line("+- +><")])
    Self.isListening = true
    #expect(type("><") == [.key(.greater), .key(.less)])
    #expect(
      type(" +-\u{1B}[C\u{1B}[D\u{1B}OC")
        == [.key(.space), .key(.plus), .key(.minus), .key(.right), .key(.left), .key(.right)])
    #expect(type("seek +1 0\u{1B}[D\u{7F}\r") == [.line("seek +10")])
    #expect(type("find a>b<c\r") == [.line("find a>b<c")])
  }

  @Test("a sequence may arrive byte by byte")
  func slowly() {
    Self.isListening = true
    #expect(Array("\u{1B}[C".utf8).flatMap { type(bytes: [$0]) } == [.key(.right)])
  }

  @Test("pasted text is a line each, and never a key")
  func paste() {
    Self.isListening = true
    #expect(
      type("\u{1B}[200~ one\r +\rhalf\u{1B}[201~ way\r")
        == [.line(" one"), .line(" +"), .line("half way")])
  }

  @Test("ten thousand pasted lines come in order, pasted or typed", arguments: [true, false])
  func manyLines(isMarked: Bool) {
    let lines = (1...10_000).map { "volume \($0 % 101)" }
    let text = lines.map { $0 + "\r" }.joined()
    let events = type(isMarked ? "\u{1B}[200~\(text)\u{1B}[201~" : text)
    #expect(events == lines.map { .line($0) })
    #expect(line == "|")
  }

  @Test("Tab completes commands, then what they take")
  func completion() {
    #expect(type("hel\tsee\t\r") == [.line("help seek ")])
    #expect(type("for 20m,clo\t\r") == [.line("for 20m,closing ")])
    #expect(type("for 20m, clo\t3,bell go\t\r") == [.line("for 20m, closing 3,bell gong ")])
    #expect(type("st\t\t\t") == [.matches(["start", "status"])])
    #expect(line == "sta|")
    #expect(type("zzz\t") == [])
  }

  @Test("Tab never takes away what was typed, where completions differ in case")
  func completionInAnyCase() {
    defer { editor.completions = Commands.completions(of:) }
    editor.completions = { _ in ["Soft Rain", "SOFTER"] }
    #expect(type("find sof\t\t") == [.matches(["SOFTER", "Soft Rain"])])
    #expect(line == "find sof|")
    editor.completions = { _ in ["Soft Rain"] }
    #expect(type("t\t\r") == [.line("find Soft Rain ")])
  }

  @Test("Ctrl-D on an empty line is the end, on another it is not")
  func endOfInput() {
    #expect(type("a\u{4}") == [])
    #expect(type("\u{8}\u{4}") == [.endOfInput])
  }

  @Test("clearing tells whether there was anything, also in a search")
  func clear() {
    #expect(!editor.clear())
    _ = type("half")
    #expect(editor.clear())
    #expect(line == "|")
    _ = type("found\r\u{12}fou")
    #expect(editor.typed.prompt.contains("fou"))
    #expect(editor.clear())
    #expect(editor.typed.prompt == LineEditor.commandPrompt)
    #expect(line == "|")
    _ = type("\u{1B}[200~never ends")
    #expect(editor.clear())
    #expect(type("back\r") == [.line("back")])
  }

  @Test("a search that is followed by a key without meaning harms nothing")
  func searchThenNothing() {
    #expect(type("\u{12}\u{18}t\u{13}\u{18}\u{1}").isEmpty)
    _ = editor.clear()
    #expect(type("back\r") == [.line("back")])
  }

  @Test(
    "keys that readline crashes or hangs on harm nothing",
    arguments: [
      // Ctrl-] and Alt-Ctrl-] look for Escape, and what follows it has no meaning.
      "\u{1D}\u{1B}x", "\u{1B}\u{1D}\u{1B}o",
      // A search in the history after a change, given up; then a comment, and Ctrl-O.
      "\u{1B}\u{1B}t\u{1B}<\u{1B}p\u{7}\u{1B}>\u{1B}#\u{1B}<\u{F}",
      // A search that begins before readline has taken the line of Alt-2 Enter.
      "\u{1B}<x\u{1B}2\r\u{13}s\u{1B}",
      // Arguments that are large, or negative.
      "x\u{1B}9999999999y\u{7}", "\u{1B}-\u{1B}9\u{14}",
      // Ctrl-J after Escape begins vi mode: there a NUL, then a part of a character.
      "\u{1B}\n\u{16}\u{0}abc\u{1B}0fj", "\u{1B}\n👍\u{FFFD}\u{1B}x海P\u{1B}[C\u{14}??\u{1B}0E",
      // The last word of a line that ends in the middle of a word for a shell.
      "a \\\r\u{1B}.\u{1B}_", "a $(\r\u{1B}.\u{1B}.",
    ])
  func dangerousKeys(keys: String) {
    for line in ["status", "list all", "volume 50", "seek 0:10", "next", "pause"] {
      _ = type(line + "\r")
    }
    _ = type(keys)
    _ = type("\u{7}\u{1B}\u{7}\r\r")
    rl_variable_bind("editing-mode", "emacs")
    _ = editor.clear()
    #expect(type("back\r") == [.line("back")])
  }

  @Test("Enter after an argument ends the line at once")
  func enterAfterArgument() {
    #expect(type("status\u{1B}2\r") == [.line("status")])
    #expect(line == "|")
    #expect(type("\u{1B}-\rback\r") == [.line(""), .line("back")])
  }

  @Test("lines of the history keep their changes until one is entered, and undo works after them")
  func changedHistory() {
    _ = type("volume 1\rvolume 2\r")
    #expect(type("new\u{10}3\u{10}\u{E}").isEmpty)
    #expect(line == "volume 23|")
    #expect(type("\u{E}").isEmpty)
    #expect(line == "new|")
    #expect(type("\u{1F}").isEmpty)
    #expect(line == "|")
    #expect(type("\u{10}4\u{1F}\r") == [.line("volume 23")])
  }

  @Test("Alt-. inserts the last word of a line before, and again of the one before that")
  func lastWord() {
    _ = type("volume 1\rvolume 2\rseek \u{1B}.")
    #expect(line == "seek 2|")
    #expect(type("\u{1B}.").isEmpty)
    #expect(line == "seek 1|")
  }

  @Test("any bytes at all can be typed")
  func anyBytes() {
    var state: UInt64 = 7
    for _ in 0..<200 {
      let bytes = (0..<50).map { _ -> UInt8 in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 40)
      }
      _ = type(bytes: bytes)
      _ = editor.typed
    }
    _ = editor.clear()
    #expect(type("\r\rback\r").last == .line("back"))
  }
}
