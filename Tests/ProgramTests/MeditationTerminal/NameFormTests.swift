import MeditationPractice
import MeditationTestSupport
import Testing

/// A person who saves a set, and types its name at a terminal.
@Suite("The name form at a terminal", .waiting, .needs("tmux", "bash"))
struct NameFormTests {
  private static let arguments = ["--driver", "null", "Alpha.wav", "Beta.wav"]

  private func workspace() throws -> Workspace {
    try Workspace(songs: ["Alpha.wav": 4, "Beta.wav": 120])
  }

  private func terminal(in workspace: Workspace) throws -> Terminal {
    let terminal = try Terminal(in: workspace, Self.arguments)
    try terminal.waitForPrompt(after: Shown.nothingPicked)
    try terminal.ask("all")
    return terminal
  }

  /// Waits for a screen that ends with `lines`.
  private func wait(_ terminal: Terminal, _ lines: String...) throws {
    let end = lines.joined(separator: "\n")
    try terminal.waitFor(end) { $0.hasSuffix(end) }
  }

  @Test("'save' with a taken name asks at once whether to replace it")
  func takenAtOnce() throws {
    let terminal = try terminal(in: workspace())
    try terminal.ask("save Evening")
    try terminal.ask("save evening")
    try terminal.waitFor("'Evening' is unchanged.")
    try terminal.ask("unpick 1")
    try terminal.enter("save evening")
    try wait(
      terminal, "'y' replaces it; anything else goes back to the name", "Replace 'evening'?")
    try terminal.press("n", "Enter")
    try wait(terminal, "Type a name for the set; an empty line cancels", "Name:")
    try terminal.type("evening 2")
    try wait(terminal, "Enter saves 'evening 2'", "Name: evening 2")
    try terminal.press("Enter")
    try terminal.waitForPrompt()
  }

  @Test("no name gets into the history, and no line out of it into a name")
  func history() throws {
    let workspace = try workspace()
    let terminal = try terminal(in: workspace)
    try terminal.enter("save")
    try wait(terminal, "Name:")
    try terminal.press("Up", "Up", "x", "y", "z")
    try wait(terminal, "Enter saves 'xyz'", "Name: xyz")
    try terminal.press("Enter")
    try terminal.waitForPrompt()
    try terminal.press("Up")
    try wait(terminal, "> save")
    try terminal.press("Up")
    try wait(terminal, "> all")
    #expect(try workspace.text(".local/state/meditate/history") == "all\nsave\n")
  }

  @Test("a song that begins, another size and Ctrl-Z leave a half-typed name")
  func kept() throws {
    let workspace = try workspace()
    let terminal = try Terminal.shell(in: workspace)
    try terminal.enter(Terminal.program(Self.arguments))
    try terminal.waitFor(Shown.nothingPicked)
    try terminal.ask("all", "start")
    try terminal.waitFor("▶ Alpha")
    try terminal.enter("save")
    try wait(terminal, "Name:")
    for key in ["Space", "+", "-", "Space", "M"] { try terminal.press(key) }
    try wait(terminal, "Enter saves '+- M'", "Name:  +- M")
    try terminal.waitFor("next song") {
      $0.contains("▶   2  Beta") && $0.hasSuffix("\nEnter saves '+- M'\nName:  +- M")
    }
    try terminal.resize(columns: 30, rows: 10)
    try wait(terminal, "Enter saves '+- M'", "Name:  +- M")
    try terminal.press("C-z")
    try terminal.waitFor("shell") { $0.contains("Stopped") && $0.hasSuffix("\n$") }
    try terminal.enter("fg")
    try wait(terminal, "Enter saves '+- M'", "Name:  +- M")
    try terminal.press("C-c")
    try terminal.waitForPrompt(after: "Not saved.\n‖ Beta")
    try terminal.quitToShell()
  }

  @Test("where no line can be edited, the question is the prompt, too")
  func dumb() throws {
    let terminal = try Terminal(in: workspace(), after: "TERM=dumb", Self.arguments)
    try terminal.waitForPrompt()
    try terminal.ask("all")
    try terminal.enter("save")
    try wait(terminal, "Type a name for the set. An empty line cancels.", "Name:")
    try terminal.enter("a/b")
    try wait(terminal, SetName.Problem.slash.text, "Name:")
    try terminal.type("half")
    try terminal.press("C-c")
    try terminal.waitForPrompt(after: "Not saved.")
    try terminal.enter("save")
    try wait(terminal, "Name:")
    try terminal.enter("ab")
    try terminal.waitForPrompt(after: "\nName: ab\n")
    try terminal.press("C-d")
    try terminal.waitFor("ended with 0")
  }
}
