import MeditationTestSupport
import Testing

@testable import MeditationPractice

/// Tables of other programs, which can be anything.
@Suite struct CSVFuzzTests {
  private static let headers = [
    "Started,Planned,Sat,End,Set,Plan,Songs,Note\r\n", "Started At,Duration,Preset,Activity\n",
    "StartedAt (UTC);Duration;Activity\n", "ID,Length,Started,Completed,Message\r",
    "\u{FEFF}End\tSat\tStarted\n", "date,minutes,note\n", "2026-04-20,20\n",
  ]
  private static let cells = [
    "2026-11-20T21:04:05+01:00", "1970-01-01T00:00:00Z", "0001-01-01T00:00:00-26:59:59",
    "9999-12-31T23:59:59+26:59:59", "2024-02-29T12:00:00-00:53:28", "04/20/2026 08:21:14",
    "12/31/9999 23:59:59", "01/01/0001 0:0:0", "2026-04-20 08:21", "1776666074", "1776666075000",
    "253402300799999", "9223372036854775807", "99999999999999999999", "-1", "0:20:00", "24:00:00",
    "24:00:01", "0:45", "1440", "99999999999999999999:59:59", "completed", "left", "failed", "",
    "'", "''=1", "=1", "＠", "'－", "\"", "\"a,\"\"b\r\n\"", "\"\r", "a; b\\; c\\\\", ";", "; ",
    "\\", " ", "\t", "\u{FEFF}", "\u{1B}[2J", "\u{9B}", "\u{202E}", "e\u{301}", "\0",
  ]

  private static func table(using random: inout some RandomNumberGenerator) -> [UInt8] {
    var bytes = Array((headers.randomElement(using: &random) ?? "").utf8)
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      for _ in 0..<Int.random(in: 0...9, using: &random) {
        bytes += (cells.randomElement(using: &random) ?? "").utf8
        if Int.random(in: 0...9, using: &random) > 0 {
          bytes.append(",;\t".utf8.randomElement(using: &random) ?? 0)
        }
      }
      bytes += "\n".utf8
    }
    for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      bytes[place] = .random(in: .min ... .max, using: &random)
    }
    return bytes
  }

  /// A line that each program accepts, with texts and numbers of our choice.
  private static func likely(using random: inout some RandomNumberGenerator) -> [UInt8] {
    func text() -> String {
      let words = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        cells.randomElement(using: &random) ?? ""
      }
      return "\"" + words.joined().replacing("\"", with: "\"\"") + "\""
    }
    let year = Int.random(in: 1_960...2_030, using: &random)
    let sat =
      "\(Int.random(in: 0...25, using: &random)):\(Int.random(in: 0...61, using: &random)):0"
    return Array(
      """
      Started,Sat,Planned,End,Set,Plan,Songs,Note
      \(year)-03-29T02:30:00+0\(Int.random(in: 0...9, using: &random)):00,\(sat),\(sat),left,\
      \(text()),\(text()),\(text()),\(text())
      """.utf8)
  }

  @Test("whatever a table is, each sit that is taken is valid, and comes back from its export")
  func tables() async {
    await Fuzzing.repeatedly(2_000) { seed in
      var random = SeededGenerator(seed: seed)
      let bytes: [UInt8] =
        switch seed % 4 {
        case 0:
          (0..<Int.random(in: 0...60, using: &random)).map { _ in
            .random(in: .min ... .max, using: &random)
          }
        case 1: Self.likely(using: &random)
        default: Self.table(using: &random)
        }
      for clock in [WallClock.berlin, .system] { check(bytes, clock, "seed \(seed)") }
    }
  }

  private func check(_ bytes: [UInt8], _ clock: WallClock, _ note: Comment) {
    let now = clock.now()
    let table = JournalImport(bytes, clock: clock)
    let sits = table.taken.map(\.sit)
    // An own export has plans of days, too.
    let longest = Duration.seconds(table.explanation.isEmpty ? 10_000 * 3_600 : 86_400)
    for sit in sits {
      #expect(sit.began.milliseconds >= 0 && sit.began <= clock.now(), note)
      #expect((Duration.zero...longest).contains(sit.sat), note)
      #expect(sit.planned.map { (Duration.zero...longest).contains($0) } ?? true, note)
      #expect(sit.end != nil && sit.began.date.year >= 1_969, note)
    }
    #expect(table.leftOut.allSatisfy { !$0.reason.isEmpty }, note)
    let again = JournalImport(
      Array(JournalCSV.text(of: sits).utf8), clock: WallClock(now: { now }, offset: clock.offset))
    #expect(again.leftOut == [], note)
    #expect(zip(again.taken, sits).map { $0.sit.withID($1.id) } == sits, note)
    #expect(again.taken.count == sits.count, note)
    #expect(JournalCSV.text(of: sits, isForTerminal: true).isHarmless, note)
  }
}

extension String {
  /// True if no line of the text could control a terminal.
  fileprivate var isHarmless: Bool {
    replacing("\r\n", with: "").unicodeScalars.allSatisfy {
      $0.properties.generalCategory != .control && !$0.properties.isBidiControl
    }
  }
}
