import MeditationTestSupport
import Testing

/// Two instances at once: each has its session, and they share history and cache.
@Suite("Two programs", .waiting)
struct TwoProgramsTests {
  @Test("lose no line of the shared history", .needs("tmux"))
  func history() throws {
    let workspace = try Workspace(songs: ["A.wav": 1])
    let terminals = try (0..<2).map { _ in try Terminal(in: workspace, ["A.wav"]) }
    for terminal in terminals { try terminal.waitFor("\n>") }
    let numbers = 0..<20
    for number in numbers {
      // Neither waits for the other.
      for (name, terminal) in terminals.enumerated() {
        try terminal.enter("find \(name)-\(number)")
      }
    }
    for terminal in terminals {
      try terminal.ask("volume 30")
      try terminal.enter("quit")
      try terminal.waitFor("ended with 0")
    }
    let kept = try workspace.text(".local/state/meditate/history").split(separator: "\n")
    for name in terminals.indices {
      #expect(kept.filter { $0.hasPrefix("find \(name)-") } == numbers.map { "find \(name)-\($0)" })
    }
    #expect(kept.count == 2 * (numbers.count + 2))
  }

  @Test("read the same files at once, and both cache them")
  func cache() throws {
    let workspace = try Workspace()
    let titles = (1...300).map { "Song \($0)" }
    let file = WaveFile(seconds: 0.1).bytes
    for title in titles { try workspace.write("songs/\(title).wav", file) }
    let processes = try (0..<4).map { _ in try workspace.start("songs") }
    for process in processes {
      try process.type("list all\nquit\n")
      let outcome = try process.finish(code: 0)
      #expect(outcome.warned == "")
      #expect(outcome.lines.count { $0.contains("Song ") } == 20 + titles.count)
    }
    #expect(try workspace.meditate("songs", typing: "list all\n").warned == "")
  }
}
