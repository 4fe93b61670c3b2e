import Glibc
import MeditationTestSupport
import SystemPackage
import Testing

/// A bus that is not there, goes away, hangs or floods.
@Suite("MPRIS faults", .waiting, .needs("dbus-daemon", "busctl", "playerctl"))
struct PlayerFaultTests {
  @Test("a bus that is named but not there is reported in one line")
  func noBus() throws {
    let workspace = try Workspace(songs: ["A.wav": 600])
    for address in ["unix:path=/nowhere/bus", "nonsense", "unixexec:path=/bin/false"] {
      let player = try workspace.start(
        "--driver", "null", "--start", "A.wav",
        environment: workspace.environment(adding: ["DBUS_SESSION_BUS_ADDRESS": address]))
      try player.waitForWarnings()
      try player.type("pause\nplay\nfinish\n")
      let outcome = try player.finish(code: 0)
      #expect(outcome.warnings.count == 1)
      #expect(
        outcome.warned.hasPrefix("Media keys do not work: the session bus cannot be reached: "))
    }
  }

  @Test("without a named bus, there is no line, and the library is not linked")
  func silent() throws {
    let workspace = try Workspace(songs: ["A.wav": 1])
    let outcome = try workspace.meditate("A.wav", typing: "status\n")
    #expect(outcome.warned == "")
    let linked = try workspace.ask("ldd", [try Meditate.path.string])
    #expect(!linked.contains("libsystemd"))
  }

  @Test("a name that is taken gets a suffix; if all are, one line says so", arguments: [1, 9])
  func taken(count: Int) throws {
    let workspace = try Workspace(songs: ["A.wav": 600])
    let bus = try MessageBus(in: workspace)
    // The shell becomes the program, with the same process id.
    let program = try Terminal.program(["--driver", "null", "--start", "A.wav"])
    let player = try workspace.startTool(
      "sh", ["-c", "read line; exec \(program)"], environment: bus.environment)
    let name = "org.mpris.MediaPlayer2.meditate.instance\(player.processID)"
    let client = try RawBusClient(socket: workspace.place("bus"))
    for number in 1...count { try client.own(number == 1 ? name : "\(name)_\(number)") }
    try player.type("\n")
    if count == 1 {
      try bus.waitForName("\(name)_2")
    } else {
      try player.waitForWarnings()
    }
    try player.type("pause\nfinish\n")
    let outcome = try player.finish(code: 0)
    #expect(
      outcome.warned
        == (count == 1
          ? "" : "Media keys do not work: another program has the player's name.\n"))
  }

  @Test("a bus that is killed is reported in one line, and the session goes on")
  func killed() throws {
    let scene = try PlayerScene(["--start", "A.wav"])
    try scene.bus.kill()
    try scene.player.waitForWarnings()
    try scene.player.type("pause\nplay\nseek 5:00\nfinish\n")
    let outcome = try scene.player.finish(code: 0)
    #expect(outcome.warnings == ["The session bus is gone; media keys no longer work."])
    #expect(outcome.said.contains("At 5:00"))
  }

  @Test("a bus that hangs does not hold up the session")
  func frozen() throws {
    let scene = try PlayerScene(["--start", "A.wav"])
    scene.bus.freeze()
    for second in 1...500 { try scene.player.type("volume \(second % 100)\nseek \(second)\n") }
    try scene.player.type("finish\n")
    let outcome = try scene.player.finish(code: 0)
    #expect(outcome.warned == "")
    #expect(outcome.said.contains("At 8:20"))
  }

  @Test("each of 10,000 calls is answered; the session and others are served meanwhile")
  func flood() throws {
    let scene = try PlayerScene(["--start", "A.wav"])
    let before = try residentKilobytes(of: scene.player.processID)
    let client = try RawBusClient(socket: scene.bus.workspace.place("bus"))
    let count = 10_000
    let methods = ["PlayPause", "Previous", "OpenUri", "Pause", "Play"]
    var calls: [UInt8] = []
    for number in 0..<count {
      calls += client.call(
        methods[number % methods.count], to: scene.name, PlayerScene.path, PlayerScene.interface)
    }
    try client.send(calls)
    try scene.player.type("volume 42", until: "Volume 42%")
    #expect(try scene.property("Volume") == "d 0.42")
    try client.waitForAnswers(count)
    // OpenUri needs an argument.
    #expect(client.returnCount == count / 5 * 4)
    #expect(client.errorCount == count / 5)
    #expect(try scene.playerctl("status") == "Playing")
    let growth = try residentKilobytes(of: scene.player.processID) - before
    #expect(growth < 30_000, "\(growth) kB")
    try scene.player.type("finish\n")
    let outcome = try scene.player.finish(code: 0)
    #expect(outcome.warned == "")
  }

  @Test("a client that floods and never reads, or leaves, does no harm")
  func deaf() throws {
    let scene = try PlayerScene(["--start", "A.wav"])
    for _ in 1...3 {
      let client = try RawBusClient(socket: scene.bus.workspace.place("bus"))
      var calls: [UInt8] = []
      for _ in 0..<2_000 {
        calls += client.call("PlayPause", to: scene.name, PlayerScene.path, PlayerScene.interface)
      }
      try client.send(calls)
    }
    #expect(["Playing", "Paused"].contains(try scene.playerctl("status")))
    try scene.player.type("finish\n")
    #expect(try scene.player.finish().warned == "")
  }

  private func residentKilobytes(of process: pid_t) throws -> Int {
    let status = try FilePath("/proc/\(process)/status").text()
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return try #require(line?.split { !$0.isNumber }.first.flatMap { Int($0) })
  }
}
