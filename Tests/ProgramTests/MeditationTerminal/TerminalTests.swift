import MeditationCore
import MeditationTestSupport
import Testing

/// A person at a terminal, who types key by key and looks at the screen.
@Suite("At a terminal", .waiting, .needs("tmux"))
struct TerminalTests {
  private func terminal(_ options: [String] = []) throws -> Terminal {
    let workspace = try Workspace(songs: ["Alpha.wav": 90, "Beta.wav": 120])
    return try Terminal(in: workspace, ["--driver", "null", "Alpha.wav", "Beta.wav"] + options)
  }

  @Test("on an empty line the space bar pauses and resumes; after letters it types")
  func keys() throws {
    let terminal = try terminal()
    try terminal.waitFor(Shown.nothingPicked)
    try terminal.enter("1")
    try terminal.enter("start")
    try terminal.waitFor("▶ Alpha")
    try terminal.press("Space")
    try terminal.waitFor("‖ Alpha")
    try terminal.press("Space")
    try terminal.waitFor("▶ Alpha")
    try terminal.press("p", "a", "u", "s", "x", "BSpace", "e", "Enter")
    try terminal.waitFor("‖ Alpha")
    try terminal.press("C-d")
    try terminal.waitFor("ended with 0")
  }

  @Test("Ctrl-C clears what is typed, and on an empty line leaves", arguments: [[], ["--plain"]])
  func interrupt(look: [String]) throws {
    let terminal = try terminal(look)
    try terminal.waitFor(Shown.nothingPicked)
    try terminal.press("a", "l", "l")
    try terminal.waitFor("> all")
    try terminal.press("C-c")
    // Two signals that wait at the same time are one.
    try terminal.waitForPrompt()
    try terminal.press("C-c")
    try terminal.waitFor("ended with 130")
    #expect(!(try terminal.screen.contains("picked: ")))
    #expect(!(try terminal.screen.contains("[x]")))
  }

  @Test("no key stops a locked session", arguments: [true, false])
  func locked(isLive: Bool) throws {
    let terminal = try terminal(isLive ? [] : ["--plain"])
    try terminal.ask("all", "start", "lock")
    let refusal = Refusal.locked.text
    // In plain lines, Ctrl-D ends the input for good.
    let keys = isLive ? ["C-c", "C-z", "Space", "Left", "C-c", "C-d"] : ["C-c", "C-z", "C-c"]
    for (count, key) in keys.enumerated() {
      try terminal.press(key)
      try terminal.waitFor("refusal \(count + 1)") {
        $0.ranges(of: refusal).count == count + 1
      }
    }
    #expect(!(try terminal.screen.contains("ended with")))
    for line in ["unlock", "quit"] { try terminal.enter(line) }
    try terminal.waitFor("ended with 0")
  }

  @Test("emoji of several scalars leave rows and columns as they are")
  func emoji() throws {
    let workspace = try Workspace(songs: ["👨‍👩‍👧‍👦🇩🇪❤️👍🏽 A.wav": 90, "B.wav": 90])
    let terminal = try Terminal(
      in: workspace, ["--driver", "null", "B.wav", "👨‍👩‍👧‍👦🇩🇪❤️👍🏽 A.wav"])
    try terminal.waitFor(Shown.nothingPicked)
    try terminal.enter("all")
    try terminal.enter("move 2 to 1")
    try terminal.enter("start")
    try terminal.waitFor("▶ 👨DE❤👍 A  0:0")
    try terminal.press("Space")
    try terminal.waitFor("‖ 👨DE❤👍 A  0:0")
    try terminal.type("status")
    try terminal.waitFor("\n> status")
    let rows = try terminal.screen.split(separator: "\n")
    #expect(rows.count { $0.contains("volume 100%") } == 1, "\(rows)")
    #expect(rows.contains("[x]  1  B          1:30") && rows.contains("[x]  2  👨DE❤👍 A  1:30"))
  }

  @Test("plain lines end with a row of their own")
  func plainEnd() throws {
    let terminal = try terminal(["--plain"])
    try terminal.waitFor("\n>")
    try terminal.press("C-d")
    try terminal.waitFor("\nended with 0")
  }
}
