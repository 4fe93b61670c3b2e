import Glibc
import MeditationTestSupport
import Testing

/// Connections that are closed as soon as their lines are sent, or a little later.
@Suite("Random closes of a connection", .waiting)
struct SocketFuzzTests {
  @Test("lose no line that was sent before")
  func closes() async throws {
    let session = try SteeredSession(in: try Workspace())
    try await Fuzzing.repeatedly(60) { seed in
      var random = SeededGenerator(seed: seed)
      let volumes = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        Int.random(in: 0...100, using: &random)
      }
      let isAtOnce = Bool.random(using: &random)
      try send(volumes.map { "volume \($0)" }, atOnce: isAtOnce, to: session, &random)
      // The lines of two connections are performed in turn.
      var answer = ""
      let isPerformed = try Poll.until {
        answer = try session.meditate("do", "volume", code: nil).said
        return answer.contains("Volume \(volumes.last ?? 0)%")
      }
      #expect(isPerformed, "seed \(seed), \(volumes), at once \(isAtOnce): \(answer)")
    }
  }

  /// Sends lines, and closes the connection.
  private func send(
    _ lines: [String], atOnce: Bool, to session: SteeredSession, _ random: inout SeededGenerator
  ) throws {
    let client = try session.connect()
    if atOnce { return client.send(lines.joined(separator: "\n")) }
    for line in lines {
      client.send(line)
      usleep(.random(in: 0...3_000, using: &random))
    }
  }
}
