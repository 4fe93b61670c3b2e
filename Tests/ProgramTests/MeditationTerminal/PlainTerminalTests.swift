import MeditationCore
import MeditationTestSupport
import Testing

/// A person who listens to a terminal: plain lines, with an edited line below them.
@Suite("At a plain terminal", .waiting, .needs("tmux"))
struct PlainTerminalTests {
  private static let arguments = ["--plain", "--driver", "null", "Alpha.wav", "Beta.wav"]

  private func workspace() throws -> Workspace {
    try Workspace(songs: ["Alpha.wav": 2, "Beta.wav": 120])
  }

  private func terminal(columns: Int = 80) throws -> Terminal {
    let terminal = try Terminal(in: workspace(), columns: columns, Self.arguments)
    try terminal.waitForPrompt(after: Shown.nothingPicked)
    return terminal
  }

  @Test("a line is edited, completed and recalled")
  func editing() throws {
    let terminal = try terminal()
    try terminal.press("v", "o", "l", "Tab", "5", "Left", "4", "Enter")
    try terminal.waitFor("> volume 45\nVolume 45%")
    try terminal.press("Up")
    try terminal.waitFor("recalled line") { $0.hasSuffix("\n> volume 45") }
    try terminal.press("BSpace", "6", "Enter")
    try terminal.waitFor("> volume 46\nVolume 46%")
    try terminal.press("C-r")
    try terminal.type("45")
    try terminal.press("Enter")
    try terminal.waitFor("> volume 45\nVolume 45%\n>")
  }

  @Test("a line ends with CR LF", .needs("script"))
  func lineEnds() throws {
    let workspace = try workspace()
    let program = try Terminal.program(Self.arguments)
    try workspace.run(
      "sh", ["-c", "printf 'volume 45\\nquit\\n' | script -qc \"TERM=xterm \(program)\" log"])
    let bytes = try workspace.read("log")
    #expect(bytes.firstRange(of: Array("Volume 45%\r\n".utf8)) != nil)
    #expect(bytes.firstRange(of: Array("\r\r\n".utf8)) == nil)
  }

  @Test("no key acts without a line")
  func singleKeys() throws {
    let terminal = try terminal()
    try terminal.ask("2", "start", "pause")
    try terminal.press("Space", "Left", "-")
    try terminal.waitFor("typed line") { $0.hasSuffix("\n> -") }
    try terminal.press("C-u")
    try terminal.enter("status")
    try terminal.waitFor("> status\n2 paused: Beta, 0:0")
  }

  @Test("pasted text is marked, so that a tab in it completes nothing")
  func pastedTab() throws {
    let terminal = try terminal()
    try terminal.paste(Array("vol\t45\n".utf8), isMarked: true)
    try terminal.waitFor("> vol 45\nVolume 45%")
  }

  @Test("what is refused is said in its place")
  func refusals() throws {
    let program = try Terminal.program(Self.arguments)
    let terminal = try Terminal(in: workspace(), running: "\(program) 2> errors; read -r wait")
    try terminal.waitForPrompt(after: Shown.nothingPicked)
    try terminal.enter("9")
    try terminal.waitFor("> 9\n\(Refusal.noSuchSong(number: 9, count: 2).text)")
  }

  @Test(
    "a terminal that cannot edit gathers lines itself, and gets plain ones without '--plain'",
    arguments: ["env -u TERM", "env TERM=", "env TERM=dumb"])
  func dumb(prefix: String) throws {
    let terminal = try Terminal(
      in: workspace(), after: prefix, Self.arguments.filter { $0 != "--plain" })
    try terminal.waitForPrompt(after: "2: Beta, 2:00\n\(Shown.nothingPicked)")
    try terminal.ask("all")
    try terminal.press("Up")
    try terminal.waitFor("> ^[[A")
    try terminal.press("C-u")
    try terminal.enter("help keys")
    try terminal.waitFor("> help keys\nIn a terminal:\n  Ctrl-U")
  }
}
