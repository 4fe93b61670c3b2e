import Testing

@testable import TerminalView

@Suite("The rendering") struct RenderingTests {
  struct Row: Sendable {
    var environment: [String: String] = ["TERM": "xterm-256color"]
    var isTerminal = true
    var plainOption = false
    var rendering: Rendering
  }

  @Test(
    "is plain unless all speaks for live",
    arguments: [
      Row(rendering: .live),
      Row(isTerminal: false, rendering: .plain),
      Row(plainOption: true, rendering: .plain),
      Row(environment: [:], rendering: .plain),
      Row(environment: ["TERM": ""], rendering: .plain),
      Row(environment: ["TERM": "dumb"], rendering: .plain),
      Row(environment: ["TERM": "unheard-of"], rendering: .plain),
      Row(environment: ["TERM": "xterm", "MEDITATE_PLAIN": "1"], rendering: .plain),
      Row(environment: ["TERM": "xterm", "MEDITATE_PLAIN": "0"], rendering: .live),
      Row(environment: ["TERM": "xterm", "MEDITATE_PLAIN": ""], rendering: .live),
    ])
  func choose(row: Row) {
    let rendering = Rendering.choose(
      environment: row.environment, isTerminal: row.isTerminal, plainOption: row.plainOption,
      isCapable: { $0.hasPrefix("xterm") })
    #expect(rendering == row.rendering)
  }

  @Test("queries the terminal only if nothing else decides")
  func asksLast() {
    _ = Rendering.choose(
      environment: ["TERM": "xterm"], isTerminal: false, plainOption: false,
      isCapable: { _ in
        Issue.record("asked about a terminal that is none")
        return true
      })
  }
}
