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
}
