import SystemPackage

/// A service on a message bus of a test's own, which prints each call with its strings, and
/// `released` when a lock that it gave is closed.
final class BusService {
  private let process: RunningProcess

  /// Starts a service of this name, and waits until it has the name.
  init(_ name: String, on bus: MessageBus) throws {
    process = try bus.workspace.startTool(
      "python3",
      [
        Repository.path("Tests/Services/bus-service.py").string,
        bus.workspace.place("bus").string, name,
      ], environment: bus.environment)
    try bus.waitForName(name)
  }

  /// The calls so far.
  var calls: [String] { process.said.split(separator: "\n").map(String.init) }

  /// Reads until there are as many calls, or a lock was released.
  func waitForCalls(_ count: Int) throws { try process.wait { $0.lineCount >= count } }
}
