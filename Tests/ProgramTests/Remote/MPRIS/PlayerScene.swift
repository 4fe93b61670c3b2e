import Testing

/// The program on a message bus of its own.
final class PlayerScene {
  static let path = "/org/mpris/MediaPlayer2"
  static let root = "org.mpris.MediaPlayer2"
  static let interface = "org.mpris.MediaPlayer2.Player"

  let bus: MessageBus
  let player: RunningProcess
  let name: String

  /// Starts the program, and waits for its name.
  ///
  /// - Parameter workspace: One with two songs of 10 minutes and 1 minute if there is none.
  init(_ arguments: [String] = ["A.wav", "B.wav"], in workspace: Workspace? = nil) throws {
    let workspace = try workspace ?? Workspace(songs: ["A.wav": 600, "B.wav": 60])
    bus = try MessageBus(in: workspace)
    player = try workspace.start(["--driver", "null"] + arguments, environment: bus.environment)
    name = "org.mpris.MediaPlayer2.meditate.instance\(player.processID)"
    try bus.waitForName(name)
  }

  /// Runs playerctl, which must succeed, and returns its output without the line break.
  @discardableResult
  func playerctl(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String
  {
    let outcome = try bus.run("playerctl", line.split(separator: " ").map(String.init))
    #expect(outcome.ending == .exit(0), "\(line): \(outcome)", sourceLocation: sourceLocation)
    return outcome.said.trimmingEnd("\n")
  }

  /// Runs playerctl, which must fail with a message that contains `text`.
  func refuses(
    _ line: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let outcome = try bus.run("playerctl", line.split(separator: " ").map(String.init))
    #expect(outcome.ending == .exit(1), "\(line)", sourceLocation: sourceLocation)
    #expect(outcome.warned.contains(text), "\(line): \(outcome)", sourceLocation: sourceLocation)
  }

  /// Calls a method; returns the data of the answer in the JSON of busctl.
  func call(_ interface: String, _ method: String, _ arguments: String...) throws -> Outcome {
    try bus.run(
      "busctl",
      ["--user", "--json=short", "call", name, Self.path, interface, method] + arguments)
  }

  func set(_ property: String, _ type: String, _ value: String) throws -> Outcome {
    try bus.run(
      "busctl",
      ["--user", "set-property", name, Self.path, Self.interface, property, type, "--", value])
  }

  /// The types and the values of properties, however long the answer takes: playerctl gives up after
  /// 25 s.
  func properties(
    _ properties: [String], of interface: String = PlayerScene.interface
  ) throws -> [String] {
    let outcome = try bus.run(
      "busctl",
      ["--user", "--timeout=600", "get-property", name, Self.path, interface] + properties)
    #expect(outcome.ending == .exit(0), "\(outcome)")
    return outcome.lines
  }

  /// The type and the value of a property of the player, as in "d 0.42".
  func property(_ property: String) throws -> String? { try properties([property]).first }
}
