import Foundation
import MeditationTestSupport
import SystemPackage
import Testing

/// A message bus of a test's own, with the tools that use it.
final class MessageBus {
  let workspace: Workspace
  let address: String
  private let daemon: RunningProcess

  /// Starts the bus and waits until it listens.
  init(in workspace: Workspace) throws {
    self.workspace = workspace
    try workspace.write("bus.conf", Self.configuration(socket: workspace.place("bus").string))
    // It reports much, and would stop if nobody read it.
    let command =
      "exec dbus-daemon --config-file=bus.conf --nofork --nopidfile --print-address 2>bus.log"
    daemon = try workspace.startTool("sh", ["-c", command])
    try daemon.wait(for: "\n")
    address = String(daemon.said.prefix { $0 != "\n" })
  }

  /// Ends the bus, like a crash.
  func kill() throws {
    daemon.signal(SIGKILL)
    try daemon.finish()
  }

  /// Makes the bus hang.
  func freeze() { daemon.signal(SIGSTOP) }

  /// An environment in which a program finds only this bus.
  var environment: [String: String] {
    workspace.environment(adding: ["DBUS_SESSION_BUS_ADDRESS": address])
  }

  /// Runs a tool to its end. 'busctl get-property' has no option for the time that it waits, which is
  /// 25 s without the variable.
  func run(_ tool: String, _ arguments: [String]) throws -> Outcome {
    let patient = environment.merging(["SYSTEMD_BUS_TIMEOUT": "600"]) { $1 }
    let process = try workspace.startTool(tool, arguments, environment: patient)
    process.endInput()
    return try process.finish()
  }

  /// Waits until a program owns `name`.
  func waitForName(_ name: String) throws {
    let isThere = try Poll.until {
      try run("busctl", ["--user", "--no-legend", "--acquired", "list"]).said.contains(name)
    }
    try #require(isThere, "nobody owns \(name)")
  }

  /// Watches the signals of the bus. It watches when this returns.
  func monitor() throws -> RunningProcess {
    let process = try workspace.startTool(
      "busctl", ["--user", "--json=short", "--match=type='signal'", "monitor"],
      environment: environment)
    try process.wait { !$0.diagnostics.isEmpty }
    return process
  }

  /// A session bus where everything is allowed, which reads no files of the system.
  private static func configuration(socket: String) -> String {
    """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
      "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type>
      <listen>unix:path=\(socket)</listen>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/>
        <allow own="*"/>
      </policy>
      <limit name="max_replies_per_connection">50000</limit>
    </busconfig>
    """
  }
}
