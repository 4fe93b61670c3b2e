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
    try terminal.waitForPrompt(after: "No songs picked")
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

  @Test("words that complete a line are printed above it, one a line")
  func completions() throws {
    let terminal = try terminal()
    try terminal.press("u", "n", "Tab", "Tab")
    try terminal.waitFor("completions") { $0.hasSuffix("\nundo\nunlock\nunpick\n> un") }
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

  @Test("what is printed meanwhile leaves what is typed")
  func message() throws {
    let terminal = try terminal()
    try terminal.ask("all", "start")
    try terminal.type("vol")
    try terminal.waitFor("next song") {
      // The prompt does not return by itself.
      $0.contains("\n> vol\n2 playing: Beta") && !$0.hasSuffix("\n>") && !$0.hasSuffix("> vol")
    }
    try terminal.enter("ume 45")
    try terminal.waitFor("> volume 45\nVolume 45%")
    #expect(try !terminal.screen.contains("▶"))
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

  @Test("pasted lines are taken one by one", arguments: [true, false])
  func paste(isMarked: Bool) throws {
    let terminal = try terminal()
    try terminal.paste(Array("all\nvolume 30\nvol".utf8), isMarked: isMarked)
    try terminal.waitFor("2 songs picked, 2:02")
    try terminal.waitFor("half a line") { $0.hasSuffix("> volume 30\nVolume 30%\n> vol") }
  }

  @Test("pasted text is marked, so that a tab in it completes nothing")
  func pastedTab() throws {
    let terminal = try terminal()
    try terminal.paste(Array("vol\t45\n".utf8), isMarked: true)
    try terminal.waitFor("> vol 45\nVolume 45%")
  }

  @Test("a narrower and a wider terminal hold the line")
  func resize() throws {
    let terminal = try terminal()
    try terminal.type("find morning rain")
    for columns in [12, 40, 15, 80] { try terminal.resize(columns: columns, rows: 24) }
    try terminal.waitFor("line") { $0.hasSuffix("\n> find morning rain") }
  }

  @Test("what is refused is said in its place")
  func refusals() throws {
    let program = try Terminal.program(Self.arguments)
    let terminal = try Terminal(in: workspace(), running: "\(program) 2> errors; read -r wait")
    try terminal.waitForPrompt(after: "No songs picked")
    try terminal.enter("9")
    try terminal.waitFor("> 9\nThere is no song 9")
  }

  @Test(
    "a terminal that cannot edit gathers lines itself, and gets plain ones without '--plain'",
    arguments: ["env -u TERM", "env TERM=", "env TERM=dumb"])
  func dumb(prefix: String) throws {
    let terminal = try Terminal(
      in: workspace(), after: prefix, Self.arguments.filter { $0 != "--plain" })
    try terminal.waitForPrompt(after: "2: Beta, 2:00\nNo songs picked")
    try terminal.ask("all")
    try terminal.press("Up")
    try terminal.waitFor("> ^[[A")
    try terminal.press("C-u")
    try terminal.enter("help keys")
    try terminal.waitFor("> help keys\nIn a terminal:\n  Ctrl-U")
  }
}
