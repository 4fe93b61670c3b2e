import Foundation
import MeditationControl
import MeditationCore
import MeditationLanguage
import MeditationPlan
import Testing

@testable import MeditationScreens
@testable import MeditationTerminal

@Suite("A clock above the prompt") @MainActor struct ClockDisplayTests {
  private static let status: SessionStatus = {
    var status = SessionStatus(
      transport: .playing, title: "Rain", position: .seconds(12), length: .seconds(60), peaks: [],
      place: 1, count: 2, left: TimeLeft(known: .seconds(100), isMore: false), volume: 100)
    status.elapsed = .seconds(71)
    return status
  }()

  private let line = "▶ Rain  0:12 ━┃──── 1:00  song 1 of 2  1:40 left in session"

  private func desk(columns: Int = 60, rows: Int = 24) -> DisplayDesk {
    let desk = DisplayDesk(columns: columns, rows: rows)
    desk.display.show(Self.status, isHurried: false)
    desk.type("he")
    return desk
  }

  @Test("it shows the face that was asked for, and leaves no marks")
  func faces() {
    let desk = desk()
    #expect(desk.display.show(.elapsed))
    let elapsed = [
      "  ██          ██      ██", "████    ██  ████    ████", "  ██          ██      ██",
      "  ██    ██    ██      ██", "██████      ██████  ██████",
    ]
    #expect(desk.terminal.lines == elapsed + [line, "> he"])
    #expect(desk.terminal.cursor == [4, 0])
    #expect(desk.display.show(.left))
    #expect(desk.terminal.lines[0] == "  ██        ██  ██  ██████")
    #expect(!desk.display.show(nil as ClockFace?))
    #expect(desk.terminal.lines == [line, "> he"])
    #expect(desk.terminal.unknown == [])
  }

  @Test("a second redraws the rows in which a digit differs, and no others")
  func second() {
    let desk = desk()
    _ = desk.display.show(.elapsed)
    let writes = desk.writes
    var status = Self.status
    status.elapsed = .seconds(70)
    desk.time += .seconds(1)
    desk.display.show(status, isHurried: false)
    #expect(desk.writes == writes + 1)
    // The last rows of 1:11 and 1:10 are the same.
    #expect(desk.lastWrite.components(separatedBy: "\u{1B}[K").count == 1 + 4)
    #expect(!desk.lastWrite.contains("\u{1B}[J"))
    #expect(desk.terminal.lines[0] == "  ██          ██    ██████")
    #expect(desk.terminal.lines.suffix(2) == [line, "> he"])
    // Nothing visible changes.
    status.elapsed += .milliseconds(300)
    desk.time += .seconds(1)
    desk.display.show(status, isHurried: false)
    #expect(desk.writes == writes + 1)
  }

  @Test("lines scroll away above it, and it goes with the status")
  func lines() {
    let desk = desk()
    _ = desk.display.show(.elapsed)
    desk.display.print("next song", as: .plain)
    desk.display.drawBlock()
    #expect(desk.terminal.lines.first == "next song")
    #expect(desk.terminal.lines.suffix(2) == [line, "> he"])
    #expect(desk.display.height == 24 - 2 - 5)
    desk.display.show(nil, isHurried: false)
    #expect(desk.terminal.lines == ["next song", "> he"])
    #expect(desk.display.height == 22)
  }

  @Test(
    "another size leaves no marks, with or without room for it", arguments: [1, 10, 20, 40, 100])
  func resize(columns: Int) {
    let desk = desk()
    _ = desk.display.show(.elapsed)
    let before = desk.terminal.lines
    desk.terminal.resize(columns: columns)
    desk.display.sizeChanged()
    desk.terminal.resize(columns: 60)
    desk.display.sizeChanged()
    #expect(desk.terminal.lines == before)
  }

  @Test("a small screen has no clock, and says so", arguments: [(12, 24), (60, 10)])
  func small(columns: Int, rows: Int) {
    let desk = desk(columns: columns, rows: rows)
    #expect(!desk.display.show(.elapsed))
    #expect(desk.terminal.lines.count == 2)
  }

  @Test("settling counts down to the beginning; a time left that is not known is no time")
  func times() {
    var status = Self.status
    #expect(status.time(on: .elapsed) == "1:11" && status.time(on: .left) == "1:40")
    status.elapsed = .seconds(-7)
    #expect(status.time(on: .elapsed) == "-0:07")
    status.left = TimeLeft(known: .zero, isMore: true)
    #expect(status.time(on: .left) == "-0:07")
    status.elapsed = .milliseconds(-400)
    #expect(status.time(on: .elapsed) == "-0:01")
  }

  @Test("a second has passed when it is over, and is left until then")
  func kitchenTimer() {
    var status = Self.status
    for (elapsed, passed, left) in [
      (0, "0:00", "20:00"), (600, "0:00", "20:00"), (999, "0:00", "20:00"),
      (1000, "0:01", "19:59"), (1_199_600, "19:59", "0:01"), (1_200_000, "20:00", "0:00"),
    ] {
      status.elapsed = .milliseconds(elapsed)
      status.left = TimeLeft(known: .seconds(1200) - status.elapsed, isMore: false)
      #expect(status.time(on: .elapsed) == passed && status.time(on: .left) == left)
    }
  }
}
