import MeditationControl
import MeditationCore
import MeditationLines
import MeditationPlan
import Testing

@testable import MeditationScreens
@testable import MeditationTerminal

@Suite("The status line") struct StatusLineTests {
  private static let status = SessionStatus(
    transport: .playing, title: "Four In, Six Out", position: .seconds(12),
    length: .seconds(130), peaks: [], place: 2, count: 5,
    left: TimeLeft(known: .seconds(754), isMore: true), volume: 80)

  private func text(_ width: Int, _ change: (inout SessionStatus) -> Void = { _ in }) -> String {
    var status = Self.status
    change(&status)
    return StatusLine(status, width: width).text
  }

  @Test(
    "at each width: the bar shrinks first; then volume goes, place, bar, title, length, and at last the time left",
    arguments: [
      (
        100,
        "▶ Four In, Six Out  0:12 ━┃─────────────────── 2:10  song 2 of 5  12:34+ left in session"
          + "  volume 80%"
      ),
      (83, "▶ Four In, Six Out  0:12 ┃─── 2:10  song 2 of 5  12:34+ left in session  volume 80%"),
      (80, "▶ Four In, Six Out  0:12 ━┃─────────── 2:10  song 2 of 5  12:34+ left in session"),
      (75, "▶ Four In, Six Out  0:12 ┃─────── 2:10  song 2 of 5  12:34+ left in session"),
      (63, "▶ Four In, Six Out  0:12 ━┃────────────────── 2:10  left 12:34+"),
      (50, "▶ Four In, Six Out  0:12 ┃────── 2:10  left 12:34+"),
      (34, "▶ Four In…  0:12 2:10  left 12:34+"), (33, "▶ Four In, Si…  0:12  left 12:34+"),
      (25, "▶ Four In, Si…  0:12 2:10"), (20, "▶ Four In, Si…  0:12"), (12, "▶ Fou…  0:12"),
      (8, "▶ 0:12"), (6, "▶ 0:12"), (5, "▶ 0:…"), (1, "…"), (0, ""),
    ])
  func table(width: Int, line: String) {
    #expect(text(width) == line)
  }

  @Test("a long title is cut only for the time left, and shows at most 40 cells")
  func longTitle() {
    let title = "A title that goes on for longer than anybody would read it"
    let long = { (status: inout SessionStatus) in status.title = title }
    let shown = "A title that goes on for longer than an…"
    for width in 66...200 { #expect(text(width, long).hasPrefix("▶ \(shown)  0:12 "), "\(width)") }
    #expect(text(70, long) == "▶ \(shown)  0:12 2:10  left 12:34+")
    #expect(text(57, long) == "▶ A title that goes on for longe…  0:12 2:10  left 12:34+")
    #expect(text(40, long) == "▶ A title that …  0:12 2:10  left 12:34+")
  }

  @Test("is never wider than it may be", arguments: 0...300)
  func fits(width: Int) {
    let titles = ["", "A", "海の波と風の音", String(repeating: "long ", count: 50), "👩‍👩‍👧🇩🇪e\u{301}"]
    for title in titles {
      for length in [nil, .zero, .seconds(59), .seconds(360_000)] as [Duration?] {
        let line = text(width) {
          $0.title = title
          $0.length = length
        }
        #expect(CellWidth.of(line) <= width, "\(line)")
      }
    }
  }

  @Test("says paused with a symbol, and an unknown length by leaving it out")
  func pausedAndUnknown() {
    let line = text(80) {
      $0.transport = .paused
      $0.length = nil
      $0.left = TimeLeft(known: .zero, isMore: true)
    }
    #expect(line == "‖ Four In, Six Out  0:12  song 2 of 5  0:00+ left in session  volume 80%")
  }

  @Test("says that there is no sound device before all else beside the song")
  func withoutDevice() {
    let held = { (status: inout SessionStatus) in
      status.transport = .paused
      status.isWithoutDevice = true
    }
    #expect(text(70, held).hasSuffix(" 2:10  no sound device  song 2 of 5"))
    #expect(text(50, held).hasSuffix(" 2:10  no sound device"))
    #expect(text(40, held).hasSuffix(" 2:10  no sound device"))
  }

  @Test("says that songs repeat, and how they are shuffled, where there is room")
  func habits() {
    let habits = { (status: inout SessionStatus) in
      status.repeats = .on
      status.seed = 42
    }
    #expect(text(120, habits).hasSuffix("  volume 80%  repeat  seed 42"))
    #expect(text(95, habits).hasSuffix("  volume 80%  repeat"))
  }

  @Test("80 columns have room for the volume of a session like the samples")
  func classicWidth() {
    let line = text(79) {
      ($0.title, $0.position, $0.length) = ("Opening Bowl", .seconds(5), .seconds(300))
      $0.left = TimeLeft(known: .seconds(1135), isMore: false)
    }
    #expect(
      line
        == "▶ Opening Bowl  0:05 ┃──── 5:00  song 2 of 5  18:55 left in session  volume 80%")
  }

  @Test("a longer position does not push the others about")
  func steady() {
    let early = text(90) { $0.length = .seconds(700) }
    let late = text(90) {
      $0.length = .seconds(700)
      $0.position = .seconds(650)
    }
    #expect(early.hasPrefix("▶ Four In, Six Out   0:12 "))
    #expect(CellWidth.of(early) == CellWidth.of(late))
  }
}
