import Testing

@testable import MeditationTerminal

@Suite("Line editing") @MainActor struct TerminalCapabilityTests {
  struct Row: Sendable {
    var environment: [String: String] = ["TERM": "xterm-256color"]
    var isTerminal = true
    var isUsable: Bool
  }

  @Test(
    "needs a terminal of a capable type",
    arguments: [
      Row(isUsable: true),
      Row(isTerminal: false, isUsable: false),
      Row(environment: [:], isUsable: false),
      Row(environment: ["TERM": ""], isUsable: false),
      Row(environment: ["TERM": "dumb"], isUsable: false),
      Row(environment: ["TERM": "unheard-of"], isUsable: false),
    ])
  func isUsable(row: Row) {
    let isUsable = LiveTerminal.isUsable(
      environment: row.environment, isTerminal: row.isTerminal,
      isCapable: { $0.hasPrefix("xterm") })
    #expect(isUsable == row.isUsable)
  }

  @Test("asks about a terminal only where nothing else decides")
  func asksLast() {
    _ = LiveTerminal.isUsable(
      environment: ["TERM": "xterm"], isTerminal: false,
      isCapable: { _ in
        Issue.record("asked about a terminal that is none")
        return true
      })
  }
}
