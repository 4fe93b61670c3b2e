import MeditationLanguage
import MeditationPlan
import MeditationTestSupport
import Testing

/// Random bytes and random words: every input gives a result, and a plan is written so that it parses as
/// the same one.
struct FuzzTests {
  static let words = [
    "pick", "unpick", "all", "none", "seek", "volume", "help", "p", "1", "3-5", "7-", "0", "-", ",",
    "1:30", "+10", "-1:75", "50%", "101%", "9223372036854775807", "wait", "expect",
    "find", "/", "sort", "title", "shuffle", "repeat", "on", "move", "to", "undo", "list", "found",
    "order", "phase", "for", "for 20m", "settle", "bells", "every", "at", "random", "bell",
    "bell ./a.wav", "volume 60", "fade 5s", "breath", "4-7-8", "plan", "off", ", ", "\"a, b\"",
    "+5m", "open", "\\\"",
    "playing", "refusal", "fail", "lose", "device", "song", "\"", "\"a\"", "by", "#", "\\", "\r",
    "\n", "\u{0}", "\u{FEFF}", "\u{301}", "\u{202E}", "end-of-song",
    "note", "journal note", "journal delete", "save", "load", "rename", "sit", "set", "set volume",
    "20m", "Evening", "go to bed", "\t",
  ]

  @Test("soups of bytes", arguments: [0x5EED, 0xB0B])
  func bytes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<10_000 {
      let length = Int.random(in: 0...40, using: &random)
      check((0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    }
  }

  @Test("soups of the language's own words", arguments: [0x50A9, 0xCAFE])
  func words(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<10_000 {
      let soup = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        (Self.words.randomElement(using: &random) ?? "") + (Bool.random(using: &random) ? " " : "")
      }
      check(Array(soup.joined().utf8))
    }
  }

  // Plain conditions: an expectation for each check would cost more than the check.
  private func check(_ bytes: [UInt8]) {
    let line = String(decoding: bytes, as: UTF8.self)
    _ = Commands.completions(of: line)
    _ = try? IdentifiedCommand.split(line)
    do {
      let command = try CommandParser.parse(line)
      if case .plan(let steps) = command,
        (try? CommandParser.parse(PlanText.line(of: steps))) != command
      {
        Issue.record("\(bytes) is \(command), which is not itself again")
      }
    } catch {
      if !isPresentable("\(error)") { Issue.record("\(bytes) is answered by \(error)") }
    }
    do {
      _ = try ScriptParser.parse(bytes)
    } catch {
      for line in error.lines where !isPresentable(line.message) {
        Issue.record("\(bytes) is answered by \(line)")
      }
    }
  }

  /// True if a message is one short line that is safe to print on a terminal.
  private func isPresentable(_ message: String) -> Bool {
    !message.isEmpty && message.unicodeScalars.count < 200
      && !message.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{7F}" || $0 == "\u{202E}" }
  }
}
