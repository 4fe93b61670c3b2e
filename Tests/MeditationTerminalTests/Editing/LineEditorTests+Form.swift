import MeditationLanguage
import Testing

@testable import MeditationTerminal

/// Answers of a form: the same editor, without commands.
extension LineEditorTests {
  @Test("in a form every key types, even while listening, and Tab completes nothing")
  func formKeys() {
    Self.isListening = true
    editor.ask("Name: ")
    defer { editor.endForm() }
    #expect(editor.typed.prompt == "Name: ")
    #expect(type(" +-\tst\t\t") == [])
    #expect(line == " +-st|")
    #expect(type("\u{1B}[D\u{1B}[C x\r") == [.line(" +-st x")])
    #expect(editor.typed.prompt == "Name: ")
    #expect(type("\u{4}") == [.endOfInput])
  }

  @Test("a form neither adds to the history nor recalls from it")
  func formHistory() {
    _ = type("volume\r")
    editor.ask("Name: ")
    #expect(type("\u{10}\u{1B}[A\u{E}\u{1B}[B") == [])
    #expect(line == "|")
    #expect(type("\u{12}vol\u{7}Evening\r") == [.line("Evening")])
    #expect(type("\u{10}") == [])
    #expect(line == "|")
    editor.endForm()
    #expect(editor.typed.prompt == LineEditor.commandPrompt)
    #expect(type("\u{10}") == [])
    #expect(line == "volume|")
    #expect(type("\u{15}status\r") == [.line("status")])
    #expect(type("\u{10}\u{10}\r") == [.line("volume")])
  }

  @Test("a form asks each question with an empty line, and ends with one")
  func formText() {
    _ = type("sa")
    editor.ask("Name: ")
    #expect(line == "|")
    #expect(type("ab\u{7F}c") == [])
    #expect(line == "ac|")
    editor.ask("Replace 'ac'? ")
    #expect(editor.typed.prompt == "Replace 'ac'? " && line == "|")
    _ = type("half")
    editor.endForm()
    #expect(editor.typed.prompt == LineEditor.commandPrompt && line == "|")
    #expect(type("hel\t\r") == [.line("help ")])
  }

  @Test("Ctrl-C's clearing keeps the question of the form")
  func formClear() {
    editor.ask("Name: ")
    defer { editor.endForm() }
    _ = type("\u{12}fou")
    #expect(editor.clear())
    #expect(editor.typed.prompt == "Name: " && line == "|")
  }

  /// Without the first bytes of the keys that change the mode of all later tests.
  @Test("any keys at all can be typed in a form, which ends wherever it is")
  func formAnyBytes() {
    _ = type("volume\r")
    var state: UInt64 = 11
    for _ in 0..<200 {
      editor.ask("Name: ")
      let bytes = (0..<50).map { _ -> UInt8 in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 40)
      }
      _ = type(bytes: bytes.filter { $0 != 0x1B && $0 != 0x18 })
      editor.endForm()
      #expect(editor.typed.prompt == LineEditor.commandPrompt && line == "|")
    }
    #expect(type("\u{10}\r") == [.line("volume")])
  }
}
