import MeditationTestSupport
import SystemPackage
import Testing

@testable import meditate

/// Options in the configuration file and in the environment.
@Suite("Settings", .waiting)
struct SettingsTests {
  @Test(
    "a mistake in the file is reported with its line, and ignored",
    arguments: wrongLines + wrongValues.map { ("\($0) = \($1)", $2) })
  func file(line: String, complaint: String) throws {
    let workspace = try workspace(config: "# mine\n\(line)\nplain = yes\n")
    let place = "\(workspace.place(".config/meditate/config").string):2"
    try expectDefaults(in: workspace, warning: "\(place): \(complaint)")
  }

  @Test(
    "a mistake in the environment is reported with its variable, and ignored",
    arguments: wrongValues)
  func environment(option: String, value: String, complaint: String) throws {
    let variable = "MEDITATE_\(option.uppercased().replacing("-", with: "_"))"
    try expectDefaults(
      in: workspace(config: "plain = yes"), adding: [variable: value],
      warning: "\(variable): \(complaint)")
  }

  @Test("the program reports a mistake, and starts")
  func start() throws {
    let workspace = try workspace(config: "volume = banana\nplain = yes\n")
    let place = "\(workspace.place(".config/meditate/config").string):1"
    let complaint = try #require(Self.wrongValues.first).2
    try expectSession(in: workspace, warning: "\(place): \(complaint)")
  }

  @Test(
    "what keeps the program from starting is reported with its source", arguments: impossibleValues)
  func impossible(name: String, value: String, code: Int32, reason: String) throws {
    let inFile = try workspace(config: "\n\(name) = \(value)\n")
    let place = "\(inFile.place(".config/meditate/config").string):2"
    let variable = "MEDITATE_\(name.uppercased().replacing("-", with: "_"))"
    let inEnvironment = try workspace(config: "")
    let typed = try workspace(config: "\(name) = \(value)\n")
    let starts: [(Workspace, [String: String], [String], String)] = [
      (inFile, [:], [], "\(place): "), (inEnvironment, [variable: value], [], "\(variable): "),
      (typed, [:], ["--\(name)", value], ""),
    ]
    for (workspace, environment, arguments, source) in starts {
      let outcome = try workspace.meditate(
        ["A.wav"] + arguments, environment: workspace.environment(adding: environment), code: code)
      #expect(outcome.said == "")
      #expect(outcome.warnings == ["\(source)\(reason)"])
    }
  }

  @Test("'times' writes the times of plain lines as on a clock or in words, from then on")
  func times() throws {
    let workspace = try workspace(config: "")
    let typed = """
      for 20m, breath 4-7-8
      set times words
      for 30m
      plan
      set times clock
      for 1h30

      """
    let lines = try workspace.meditate("A.wav", typing: typed).lines
    for line in [
      "Session 20:00", "Breath in 0:04, hold 0:07, out 0:08", "Setting: times = words.",
      "Session 30 minutes", "30 minutes: the session ends, 'for 30m'", "Session 1:30:00",
    ] {
      #expect(lines.contains(line), "\(line)")
    }
    let words = try workspace.meditate("--times", "words", "A.wav", typing: "all\n")
    #expect(words.lines.contains("1 song picked, 1 second"))
  }

  @Test("a setting that the command refuses beside its options is ignored, and reported")
  func together() throws {
    let workspace = try workspace(config: "format = json\n")
    try workspace.write("a.txt", "song \"One\" 0:05\nexpect phase picking\n")
    let script = try workspace.meditate("script", "--tap", "a.txt")
    #expect(
      script.warnings.first
        == "\(workspace.place(".config/meditate/config").string):1: "
        + "--tap and --format json cannot be combined.")
    #expect(script.lines.first == "TAP version 13")
  }

  @Test(
    "a variable that is no setting, or is empty, is reported, and ignored",
    arguments: [
      ("MEDITATE_XYZ", "1", "there is no setting 'xyz'."),
      ("MEDITATE_VOLUM", "1", "there is no setting 'volum'. Did you mean 'volume'?"),
      ("MEDITATE_PLAIN", "", "'plain' must be 'yes' or 'no'."),
      (
        "MEDITATE_START", "yes",
        "'start' is no setting: it is about one run of the program. Type '--start'."
      ),
      ("MEDITATE_DRIVER", "", "'driver' needs a value."),
    ])
  func variables(variable: String, value: String, complaint: String) throws {
    try expectDefaults(
      in: workspace(config: "plain = yes"), adding: [variable: value],
      warning: "\(variable): \(complaint)")
  }

  @Test("the environment can turn off a flag of the file")
  func flagOff() throws {
    let workspace = try workspace(config: "remote = no\nplain = yes\n")
    let outcome = try workspace.meditate(
      "--driver", "null", "A.wav", typing: "settings\n",
      environment: workspace.environment(adding: ["MEDITATE_REMOTE": "yes"]))
    #expect(outcome.said.contains("\nremote: yes, environment\n"))
  }

  @Test(
    "' #' begins a comment; quotes keep a value as it is",
    arguments: [
      ("volume = 30 # soft", "Volume 30%"), ("volume=30\t#soft", "Volume 30%"),
      ("volume = \"30\"# soft", "Volume 30%"), ("VOLUME = \"30\"\r", "Volume 30%"),
    ])
  func comments(line: String, answer: String) throws {
    let workspace = try workspace(config: "\(line)\nplain = yes # always\n")
    let outcome = try workspace.meditate("--driver", "null", "A.wav", typing: "volume\n")
    #expect(outcome.lines.last == answer)
    #expect(outcome.warnings == [])
  }

  @Test("a '#' within a value belongs to it", arguments: [("A#1", "A#1"), ("\"A #1\"", "A #1")])
  func hash(written: String, value: String) throws {
    let workspace = try workspace(config: "device = \(written)\n")
    let settings = Settings(environment: workspace.environment, typed: ["A.wav"])
    #expect(settings.complaints == [])
    #expect(settings.words == ["--device=\(value)"])
  }

  @Test("a file that cannot be read is reported, and the program starts")
  func unreadable() throws {
    let config = ".config/meditate/config"
    let reasons: [(reason: String, make: (Workspace) throws -> Void)] = [
      ("it is a folder, not a file", { try $0.makeFolder(config) }),
      ("it is a pipe, not a file", { try $0.run("mkfifo", [config]) }),
      ("its symbolic links form a loop", { try $0.run("ln", ["-s", "config", config]) }),
      (
        "it is larger than 1 MB", { try $0.write(config, [UInt8](repeating: 0x23, count: 2 << 20)) }
      ),
    ]
    for (reason, make) in reasons {
      let workspace = try workspace(config: "")
      try workspace.remove(config)
      try make(workspace)
      try expectSession(
        in: workspace, adding: ["MEDITATE_PLAIN": "yes"],
        warning: "\(workspace.place(config).string) cannot be read: \(reason).")
    }
  }

  @Test("without a file there is no message")
  func missing() throws {
    let workspace = try workspace(config: "")
    try workspace.remove(".config/meditate/config")
    #expect(try workspace.meditate("--driver", "null", "A.wav").warnings == [])
  }

  private func workspace(config: String) throws -> Workspace {
    let workspace = try Workspace(songs: ["A.wav": 1])
    try workspace.write(".config/meditate/config", config)
    return workspace
  }

  /// All settings but 'plain' have their defaults, and there is one warning.
  private func expectDefaults(
    in workspace: Workspace, adding environment: [String: String] = [:], warning: String
  ) throws {
    let settings = Settings(
      environment: workspace.environment(adding: environment),
      typed: ["--driver", "null", "A.wav"])
    #expect(settings.complaints == [warning])
    #expect(settings.words == ["--plain"])
  }

  /// The program starts with default settings and one warning.
  private func expectSession(
    in workspace: Workspace, adding environment: [String: String] = [:], warning: String
  ) throws {
    let outcome = try workspace.meditate(
      "--driver", "null", "A.wav", environment: workspace.environment(adding: environment))
    #expect(outcome.lines == ["Pick meditation songs", "1: A, 0:01", Shown.nothingPicked])
    #expect(outcome.warnings == [warning])
  }
}
