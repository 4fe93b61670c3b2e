import MeditationControl
import MeditationCore
import MeditationPlan
import Testing

@testable import MeditationScreens
@testable import MeditationTerminal

@Suite("The live display") @MainActor struct LiveDisplayTests {
  private static let status = SessionStatus(
    transport: .playing, title: "Rain", position: .seconds(12), length: .seconds(60), peaks: [],
    place: 1, count: 2, left: TimeLeft(known: .seconds(100), isMore: false), volume: 100)

  private let line = "▶ Rain  0:12 ━┃──── 1:00  song 1 of 2  1:40 left in session"

  @Test("lines scroll away above status and typed line")
  func order() {
    let desk = DisplayDesk()
    desk.type("")
    desk.display.show(Self.status, isHurried: false)
    desk.display.print("one", as: .plain)
    desk.display.print("two", as: .warning)
    desk.type("")
    #expect(desk.terminal.lines == ["one", "two", line, ">"])
    #expect(desk.terminal.cursor == [2, 0])
    #expect(desk.terminal.unknown == [])
  }

  @Test("a message never breaks what is being typed")
  func message() {
    let desk = DisplayDesk()
    desk.display.show(Self.status, isHurried: false)
    desk.type("volume", " 80")
    desk.display.print("next song", as: .plain)
    desk.display.drawBlock()
    #expect(desk.terminal.lines == ["next song", line, "> volume 80"])
    #expect(desk.terminal.cursor == [8, 0])
  }

  @Test("a line wider than the screen breaks between words, and the block stays whole")
  func wideLine() {
    let desk = DisplayDesk(columns: 21)
    desk.type("half")
    desk.display.print("Nothing is playing. 'start' begins the session.", as: .warning)
    desk.type("half")
    #expect(
      desk.terminal.lines == ["Nothing is playing.", "'start' begins the", "session.", "> half"])
  }

  @Test("the status moves in its place, and leaves when there is none")
  func statusMoves() {
    let desk = DisplayDesk()
    desk.type("he")
    desk.display.show(Self.status, isHurried: false)
    var status = Self.status
    status.transport = .paused
    desk.display.show(status, isHurried: false)
    #expect(desk.terminal.lines == ["‖" + line.dropFirst(), "> he"])
    #expect(desk.terminal.cursor == [4, 0])
    desk.display.show(nil, isHurried: false)
    #expect(desk.terminal.lines == ["> he"])
    #expect(desk.terminal.cursor == [4, 0])
  }

  @Test("the reading progress is shown in place of the status")
  func reading() {
    let desk = DisplayDesk()
    desk.type("he")
    for count in [32, 64] {
      desk.display.show(reading: ReadingProgress(readCount: count, foundCount: 100))
    }
    #expect(desk.terminal.lines == ["reading: 64 of 100 files", "> he"])
    desk.display.show(Self.status, isHurried: false)
    desk.display.show(reading: ReadingProgress(readCount: 96, foundCount: 100))
    #expect(desk.terminal.lines == [line, "> he"])
    desk.display.show(nil, isHurried: false)
    #expect(desk.terminal.lines == ["reading: 96 of 100 files", "> he"])
    desk.display.show(reading: nil)
    #expect(desk.terminal.lines == ["> he"])
    #expect(desk.terminal.cursor == [4, 0])
  }

  @Test("nothing is written where nothing visible changed")
  func quiet() {
    let desk = DisplayDesk()
    desk.display.show(Self.status, isHurried: false)
    desk.type("")
    let writes = desk.writes
    var status = Self.status
    status.position += .milliseconds(300)
    desk.time += .seconds(1)
    desk.display.show(status, isHurried: false)
    desk.display.drawBlock()
    #expect(desk.writes == writes)
  }

  @Test("moving on is drawn at most ten times a second, all else at once")
  func pace() {
    let desk = DisplayDesk()
    desk.display.show(Self.status, isHurried: false)
    desk.type("")
    var status = Self.status
    let start = desk.writes
    for step in 1...100 {
      desk.time += .milliseconds(10)
      status.position = .seconds(12 + step)
      desk.display.show(status, isHurried: false)
    }
    #expect(desk.writes - start == 10)
    status.transport = .paused
    desk.display.show(status, isHurried: false)
    status.transport = .playing
    desk.display.show(status, isHurried: false)
    #expect(desk.writes - start == 12)
  }

  @Test("moving on can wait for a terminal that is behind")
  func hurried() {
    let desk = DisplayDesk()
    desk.display.show(Self.status, isHurried: false)
    desk.type("")
    let start = desk.writes
    var status = Self.status
    status.position += .seconds(5)
    desk.display.show(status, isHurried: true)
    #expect(desk.writes == start)
    status.transport = .paused
    desk.display.show(status, isHurried: true)
    #expect(desk.writes == start + 1)
    #expect(desk.terminal.lines.first?.hasPrefix("‖ Rain  0:17") == true)
  }

  @Test("a move that had to wait is drawn with the next line")
  func lateMove() {
    let desk = DisplayDesk()
    desk.display.show(Self.status, isHurried: false)
    desk.type("")
    var status = Self.status
    status.position = .seconds(40)
    desk.display.show(status, isHurried: true)
    desk.display.drawBlock()
    #expect(desk.terminal.lines.first?.hasPrefix("▶ Rain  0:40") == true)
  }

  @Test("another size leaves no marks", arguments: [1, 5, 10, 20, 60, 100, 300])
  func resize(columns: Int) {
    let desk = DisplayDesk()
    desk.display.show(Self.status, isHurried: false)
    desk.display.print("history", as: .plain)
    desk.type("half")
    desk.terminal.resize(columns: columns)
    desk.display.sizeChanged()
    desk.terminal.resize(columns: 60)
    desk.display.sizeChanged()
    #expect(desk.terminal.lines == ["history", line, "> half"])
    #expect(desk.terminal.cursor == [6, 0])
  }

  @Test("a block drawn for another size is redrawn, even before the resize is notified")
  func earlyResize() {
    let clearing = "\u{1B}[J"
    let desk = DisplayDesk()
    desk.display.show(Self.status, isHurried: false)
    desk.type("h")
    desk.type("he")
    #expect(!desk.lastWrite.contains(clearing))
    desk.terminal.resize(columns: 40)
    desk.type("hel")
    #expect(desk.lastWrite.contains(clearing))
    #expect(desk.terminal.lines.last == "> hel")
    desk.type("help")
    #expect(!desk.lastWrite.contains(clearing))
  }

  @Test(
    "a terminal that wraps anew is cleared from where the block then begins",
    arguments: [(60, 1), (30, 2), (20, 3), (12, 5), (3, 22)])
  func reflow(columns: Int, rowsAbove: Int) {
    var screen = LiveScreen(reflows: true)
    _ = screen.draw(
      LiveScreen.Block(
        rows: [LiveScreen.Row(text: line, cells: 59)], input: InputRow(text: "> ab", cursor: 4)))
    let size = TerminalSize(columns: columns, rows: 100)
    let above = columns == 3 ? 21 : rowsAbove
    #expect(screen.erase(on: size) == "\r\u{1B}[\(above)A\u{1B}[J")
    #expect(screen.erase(on: size) == "")
  }

  @Test("the smallest screens show only the input line", arguments: [(1, 1), (5, 24), (80, 2)])
  func smallest(columns: Int, rows: Int) {
    let desk = DisplayDesk(columns: columns, rows: rows)
    desk.display.show(Self.status, isHurried: false)
    for text in ["", "a", "a long line", "海の波"] {
      desk.type(text)
      desk.type(text, "behind")
    }
    #expect(desk.terminal.lines.count == 1)
  }

  @Test("what is typed never leaves its row", arguments: 1...80)
  func longLine(columns: Int) {
    let desk = DisplayDesk(columns: columns)
    var typed = ""
    for character in String(repeating: "word 海 🎵 ", count: 12) {
      typed.append(character)
      desk.type(typed)
      desk.type(String(typed.dropLast(3)), String(typed.suffix(3)))
      #expect(desk.terminal.lines.count == 1)
    }
  }
}
