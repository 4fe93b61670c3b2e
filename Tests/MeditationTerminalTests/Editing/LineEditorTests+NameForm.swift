import MeditationControl
import MeditationCore
import MeditationLines
import MeditationPractice
import MeditationScreens
import Testing

@testable import MeditationTerminal

/// The name form at a terminal, character by character.
extension LineEditorTests {
  @Test("each character changes the status of the form")
  func formStatus() {
    let desk = FormDesk(editor)
    defer { desk.end() }
    desk.type("save\r")
    #expect(desk.lines(3) == ["> save", "Type a name for the set; an empty line cancels", "Name:"])
    let typed: [(key: String, status: String, line: String)] = [
      ("E", "Enter saves 'E'", "Name: E"),
      ("/", SetName.Problem.slash.text, "Name: E/"),
      ("\u{7F}", "Enter saves 'E'", "Name: E"),
      ("vening", "Taken: Enter asks whether to replace 'Evening'", "Name: Evening"),
      (" 2", "Enter saves 'Evening 2'", "Name: Evening 2"),
      ("\u{15}", "Type a name for the set; an empty line cancels", "Name:"),
      ("海", "Enter saves '海'", "Name: 海"),
    ]
    for step in typed {
      desk.typeSlowly(step.key)
      #expect(desk.lines(3) == ["> save", step.status, step.line])
    }
    desk.type("\r")
    #expect(desk.saved == ["saves 海"])
    #expect(desk.lines(1) == [">"])
    #expect(!desk.lines(3).contains { $0.hasPrefix("Enter") })
    #expect(desk.desk.terminal.unknown == [])
  }

  @Test("a taken name is replaced after asking; else another one is asked for in an empty line")
  func formReplaces() {
    let desk = FormDesk(editor)
    defer { desk.end() }
    desk.type("save\rEvening\r")
    #expect(
      desk.lines(3) == [
        "Name: Evening", "'y' replaces it; anything else goes back to the name",
        "Replace 'Evening'?",
      ])
    desk.type("no")
    #expect(desk.lines(2) == ["Enter goes back to the name", "Replace 'Evening'? no"])
    desk.type("\r")
    #expect(
      desk.lines(3) == [
        "Replace 'Evening'? no", "Type a name for the set; an empty line cancels", "Name:",
      ])
    desk.type("Evening\ry")
    #expect(desk.lines(2) == ["Enter replaces it", "Replace 'Evening'? y"])
    desk.type("\r")
    #expect(desk.saved == ["replaces Evening"])
  }

  @Test("an invalid name saves nothing, and is not there to be typed after")
  func formMends() {
    let desk = FormDesk(editor)
    defer { desk.end() }
    desk.type("save\ra/b\r")
    #expect(
      desk.lines(4) == [
        "Name: a/b", SetName.Problem.slash.text,
        "Type a name for the set; an empty line cancels", "Name:",
      ])
    #expect(desk.saved == [])
    desk.type("ab\r")
    #expect(desk.saved == ["saves ab"])
  }

  @Test("an empty line, Ctrl-D and Ctrl-C cancel", arguments: ["\r", "\u{4}", "x"])
  func formCancels(keys: String) {
    let desk = FormDesk(editor)
    defer { desk.end() }
    desk.type("save\r" + keys)
    // Ctrl-C arrives as a signal.
    #expect(desk.view.cancelForm() == (keys == "x"))
    #expect(desk.lines(2) == ["Not saved.", ">"])
    #expect(desk.saved == [] && !desk.hasEnded)
    #expect(!desk.terminal.interrupt())
    desk.type("volume\r")
    #expect(desk.lines(2) == ["Volume 100%", ">"])
    desk.type("\u{4}")
    #expect(desk.hasEnded)
  }

  @Test("what arrives while a name is typed does not destroy it")
  func formIsKept() {
    let desk = FormDesk(editor)
    defer { desk.end() }
    desk.type("save\rMorn")
    _ = desk.stage.controller.submit("volume 50", from: Client())
    let block = ["Enter saves 'Morn'", "Name: Morn"]
    #expect(desk.lines(3) == ["Volume 50%"] + block)
    desk.terminal.suspend()
    desk.terminal.print("meanwhile", as: .plain)
    desk.terminal.resume()
    #expect(desk.lines(3) == ["meanwhile"] + block)
    desk.desk.terminal.resize(columns: 15)
    desk.terminal.sizeChanged()
    #expect(desk.lines(2) == ["Enter saves '…", "Name: Morn"])
    desk.desk.terminal.resize(columns: 60)
    desk.terminal.sizeChanged()
    #expect(desk.lines(2) == block)
    desk.type("ing\r")
    #expect(desk.saved == ["saves Morning"])
  }

  @Test("a command is a name like any other", arguments: ["quit", "help keys", "volume 20"])
  func formTakesCommands(name: String) {
    let desk = FormDesk(editor)
    defer { desk.end() }
    desk.type("save\r\(name)\r")
    #expect(desk.saved == ["saves \(name)"])
    #expect(desk.stage.session.volume == 100)
  }

  @Test("in a session the form is shown in place of its status")
  func formWhileListening() {
    let desk = FormDesk(editor)
    defer { desk.end() }
    desk.type("1\rstart\r")
    Self.isListening = true
    #expect(desk.lines(2)[0].hasPrefix("▶ Rain"))
    desk.type("save\r")
    desk.typeSlowly(" +-")
    #expect(desk.lines(2) == ["Enter saves '+-'", "Name:  +-"])
    desk.type("\u{15}\r")
    #expect(desk.lines(2)[0].hasPrefix("▶ Rain") && desk.lines(1) == [">"])
  }

  @Test("plain, the verdict is said after Enter")
  func formPlain() {
    let desk = FormDesk(editor, .plain)
    defer { desk.end() }
    desk.type("save\r")
    desk.typeSlowly("a/")
    #expect(
      desk.lines(3) == ["> save", "Type a name for the set. An empty line cancels.", "Name: a/"])
    desk.type("\r")
    #expect(desk.lines(3) == ["Name: a/", SetName.Problem.slash.text, "Name:"])
    desk.type("Evening\r")
    #expect(
      desk.desk.terminal.lines.suffix(3).joined(separator: "|")
        == "'Evening' is taken. 'y' replaces it; anything else goes|back to the name.|Replace 'Evening'?"
    )
    desk.type("\r")
    #expect(
      desk.lines(2) == [
        "Not replaced. Type another name. An empty line cancels.", "Name:",
      ])
    desk.type("\r")
    #expect(desk.lines(2) == ["Not saved.", ">"])
  }
}
