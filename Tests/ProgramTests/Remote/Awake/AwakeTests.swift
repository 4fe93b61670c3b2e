import Dispatch
import Glibc
import MeditationTestSupport
import Testing

@testable import MeditationRemote

/// The locks that keep the machine awake, of a logind and a screen saver of the tests' own.
@Suite("The machine stays awake", .waiting, .needs("dbus-daemon", "busctl", "python3"))
struct AwakeTests {
  private let workspace: Workspace
  private let bus: MessageBus

  init() throws {
    workspace = try Workspace()
    bus = try MessageBus(in: workspace)
  }

  /// Starts a sit that finds `bus` as that of the system or of the session.
  private func sit(asSystem: Bool = false, _ arguments: String...) throws -> RunningProcess {
    let name = asSystem ? "DBUS_SYSTEM_BUS_ADDRESS" : "DBUS_SESSION_BUS_ADDRESS"
    return try workspace.start(
      ["sit", "20m", "--plan", "off", "--driver", "null"] + arguments,
      environment: workspace.environment(adding: [name: bus.address]))
  }

  @Test("logind's lock is held while the session plays, and released at its end")
  func logind() throws {
    let logind = try BusService("org.freedesktop.login1", on: bus)
    let process = try sit(asSystem: true)
    try logind.waitForCalls(1)
    #expect(logind.calls == ["Inhibit 'idle' 'Meditation' 'Meditation session' 'block'"])
    try process.type("finish\n")
    try logind.waitForCalls(2)
    #expect(logind.calls.last == "released")
    process.endInput()
    let outcome = try process.finish(code: 0)
    #expect(outcome.warned == "")
  }

  @Test(
    "Ctrl-Z releases it before the program is stopped, and so does a kill",
    arguments: [SIGTSTP, SIGKILL])
  func ended(signal: Int32) throws {
    let logind = try BusService("org.freedesktop.login1", on: bus)
    let process = try sit(asSystem: true)
    try logind.waitForCalls(1)
    process.signal(signal)
    try logind.waitForCalls(2)
    #expect(logind.calls.last == "released")
    process.signal(SIGKILL)
  }

  @Test("logind's lock is taken again when logind is restarted")
  func restarted() throws {
    var logind: BusService? = try BusService("org.freedesktop.login1", on: bus)
    let lock = try #require(
      InhibitorLock(
        environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address], lookingEach: .milliseconds(20)))
    lock.hold(true)
    try logind?.waitForCalls(1)
    logind = nil
    let next = try BusService("org.freedesktop.login1", on: bus)
    try next.waitForCalls(1)
    #expect(next.calls == ["Inhibit 'idle' 'Meditation' 'Meditation session' 'block'"])
    lock.hold(false)
    try next.waitForCalls(2)
    #expect(next.calls.last == "released")
  }

  @Test("without logind, the screen saver is inhibited")
  func screenSaver() throws {
    let desktop = try BusService("org.freedesktop.ScreenSaver", on: bus)
    let process = try sit()
    try desktop.waitForCalls(1)
    try process.type("finish\n")
    try desktop.waitForCalls(2)
    #expect(desktop.calls == ["Inhibit 'Meditation' 'Meditation session'", "UnInhibit 7"])
  }

  @Test("where neither answers, there is no line")
  func neither() throws {
    let process = try sit(asSystem: true)
    try process.type("finish\n")
    process.endInput()
    let outcome = try process.finish(code: 0)
    #expect(outcome.warned == "")
  }

  @Test("awake = no asks nobody")
  func off() throws {
    let logind = try BusService("org.freedesktop.login1", on: bus)
    let process = try sit(asSystem: true, "--no-awake")
    try process.type("finish\n")
    process.endInput()
    try process.finish(code: 0)
    #expect(logind.calls == [])
  }
}
