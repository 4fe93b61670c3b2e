import Foundation
import MeditationScreens
import MeditationTestSupport
import Testing

@testable import MeditationRemote

@Suite("Running sessions", .blocking) struct RunningSessionTests {
  @Test("a session that is stopped says so, and how it goes on")
  func stopped() async throws {
    let program = Process()
    program.executableURL = URL(fileURLWithPath: "/bin/cat")
    program.standardInput = Pipe()
    try program.run()
    let id = program.processIdentifier
    defer { kill(id, SIGKILL) }
    func title() -> String { Row(RunningSession(processID: id, status: nil)).title }
    #expect(title() == "does not answer")
    kill(id, SIGSTOP)
    #expect(try await Poll.wait { title() == "is stopped; 'kill -CONT \(id)' resumes it" })
  }

  @Test("a session that settles has the time until it begins")
  func settling() {
    let status = RunningSession.Status(
      phase: "listening", transport: "playing", elapsed: -7, left: 1_207,
      picked: RunningSession.Status.Picked(songs: 0))
    let row = Row(RunningSession(processID: 42, status: status))
    #expect(row.title == "settling")
    #expect(row.detail == "-0:07, 20:07 left")
  }
}
