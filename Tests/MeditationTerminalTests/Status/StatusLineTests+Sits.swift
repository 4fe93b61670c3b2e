import MeditationControl
import MeditationCore
import MeditationLines
import MeditationPlan
import Testing

@testable import MeditationScreens
@testable import MeditationTerminal

@Suite("The status line of a sit") struct SitStatusLineTests {
  private static let status = SessionStatus(
    transport: .playing, title: "Soft Rain", position: .seconds(12), length: .seconds(130),
    peaks: [], place: 2, count: 5, left: TimeLeft(known: .seconds(900), isMore: false), volume: 80,
    sit: SitStatus(
      segment: .song, elapsed: .seconds(300), length: .time(.seconds(1200)), bell: .seconds(80),
      breath: BreathStatus(.box, at: .seconds(1), end: nil)))

  private func text(_ width: Int, _ change: (inout SessionStatus) -> Void = { _ in }) -> String {
    var status = Self.status
    change(&status)
    return StatusLine(status, width: width).text
  }

  @Test(
    "at each width: what is least needed gives way first",
    arguments: [
      (
        120,
        "▶ Soft Rain  0:12 ━━┃───────────────────── 2:10  left 15:00  bell in 1:20  in   3"
          + "  session 5:00  song 2 of 5  volume 80%"
      ),
      (
        100,
        "▶ Soft Rain  0:12 ┃─── 2:10  left 15:00  bell in 1:20  in   3"
          + "  session 5:00  song 2 of 5  volume 80%"
      ),
      (
        85,
        "▶ Soft Rain  0:12 ━┃──────────── 2:10  left 15:00  bell in 1:20  in   3"
          + "  session 5:00"
      ),
      (70, "▶ Soft Rain  0:12 ━┃─────────── 2:10  left 15:00  bell in 1:20  in   3"),
      (60, "▶ Soft Rain  0:12 ━┃───────── 2:10  left 15:00  bell in 1:20"),
      (45, "▶ Soft Rain  0:12 ┃───────── 2:10  left 15:00"),
      (40, "▶ Soft Rain  0:12 ┃──── 2:10  left 15:00"),
      (35, "▶ Soft Rain  0:12 2:10  left 15:00"), (33, "▶ Soft Ra…  0:12 2:10  left 15:00"),
      (31, "▶ Soft Rain  0:12  left 15:00"), (28, "▶ Soft Ra…  0:12  left 15:00"),
      (26, "▶ Soft Rain  0:12 2:10"),
    ])
  func table(width: Int, line: String) {
    #expect(text(width) == line)
  }

  @Test("40 columns keep the time left, whatever the song", arguments: [4, 20, 60, 200])
  func narrow(length: Int) {
    let line = text(40) { $0.title = String(repeating: "title ", count: length / 4) }
    #expect(line.hasSuffix("  left 15:00"), "\(line)")
    let hours = text(40) {
      $0.title = "A long title of a long song"
      ($0.position, $0.length) = (.seconds(3_700), .seconds(7_300))
    }
    #expect(hours.hasSuffix("  left 15:00"), "\(hours)")
  }

  private static func makeSilent(_ status: inout SessionStatus) {
    (status.title, status.place) = ("silence", nil)
    (status.position, status.length) = (.seconds(300), .seconds(1200))
    status.sit?.segment = .silence
  }

  @Test("a silence shows the session's own time and progress")
  func silence() {
    #expect(
      text(90, Self.makeSilent)
        == "▶ silence   5:00 ━━━━━┃─────────────── 20:00  left 15:00  bell in 1:20  in   3"
        + "  volume 80%")
    let open = text(90) {
      Self.makeSilent(&$0)
      $0.length = nil
      $0.sit?.length = .open
      $0.transport = .paused
    }
    #expect(open == "‖ silence  5:00  bell in 1:20  in   3  open  volume 80%")
  }

  @Test("settling counts down")
  func settling() {
    let line = text(90) {
      ($0.title, $0.place, $0.position, $0.length) = ("settling", nil, .seconds(7), nil)
      $0.left.known = .seconds(1207)
      $0.sit = SitStatus(
        segment: .settling, elapsed: .seconds(-7), length: .time(.seconds(1200)), bell: .seconds(7))
    }
    #expect(line == "▶ settling  0:07  left 20:07  bell in 0:07  volume 80%")
  }

  @Test("is never wider than it may be", arguments: 0...200)
  func fits(width: Int) {
    #expect(CellWidth.of(text(width)) <= width)
    #expect(CellWidth.of(text(width) { $0.place = nil }) <= width)
  }
}
