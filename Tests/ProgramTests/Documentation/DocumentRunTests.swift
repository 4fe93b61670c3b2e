import MeditationCore
import MeditationTestSupport
import SystemPackage
import Testing

/// The commands of the documentation, typed from nothing in the order of each page.
@Suite("The documentation, typed from its first line to its last", .waiting, .needs("bash"))
struct DocumentRunTests {
  /// Lines that need another machine, or programs that the tests do not need.
  private static let elsewhere = ["ssh ", "scp ", " make ", "dunstctl", "nc -N"]

  /// A line of the shell, and what is typed at the prompt of its program.
  private struct Step {
    var command: String
    var typed: [String] = []
  }

  @Test(
    "needs nothing that it has not made, and is refused nothing but what it shows",
    arguments: [
      "README.md", "Documentation/Guide.md", "Documentation/Manual.md", "Documentation/Protocol.md",
    ])
  func page(name: String) throws {
    let page = try MarkdownFile(name)
    let workspace = try Self.workspace()
    let environment = SteeredSession.environment(of: workspace).merging(
      ["PATH": "\(workspace.place("bin")):/usr/local/bin:/usr/bin:/bin"]
    ) { $1 }
    // The session to which 'meditate do' speaks. Its journal is the page's.
    let steered = try SteeredSession(
      in: workspace, "--start", "--journal", "off", "--plan", "off, for 1h")
    let printed = Set(page.codeBlocks.joined().map { $0.trimmingEnd(" ") })
    let steps = Self.steps(of: page)
    try #require(!steps.isEmpty)
    for var step in steps {
      // It is left at once, and nobody sat it.
      if step.command.hasPrefix("meditate sit"), step.typed.isEmpty {
        step.command += " --journal off"
      }
      // Where a terminal begins.
      if step.command == "meditate" { step.typed.insert("home", at: 0) }
      // Locked sessions are left, too.
      let lines = step.typed + ["unlock", "quit", ""]
      try workspace.write("typed", lines.joined(separator: "\n"))
      let process = try workspace.startTool(
        "bash", ["-c", "exec <typed; \(step.command)"], environment: environment)
      process.endInput()
      let outcome = try process.finish()
      // The page shows the refusal as an example.
      let isRefused = outcome.warnings.contains(where: printed.contains)
      #expect(
        outcome.ending == .exit(0) || isRefused && outcome.ending == .exit(1), "\(step): \(outcome)"
      )
      for line in outcome.warnings where !line.hasPrefix(Self.nothingToUnlock) {
        #expect(printed.contains(line), "\(step): \(line)")
      }
    }
    withExtendedLifetime(steered) {}
  }

  private static let nothingToUnlock = Refusal.nothingPlaying.description

  /// The lines of the shell in the blocks of `page`. Blocks of a prompt without a program go on at the one
  /// before, or are typed where there is music.
  private static func steps(of page: MarkdownFile) -> [Step] {
    var steps: [Step] = []
    var isAtPrompt = false
    for block in page.codeBlocks {
      // Only a block that begins with this program is one of commands.
      let isShell = block.first?.hasPrefix("meditate ") ?? false
      for line in block {
        if line.hasPrefix("> ") {
          if !isAtPrompt, block.first == line {
            steps.append(Step(command: "meditate ~/Music/Rain"))
          }
          isAtPrompt = true
          steps[steps.count - 1].typed.append(String(line.dropFirst(2)))
        } else if line.hasPrefix("$ ") || isShell && line.hasPrefix("meditate ") {
          isAtPrompt = false
          steps.append(Step(command: String(line.trimmingPrefix("$ "))))
        }
      }
    }
    return steps.filter { step in !elsewhere.contains(where: step.command.contains) }
  }

  /// A folder with this repository's samples, a music folder, and settings for silence.
  private static func workspace() throws -> Workspace {
    let workspace = try Workspace()
    for folder in ["bin", "Music"] { try workspace.makeFolder(folder) }
    try workspace.run("cp", ["-r", Repository.path("Samples").string, "."])
    try workspace.run("cp", ["-r", Repository.path("Samples/Songs").string, "Music/Rain"])
    try workspace.run(
      "ln", ["-s", try Meditate.path.string, workspace.place("bin/meditate").string])
    try workspace.write(".config/meditate/config", "driver = null\nring-out = off\n")
    return workspace
  }
}
