import Glibc
import MeditationTestSupport
import SystemPackage
import Testing

@testable import MeditationRemote

/// A session in a terminal that is steered from everywhere else, too: by its socket, by
/// `meditate do` and on a message bus of its own.
final class SharedSession {
  static let songCount = 6

  let workspace: Workspace
  let bus: MessageBus
  let terminal: Terminal
  private let environment: [String: String]
  private let socket: FilePath

  /// Starts the session with songs of ten minutes, and waits until it can be reached everywhere.
  init() throws {
    let workspace = try Workspace()
    self.workspace = workspace
    try SteeredSession.makeFolder(in: workspace)
    let names = (1...Self.songCount).map { "Song \($0).wav" }
    let wave = WaveFile(seconds: 600).bytes
    for name in names { try workspace.write(name, wave) }
    bus = try MessageBus(in: workspace)
    let folder = workspace.place("run")
    environment = bus.environment.merging(["XDG_RUNTIME_DIR": folder.string]) { $1 }
    terminal = try Terminal(
      in: workspace, columns: 160,
      after: "XDG_RUNTIME_DIR='\(folder)' DBUS_SESSION_BUS_ADDRESS='\(bus.address)'",
      ["--driver", "null"] + names)
    try terminal.waitFor(Shown.nothingPicked)
    let processID = try terminal.childProcessID
    let socket = folder.appending("meditate").appending("\(processID).sock")
    self.socket = socket
    try #require(Poll.until { access(socket.string, F_OK) == 0 }, "no socket")
    try bus.waitForName("org.mpris.MediaPlayer2.meditate.instance\(processID)")
  }

  func connect() throws -> SocketFollower { try SocketFollower(RawClient(to: socket)) }

  /// Starts `meditate do`.
  func startDo(_ arguments: [String]) throws -> RunningProcess {
    try workspace.start(["do"] + arguments, environment: environment)
  }

  /// Starts playerctl.
  func startPlayerctl(_ arguments: [String]) throws -> RunningProcess {
    try workspace.startTool("playerctl", arguments, environment: environment)
  }

  /// Starts to write each change that the bus announces to a file, as `format`.
  func follow(_ format: String, into file: String) throws -> RunningProcess {
    try workspace.startTool(
      "sh", ["-c", "exec playerctl --follow metadata --format '\(format)' >\(file)"],
      environment: environment)
  }

  /// The lines that `meditate do` prints.
  func ask(_ arguments: String...) throws -> [String] { try startDo(arguments).finish().lines }

  /// The output of playerctl, without its line break.
  func playerctl(_ arguments: String...) throws -> String {
    try startPlayerctl(arguments).finish().said.trimmingEnd("\n")
  }
}
