import Glibc
import MeditationTestSupport
import Testing

/// The program in the background of an interactive shell, live and plain.
@Suite("In the background", .waiting, .needs("tmux", "bash"))
struct BackgroundTests {
  static let looks = [[], ["--plain"]]

  private func shell() throws -> Terminal {
    let workspace = try Workspace(songs: ["Alpha.wav": 300, "Short.wav": 3])
    try workspace.write("borrow.py", Self.borrower)
    return try Terminal.shell(in: workspace)
  }

  /// The line of a shell that plays `song`.
  private func playing(_ song: String, _ look: [String]) throws -> String {
    try Terminal.program(look + ["--driver", "null", "--start", song])
  }

  /// Sees that the shell has the terminal, and a job in the background.
  private func useShell(in terminal: Terminal) throws {
    try terminal.press("C-l")
    try terminal.enter("jobs -r | wc -l")
    try terminal.waitFor("$ jobs -r | wc -l\n1\n$")
    try terminal.enter("echo $((6 * 7)) apples")
    try terminal.waitFor("$ echo $((6 * 7)) apples\n42 apples\n$")
    #expect(try !terminal.screen.contains("\n▶"))
    #expect(try !terminal.screen.contains("song 1 of"))
  }

  /// Brings the program to the front, where it plays, and takes a line.
  private func bringBack(in terminal: Terminal, _ look: [String]) throws {
    try terminal.press("C-l")
    try terminal.enter("fg")
    try terminal.waitForPrompt()
    #expect(try !terminal.history.contains("Resumed"))
    if look.isEmpty {
      try terminal.waitForPrompt(after: "\n▶ Alpha")
    }
    try terminal.ask("volume 45")
    try terminal.waitFor("Volume 45%")
    if !look.isEmpty {
      try terminal.ask("status")
      try terminal.waitFor("1 playing: Alpha")
    }
    try terminal.quitToShell()
    try terminal.enter("echo $((6 * 8)) pears")
    try terminal.waitFor("$ echo $((6 * 8)) pears\n48 pears")
  }

  @Test("Ctrl-Z and 'bg', then 'fg'", arguments: looks)
  func suspended(look: [String]) throws {
    let terminal = try shell()
    try terminal.enter(playing("Alpha.wav", look))
    try terminal.waitForPrompt()
    try terminal.press("C-z")
    try terminal.waitFor("Stopped")
    try terminal.enter("bg")
    try useShell(in: terminal)
    try bringBack(in: terminal, look)
  }

  @Test("lines are held until 'fg' where lines are not edited, too")
  func held() throws {
    let terminal = try shell()
    try terminal.enter("TERM=dumb " + playing("Alpha.wav", []))
    try terminal.waitForPrompt()
    try terminal.press("C-z")
    try terminal.waitFor("Stopped")
    try terminal.enter("bg")
    try useShell(in: terminal)
    try terminal.press("C-l")
    try terminal.enter("fg")
    try terminal.waitForPrompt(after: "\n1 playing: Alpha, 0:")
    #expect(try !terminal.history.contains("Resumed"))
  }

  @Test("started by '&', then 'fg'", arguments: looks)
  func started(look: [String]) throws {
    let terminal = try shell()
    try terminal.enter(playing("Alpha.wav", look) + " &")
    try terminal.waitFor("[1] ")
    try useShell(in: terminal)
    try bringBack(in: terminal, look)
  }

  @Test("'bg' and 'fg' in one breath, again and again", arguments: looks)
  func hurried(look: [String]) throws {
    let terminal = try shell()
    try terminal.enter(playing("Alpha.wav", look))
    for _ in 1...5 {
      try terminal.waitForPrompt()
      try terminal.press("C-z")
      try terminal.waitFor("shell") { $0.hasSuffix("\n$") }
      try terminal.press("C-l")
      try terminal.enter("bg; fg")
    }
    try terminal.waitForPrompt()
    try terminal.ask("volume 45")
    try terminal.waitFor("Volume 45%")
  }

  /// Takes the terminal after a second, and gives it back. A program that waits for keys meanwhile
  /// notices nothing.
  private static let borrower = """
    import os, signal, time
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    time.sleep(1)
    owner = os.tcgetpgrp(0)
    os.tcsetpgrp(0, os.getpgrp())
    os.kill(owner, signal.SIGCONT)
    time.sleep(0.5)
    os.write(1, b"\\x1b[2J\\x1b[Hborrowed\\r\\n")
    os.tcsetpgrp(0, owner)
    """

  @Test("the terminal is given back without a word", .needs("python3"), arguments: looks)
  func borrowed(look: [String]) throws {
    let terminal = try shell()
    try terminal.enter("python3 borrow.py & \(playing("Alpha.wav", look))")
    try terminal.waitForPrompt(after: "borrowed")
    try terminal.ask("volume 45")
    try terminal.waitFor("Volume 45%")
  }

  @Test("stopped and continued by another program, then 'fg'", arguments: looks)
  func stoppedFromOutside(look: [String]) throws {
    let terminal = try shell()
    try terminal.enter(playing("Alpha.wav", look))
    try terminal.waitForPrompt()
    let program = try terminal.childProcessID
    kill(program, SIGSTOP)
    try terminal.waitFor("Stopped")
    kill(program, SIGCONT)
    try useShell(in: terminal)
    try bringBack(in: terminal, look)
  }

  @Test("stopped and continued where it keeps the terminal", arguments: looks)
  func stoppedInFront(look: [String]) throws {
    let workspace = try Workspace(songs: ["Alpha.wav": 300])
    let terminal = try Terminal(in: workspace, look + ["--driver", "null", "--start", "Alpha.wav"])
    try terminal.waitForPrompt()
    let program = try terminal.childProcessID
    kill(program, SIGSTOP)
    kill(program, SIGCONT)
    try terminal.ask("volume 45")
    try terminal.waitFor("Volume 45%")
    try terminal.enter("quit")
    try terminal.waitFor("ended with 0")
  }

  @Test("the session plays to its end and reports it", arguments: looks)
  func ends(look: [String]) throws {
    let terminal = try shell()
    try terminal.enter(playing("Short.wav", look) + " &")
    try terminal.waitFor("Session finished: 1 song heard, 0:03 listened")
    #expect(try !terminal.history.contains("\n▶"))
    try terminal.enter("wait %1; echo ended with $?")
    try terminal.waitFor("\nended with 0")
  }

  @Test("the session plays to its end after Ctrl-Z and 'bg'", arguments: looks)
  func endsAfterStop(look: [String]) throws {
    let terminal = try shell()
    try terminal.enter(playing("Short.wav", look))
    try terminal.waitForPrompt()
    try terminal.press("C-z")
    try terminal.waitFor("Stopped")
    try terminal.enter("bg")
    try terminal.waitFor("Session finished: 1 song heard, 0:03 listened")
  }
}
