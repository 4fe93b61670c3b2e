import SystemPackage
import Testing

/// Options that stand in the configuration file and in the environment.
@Suite("Settings")
struct SettingsTests {
  /// What is wrong with a setting, whether a line says it or a variable.
  static let wrongValues = [
    ("volume", "banana", "The value 'banana' is invalid for '--volume <N>'"),
    ("volume", "120", "There is no volume 120: it goes from 0 to 100."),
    ("start", "perhaps", "'start' is 'yes' or 'no'."),
    (
      "format", "xml",
      "The value 'xml' is invalid for '--format <format>'. Please provide one of 'text' and 'json'."
    ),
    (
      "pick", "3-1",
      "The value '3-1' is invalid for '--pick <LIST>': '3-1' runs backwards; did you mean '1-3'?"
    ),
  ]

  /// Lines that are a mistake, whatever the value is.
  static let wrongLines = [
    ("driver =", "'driver' needs a value."),
    ("volum = 50", "there is no option 'volum'. Did you mean 'volume'?"),
    ("volume 50", "a line is 'option = value', or a comment after '#'."),
  ]

  @Test(
    "a mistake in the file is told with its line, and left out",
    arguments: wrongLines + wrongValues.map { ("\($0) = \($1)", $2) })
  func file(line: String, complaint: String) throws {
    let workspace = try workspace(config: "# mine\n\(line)\nplain = yes\n")
    let place = "\(workspace.place(".config/meditate/config").string):2"
    try expectSession(in: workspace, warning: "\(place): \(complaint)")
  }

  @Test(
    "a mistake in the environment is told with its variable, and left out", arguments: wrongValues)
  func environment(option: String, value: String, complaint: String) throws {
    let variable = "MEDITATE_\(option.uppercased())"
    try expectSession(
      in: workspace(config: "plain = yes"), adding: [variable: value],
      warning: "\(variable): \(complaint)")
  }

  @Test("a script tells of them, too")
  func script() throws {
    let workspace = try workspace(config: "volume = banana")
    try workspace.write("a.txt", "song \"One\" 0:05\nexpect phase picking\n")
    let outcome = try workspace.meditate("script", "a.txt")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.warnings.count == 1)
    #expect(outcome.warned.contains("config:1: The value 'banana' is invalid"))
  }

  @Test("the command line wins over the environment, and that over the file")
  func weight() throws {
    let workspace = try workspace(config: "volume = 10\npick = 1\n")
    func volume(_ arguments: String..., environment: [String: String] = [:]) throws -> String? {
      let process = try workspace.start(
        bytes: (["--driver", "null", "A.wav"] + arguments).map { Array($0.utf8) },
        environment: workspace.environment.merging(environment) { $1 })
      try process.type("volume\n")
      process.endInput()
      return try process.finish().lines.last
    }
    #expect(try volume() == "Volume 10%")
    #expect(try volume(environment: ["MEDITATE_VOLUME": "20"]) == "Volume 20%")
    #expect(try volume("--volume", "30", environment: ["MEDITATE_VOLUME": "20"]) == "Volume 30%")
  }

  private func workspace(config: String) throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write("A.wav", WaveFile(seconds: 1).bytes)
    for folder in [".config", ".config/meditate"] { try workspace.makeFolder(folder) }
    try workspace.write(".config/meditate/config", config)
    return workspace
  }

  /// The program starts as if nothing had been set, but for one warning.
  private func expectSession(
    in workspace: Workspace, adding environment: [String: String] = [:], warning: String
  ) throws {
    let process = try workspace.start(
      "--driver", "null", "A.wav", environment: workspace.environment.merging(environment) { $1 })
    process.endInput()
    let outcome = try process.finish()
    #expect(outcome.ending == .exit(0))
    #expect(outcome.lines == ["Pick meditation songs", "1: A, 0:01", "No songs picked"])
    #expect(outcome.warnings == [warning])
  }
}
