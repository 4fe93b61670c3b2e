import MeditationControl
import MeditationCore
import MeditationLines
import MeditationPlan
import Testing

@testable import MeditationScreens
@testable import MeditationTerminal

/// A screen reader speaks the text that is written.
@Suite("The plain display") @MainActor struct PlainDisplayTests {
  @Test("an edit writes only what changed of the line")
  func edits() {
    let desk = DisplayDesk(rendering: .plain)
    let edits: [(before: String, after: String, written: String)] = [
      ("", "", "> "), ("l", "", "l"), ("li", "", "i"), ("lis", "", "s"),
      ("li", "", "\u{8}\u{1B}[K"),
      ("l", "i", "\u{8}"), ("", "li", "\u{8}"), ("he", "li", "heli\u{8}\u{8}"),
      ("heli", "", "\u{1B}[2C"), ("help", "", "\u{8}p"), ("volume 80", "", "\u{1B}[4Dvolume 80"),
      ("help", "", "\u{1B}[9Dhelp\u{1B}[K"), ("", "", "\u{1B}[4D\u{1B}[K"), ("", "", ""),
    ]
    for edit in edits {
      desk.lastWrite = ""
      desk.type(edit.before, edit.after)
      #expect(desk.lastWrite == edit.written)
      #expect(
        desk.terminal.lines == [
          edit.before.isEmpty && edit.after.isEmpty
            ? ">" : "> " + edit.before + edit.after
        ])
      #expect(desk.terminal.cursor == [2 + edit.before.count, 0])
    }
    #expect(desk.terminal.unknown == [])
  }

  @Test("a typed line stays where it stands, and is not written again")
  func commit() {
    let desk = DisplayDesk(rendering: .plain)
    desk.type("lis", "t")
    desk.display.commit(prompt: "> ", line: "list")
    #expect(desk.lastWrite == "\u{1B}[1C\n")
    desk.display.print("1: Rain", as: .plain)
    desk.type("")
    #expect(desk.terminal.lines == ["> list", "1: Rain", ">"])
    // Enter came with the rest of the line.
    desk.display.commit(prompt: "> ", line: "quit")
    #expect(desk.lastWrite == "quit\n")
    #expect(desk.terminal.lines == ["> list", "1: Rain", "> quit", ""])
  }

  @Test("a typed line that is wider than the screen is printed whole")
  func wideCommit() {
    let desk = DisplayDesk(columns: 12, rendering: .plain)
    desk.type("find morning rain")
    #expect(desk.terminal.lines.count == 1)
    desk.display.commit(prompt: "> ", line: "find morning rain")
    #expect(desk.terminal.lines == ["> find", "morning", "rain", ""])
  }

  @Test("a line that is printed breaks between words, and leaves what is being typed above it")
  func message() {
    let desk = DisplayDesk(columns: 20, rendering: .plain)
    desk.type("volume", " 80")
    desk.display.print("2 playing: Rain on a tent, 5:00", as: .plain)
    #expect(!desk.lastWrite.contains("volume"))
    let printed = ["> volume 80", "2 playing: Rain on", "a tent, 5:00"]
    #expect(desk.terminal.lines == printed + [""])
    // The next key writes the line again.
    desk.type("volume", " 90")
    #expect(desk.terminal.lines == printed + ["> volume 90"])
    #expect(desk.terminal.cursor == [8, 0])
    #expect(desk.terminal.unknown == [])
  }

  @Test("a prompt without a line gives way to what is printed")
  func emptyLine() {
    let desk = DisplayDesk(rendering: .plain)
    desk.type("")
    desk.display.print("Bell 1 at 5:00.", as: .plain)
    #expect(desk.terminal.lines == ["Bell 1 at 5:00.", ""])
  }

  @Test("time that passes writes nothing, and there is no status")
  func time() {
    let desk = DisplayDesk(rendering: .plain)
    desk.type("he")
    let writes = desk.writes
    for second in 1...5 {
      desk.time += .seconds(1)
      desk.display.show(
        SessionStatus(
          transport: .playing, title: "Rain", position: .seconds(second), length: .seconds(60),
          peaks: [], place: 1, count: 2, left: TimeLeft(known: .seconds(100), isMore: false),
          volume: 100), isHurried: false)
      desk.display.show(reading: ReadingProgress(readCount: second, foundCount: 100))
    }
    #expect(desk.writes == writes)
    #expect(!desk.display.isListening)
  }

  @Test("another size leaves no marks", arguments: [1, 5, 10, 20, 100])
  func resize(columns: Int) {
    let desk = DisplayDesk(rendering: .plain)
    desk.display.print("history", as: .plain)
    desk.type("half")
    desk.terminal.resize(columns: columns)
    desk.display.sizeChanged()
    desk.terminal.resize(columns: 60)
    desk.display.sizeChanged()
    #expect(desk.terminal.lines == ["history", "> half"])
    #expect(desk.terminal.cursor == [6, 0])
  }
}
