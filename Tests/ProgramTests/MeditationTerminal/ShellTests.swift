import Glibc
import MeditationTestSupport
import SystemPackage
import Testing

/// The program and its shell, which share the terminal.
@Suite("In a shell", .waiting, .needs("tmux", "bash"))
struct ShellTests {
  private static let arguments = ["--driver", "null", "Alpha.wav"]

  private func workspace() throws -> Workspace {
    try Workspace(songs: ["Alpha.wav": 300])
  }

  @Test("when killed, it leaves a working shell and terminal")
  func killed() throws {
    let workspace = try workspace()
    let terminal = try Terminal.shell(in: workspace)
    try terminal.enter("stty -g > before")
    try terminal.enter(Terminal.program(Self.arguments))
    try terminal.waitFor(Shown.nothingPicked)
    try terminal.ask("1", "start")
    try terminal.waitFor("▶ Alpha")
    try killProgram(in: terminal)
    try terminal.waitFor("Killed")

    try terminal.enter("stty -g > after; echo $((6 * 7)) apples")
    try terminal.waitFor("$ stty -g > after; echo $((6 * 7)) apples\n42 apples")
    #expect(try workspace.read("after") == workspace.read("before"))

    try terminal.press("C-l")
    try terminal.enter(Terminal.program(Self.arguments))
    try terminal.waitForPrompt(after: Shown.nothingPicked)
    try terminal.ask("1", "start", "pause")
    try terminal.waitFor("‖ Alpha  0:0")
    try terminal.quitToShell()
    try terminal.enter("echo $((6 * 8)) pears")
    try terminal.waitFor("$ echo $((6 * 8)) pears\n48 pears")
  }

  @Test("when killed under a shell that does not reset the terminal, the next run repairs it")
  func killedInScript() throws {
    let workspace = try workspace()
    let program = try Terminal.program(Self.arguments)
    let terminal = try Terminal(
      in: workspace,
      running: "stty -g > before; \(program); echo killed; \(program); stty -g > after; "
        + "echo ended; read x")
    try terminal.waitFor(Shown.nothingPicked)
    try terminal.ask("1", "start")
    try killProgram(in: terminal)
    try terminal.waitForPrompt(after: "\nkilled\n")
    try terminal.ask("1", "start", "pause")
    try terminal.waitFor("‖ Alpha  0:0")
    try terminal.enter("quit")
    try terminal.waitFor("end") {
      $0.contains("> quit\nSession left") && $0.hasSuffix("\nended")
    }
    #expect(try workspace.read("after") == workspace.read("before"))
  }

  @Test("Ctrl-Z pauses and gives the terminal back; 'fg' brings status and line back")
  func suspended() throws {
    let terminal = try Terminal.shell(in: workspace())
    try terminal.enter(Terminal.program(Self.arguments))
    try suspendWhileTyping(in: terminal)
    try terminal.enter("echo $((6 * 7)) apples")
    try terminal.waitFor("$ echo $((6 * 7)) apples\n42 apples\n$")
    try terminal.enter("fg")
    try terminal.waitFor("status and line") { $0.contains("\n‖ Alpha") && $0.hasSuffix("\n> vol") }
    try terminal.enter("ume 45")
    try terminal.waitFor("Volume 45%")
  }

  @Test("plain lines give the terminal back to the shell, and take it again")
  func suspendedPlain() throws {
    let workspace = try workspace()
    let terminal = try Terminal.shell(in: workspace)
    try terminal.enter("stty -g > before")
    try terminal.enter(Terminal.program(["--plain"] + Self.arguments))
    try suspendWhileTyping(in: terminal)
    try terminal.enter("stty -g > stopped; cat > typed")
    try terminal.type("pearx")
    try terminal.press("BSpace")
    try terminal.enter("s")
    try terminal.press("C-d")
    try terminal.enter("fg")
    try terminal.waitFor("line") { $0.contains("Paused at 0:0") && $0.hasSuffix("\n> vol") }
    try terminal.enter("ume 45")
    try terminal.waitFor("> volume 45\nVolume 45%")
    try terminal.quitToShell()
    try terminal.enter("stty -g > after; echo $((6 * 7)) apples")
    try terminal.waitFor("\n42 apples")
    #expect(try workspace.read("typed") == Array("pears\n".utf8))
    for file in ["stopped", "after"] {
      #expect(try workspace.read(file) == workspace.read("before"))
    }
  }

  @Test("a terminal that is closed ends it")
  func closed() throws {
    let terminal = try Terminal(in: workspace(), Self.arguments)
    try terminal.waitFor(Shown.nothingPicked)
    try terminal.ask("1", "start")
    let program = try terminal.childProcessID
    try terminal.close()
    // Nobody may have asked for its exit code, but it has no command line any more.
    let line = FilePath("/proc/\(program)/cmdline")
    #expect(Poll.until { (try? line.read())?.isEmpty ?? true })
  }

  /// Starts a session, types half a command, and presses Ctrl-Z.
  private func suspendWhileTyping(in terminal: Terminal) throws {
    try terminal.waitFor(Shown.nothingPicked)
    try terminal.ask("1", "start")
    try terminal.type("vol")
    try terminal.waitFor("> vol")
    try terminal.press("C-z")
    try terminal.waitFor("Stopped")
  }

  /// Kills what the shell runs, as the kernel does that is out of memory.
  private func killProgram(in terminal: Terminal) throws {
    kill(try terminal.childProcessID, SIGKILL)
  }
}
