import ArgumentParser
import CommandLanguage
import Foundation
import SongLibrary
import SystemAudio
import SystemPackage
import TerminalView
import Text

/// `meditate`: plays a session.
@main struct Meditate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "meditate",
    abstract: "A line-based terminal player for meditation sessions.",
    usage: """
      meditate [PATH ...] [--pick LIST] [--start] [--driver NAME] [--output FILE] [--volume N]
      meditate sit [LENGTH] [PATH ...] [--plan PLAN]
      meditate script FILE [PATH ...] [--live]
      meditate drivers
      """,
    discussion: """
      Pick songs by number, then type 'start' to play them; 'help' lists all commands. Commands \
      can also be piped in. Without a PATH, your music folder is read. 'meditate sit 20m' sits for \
      20 minutes, with bells.

      The default of each option can be set in ~/.config/meditate/config ('volume = 30') or in the \
      environment (MEDITATE_VOLUME=30); settings that cannot be parsed are reported and \
      ignored.

      Exit codes: \(ExitStatus.documentation)
      """,
    version: "0.1.0",
    subcommands: [Drivers.self, ScriptCommand.self, SitCommand.self])

  /// The command that `typed` names, and its arguments.
  ///
  /// A subcommand must be the first argument. The parser itself would also find it after paths.
  static func command(
    in typed: [String]
  ) -> (command: any ParsableCommand.Type, arguments: [String]) {
    let named = configuration.subcommands.first { $0._commandName == typed.first }
    return named.map { ($0, Array(typed.dropFirst())) } ?? (self, typed)
  }

  static func main() async {
    // Before drivers are loaded: loading redirects standard error, because libraries print to it.
    let diagnostics = StandardError.ofProgram
    let typed = Array(CommandLine.arguments.dropFirst())
    let (command, arguments) = command(in: typed)
    if command == self || command == SitCommand.self { AudioDrivers.load() }
    let settings = Settings.ofProgram
    for complaint in settings.complaints { diagnostics.complain(complaint) }
    do {
      if typed.first == "help" {
        print(helpMessage())
      } else {
        try await run(command.parseAsRoot(settings.words + arguments))
      }
      checkPrinted()
    } catch {
      end(command, error)
    }
  }

  /// Ends the program as the parser does, but makes the message safe to print: it quotes arguments,
  /// which may contain control characters.
  private static func end(_ command: any ParsableCommand.Type, _ error: any Error) -> Never {
    let code = command.exitCode(for: error)
    let message = command.fullMessage(for: error)
    guard !code.isSuccess else {
      if !message.isEmpty { print(message) }
      if BashCompletion.isNeeded(after: message) { print(BashCompletion.bySubcommand) }
      checkPrinted()
      command.exit(withError: code)
    }
    // The parser knows nothing above the command that it parsed.
    let help = "See '\(command._commandName) --help'"
    let fullHelp = command == self ? help : "See '\(_commandName) \(command._commandName) --help'"
    for line in message.replacing(help, with: fullHelp).split(separator: "\n")
    where !line.isEmpty {
      StandardError.ofProgram.complain(String(line).harmless)
    }
    command.exit(withError: code)
  }

  /// Ends the program if standard output took not all that was printed.
  private static func checkPrinted() {
    guard fflush(nil) != 0 else { return }
    let reason = String(cString: strerror(errno))
    StandardError.ofProgram.complain("Standard output cannot be written: \(reason).")
    exit(withError: ExitStatus.outputFailed.exitCode)
  }

  private static func run(_ command: any ParsableCommand) async throws {
    var command = command
    if var asynchronous = command as? any AsyncParsableCommand {
      try await asynchronous.run()
    } else {
      try command.run()
    }
  }

  @Argument(help: "Audio files, folders and playlists (.m3u, .m3u8, .pls).", completion: .file())
  var paths: [String] = []

  @Option(Settings.table.filesFrom) var filesFrom: String?
  @Option(Settings.table.pick) var pick: SongSelection?
  @Flag(Settings.table.start) var start: Bool

  @OptionGroup var plan: PlanOptions

  @OptionGroup var practice: PracticeOptions

  @OptionGroup var looks: LookOptions

  @OptionGroup var sound: SoundOptions

  func validate() throws {
    if filesFrom == "-", !start {
      throw ValidationError(
        "'--files-from -' uses standard input, so commands cannot be read from it. Add --start.")
    }
    if paths.contains("-") {
      throw ValidationError(
        "'-' is not a path. To read a list of paths from standard input, use '--files-from -'.")
    }
  }

  @MainActor func run() async throws {
    let console = Console(looks, takesKeys: filesFrom != "-")
    let status = await listen(console)
    throw console.finish(status).exitCode
  }

  @MainActor private func listen(_ console: Console) async -> ExitStatus {
    do throws(StartProblem) {
      // In parallel with reading songs: both can be slow.
      async let driverProblem = sound.driverProblem
      let source = SongSource(paths: paths, filesFrom: filesFrom)
      // A user who picks songs can begin early; all else needs the complete list.
      let (contents, parts) =
        console.output.rendering == .live && !start && pick == nil && sound.output == nil
        ? try await source.begin() : (try source.read(), nil)
      if let problem = await driverProblem { throw problem }
      let outputs = try sound.outputs(sparing: contents.songs.map(\.path))
      let request = RunRequest(
        looks: looks, sound: sound, practice: practice, picked: pick ?? (start ? .all : nil),
        plan: plan.steps, beginning: start ? .start : .songs, readsCommands: filesFrom != "-")
      return try await InteractiveRun(
        request, contents: contents, parts: parts, outputs: outputs, console: console
      ).run()
    } catch {
      console.report(error)
      return error.status
    }
  }
}

extension FileDescriptor {
  /// Prints a diagnostic before there is a console.
  fileprivate func complain(_ line: String) { _ = try? writeAll("\(line)\n".utf8) }
}
