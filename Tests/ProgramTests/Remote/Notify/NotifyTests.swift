import MeditationTestSupport
import Testing

/// Notifications at the end of a sit, shown by a service of the tests' own.
@Suite("A notification at the end", .waiting, .needs("dbus-daemon", "busctl", "python3"))
struct NotifyTests {
  private static let name = "org.freedesktop.Notifications"
  private static let call = "Notify 'Meditation' 0 '' 'Session complete: sat 0:00' ''"

  private let workspace: Workspace
  private let bus: MessageBus

  init() throws {
    workspace = try Workspace()
    bus = try MessageBus(in: workspace)
  }

  private static func sit(_ arguments: [String]) -> [String] {
    ["sit", "0.2s", "--plan", "off", "--driver", "null", "--no-awake"] + arguments
  }

  /// Sits, without a terminal, to the end.
  private func sit(_ arguments: String...) throws -> Outcome {
    try workspace.start(Self.sit(arguments), environment: bus.environment).finish()
  }

  @Test("without a terminal, it is shown unless 'notify = no'")
  func withoutTerminal() throws {
    let service = try BusService(Self.name, on: bus)
    #expect(try sit("--notify", "no").ending == .exit(0))
    let outcome = try sit()
    #expect(outcome.ending == .exit(0))
    #expect(outcome.warned == "")
    try service.waitForCalls(1)
    #expect(try sit("--notify", "yes").ending == .exit(0))
    try service.waitForCalls(2)
    #expect(service.calls == [Self.call, Self.call])
  }

  @Test("in the front of a terminal, only if 'notify = yes'", .needs("tmux"))
  func front() throws {
    let service = try BusService(Self.name, on: bus)
    for (arguments, count) in [([], 0), (["--notify", "yes"], 1)] {
      let terminal = try Terminal(
        in: workspace, after: "DBUS_SESSION_BUS_ADDRESS='\(bus.address)'", Self.sit(arguments))
      try terminal.waitFor("ended with 0")
      try service.waitForCalls(count)
      #expect(service.calls == Array(repeating: Self.call, count: count))
    }
  }

  @Test("where nobody shows it, there is no line")
  func nobody() throws {
    let outcome = try sit()
    #expect(outcome.warned == "")
    #expect(outcome.ending == .exit(0))
  }

  @Test("a bus that hangs does not keep the program")
  func hanging() throws {
    let process = try workspace.start(Self.sit(["--no-remote"]), environment: bus.environment)
    bus.freeze()
    let outcome = try process.finish(code: 0)
    #expect(outcome.warned == "")
  }
}
