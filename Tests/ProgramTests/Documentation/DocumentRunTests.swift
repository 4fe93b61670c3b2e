import MeditationTestSupport
import Testing

/// The commands of the documentation, typed from nothing in the order of each page.
@Suite("The documentation, typed from its first line to its last", .waiting, .needs("bash"))
struct DocumentRunTests {
  /// What other machines and programs do.
  private static let elsewhere = ["ssh ", "scp ", " make ", "dunstctl"]

  @Test(
    "needs nothing that it has not made",
    arguments: ["README.md", "Documentation/Guide.md", "Documentation/Manual.md"])
  func page(name: String) throws {
    let page = try MarkdownFile(name)
    let workspace = try Self.workspace()
    let environment = SteeredSession.environment(of: workspace).merging(
      ["PATH": "\(workspace.place("bin")):/usr/local/bin:/usr/bin:/bin"]
    ) { $1 }
    let steered = try SteeredSession(
      in: workspace, "--start", "--plan", "off, for 1h", environment: environment)
    let printed = Set(page.codeBlocks.joined().map { $0.trimmingEnd(" ") })
    for (command, typed) in Self.commands(of: page) {
      let process = try workspace.startTool("bash", ["-c", command], environment: environment)
      // Locked sessions are left, too.
      try process.type((typed + ["unlock", "quit", ""]).joined(separator: "\n"))
      process.endInput()
      let outcome = try process.finish(code: command.contains(" do pley") ? 1 : 0)
      for line in outcome.warnings where !line.hasPrefix(Self.nothingToUnlock) {
        #expect(printed.contains(line), "\(command) \(typed): \(line)")
      }
    }
    withExtendedLifetime(steered) {}
  }

  private static let nothingToUnlock = "Nothing is playing."

  /// The lines of the shell, each with those that are typed at its prompt. Lines of a prompt without a
  /// program are typed in the one before, or in one that plays music.
  private static func commands(of page: MarkdownFile) -> [(command: String, typed: [String])] {
    var commands: [(command: String, typed: [String])] = []
    for block in page.codeBlocks {
      // A block without a prompt is a command only if it begins with this program.
      let isCommand = block.first?.hasPrefix("meditate ") ?? false
      for line in block {
        if line.hasPrefix("> ") {
          if commands.isEmpty { commands.append(("meditate ~/Music", [])) }
          commands[commands.count - 1].typed.append(String(line.dropFirst(2)))
        } else if line.hasPrefix("$ ") {
          commands.append((String(line.dropFirst(2)), []))
        } else if isCommand, line.hasPrefix("meditate ") {
          commands.append((line, []))
        }
      }
    }
    return commands.filter { command, _ in !elsewhere.contains(where: command.contains) }
  }

  /// A folder with this repository's samples, a music folder, and settings for silence.
  private static func workspace() throws -> Workspace {
    let workspace = try Workspace()
    for folder in ["bin", "Music"] { try workspace.makeFolder(folder) }
    try workspace.run("cp", ["-r", Repository.path("Samples").string, "."])
    try workspace.run("cp", ["-r", Repository.path("Samples/Songs").string, "Music/Rain"])
    try workspace.run("ln", ["-s", try Meditate.path.string, workspace.place("bin").string])
    try workspace.write(".config/meditate/config", "driver = null\nring-out = off\n")
    return workspace
  }
}
