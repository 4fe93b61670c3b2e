import CommandLanguage
import MeditationCore
import Testing

@testable import TerminalView

@Suite("Help on a terminal") struct HelpTextTests {
  @Test("without a width, each command is one line")
  func plain() {
    let lines = HelpText.lines(on: nil, in: .picking, width: nil)
    #expect(lines.count == CommandSpec.topics.count + 3)
    #expect(lines[1].hasSuffix("takes them out; while listening, goes to that song."))
  }

  @Test(
    "no word is broken, nothing is lost, nothing is too wide", arguments: [40, 60, 80, 300])
  func widths(width: Int) {
    let pages = { (width: Int?) in
      [HelpText.lines(on: nil, in: .listening, width: width), HelpText.keys(width: width)]
        + CommandSpec.topics.map { HelpText.lines(on: $0.name, in: .picking, width: width) }
    }
    for (narrow, wide) in zip(pages(width), pages(nil)) {
      #expect(narrow.map(CellWidth.of).max() ?? 0 <= width)
      #expect(words(narrow) == words(wide))
    }
  }

  private func words(_ lines: [String]) -> [Substring] {
    lines.joined(separator: " ").split(separator: " ")
  }

  @Test("what a command does hangs beside it, or below one that is long", arguments: layouts)
  func layout(width: Int, seek: [String]) {
    let lines = HelpText.lines(on: nil, in: .listening, width: width)
    let start = lines.firstIndex { $0.hasPrefix("  previous") } ?? 0
    #expect(Array(lines[start...].prefix(seek.count)) == seek)
  }

  private static let layouts: [(Int, [String])] = [
    (
      40,
      [
        "  previous       Begins the song again;",
        "                 in its first 3 seconds,",
        "                 goes to the one before.",
        "  seek TIME | +TIME | -TIME | PERCENT%",
        "                 Goes to a time in the",
        "                 song, or forwards or",
        "                 backwards from here.",
      ]
    ),
    (
      60,
      [
        "  previous              Begins the song again; in its first",
        "                        3 seconds, goes to the one before.",
        "  seek TIME | +TIME | -TIME | PERCENT%",
        "                        Goes to a time in the song, or",
        "                        forwards or backwards from here.",
      ]
    ),
    (
      80,
      [
        "  previous                    Begins the song again; in its first 3 seconds,",
        "                              goes to the one before.",
        "  seek TIME | +TIME | -TIME | PERCENT%",
        "                              Goes to a time in the song, or forwards or",
        "                              backwards from here.",
      ]
    ),
  ]
}
