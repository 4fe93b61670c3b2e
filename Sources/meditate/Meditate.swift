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
      meditate script FILE [PATH ...] [--live]
      meditate drivers
      """,
    discussion: """
      Pick songs by number, then type 'start' to play them; 'help' lists all commands. Commands \
      can also be piped in. Without a PATH, your music folder is read.

      The default of each option can be set in ~/.config/meditate/config ('volume = 30') or in the \
      environment (MEDITATE_VOLUME=30); settings that cannot be parsed are reported and \
      ignored.

      Exit codes: \(ExitStatus.documentation)
      """,
    version: "0.1.0",
    subcommands: [Drivers.self, ScriptCommand.self])

  /// A subcommand must be the first argument. The parser itself would also find it after paths.
  static func main() async {
    // Before drivers are loaded: loading redirects standard error, because libraries print to it.
    let diagnostics = StandardError.ofProgram
    let typed = Array(CommandLine.arguments.dropFirst())
    let named = configuration.subcommands.first { $0._commandName == typed.first }
    if named == nil { AudioDrivers.load() }
    let settings = Settings(environment: ProcessInfo.processInfo.environment, typed: typed)
    for complaint in settings.complaints { diagnostics.complain(complaint) }
    do {
      switch named {
      case let named?:
        try await run(named.parseAsRoot(settings.words(for: named) + typed.dropFirst()))
      case nil where typed.first == "help": print(helpMessage())
      case nil: try await run(parseAsRoot(settings.words(for: self) + typed))
      }
      checkPrinted()
    } catch {
      end(named ?? Self.self, error)
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
    for line in message.split(separator: "\n") where !line.isEmpty {
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
      return try await InteractiveRun(
        self, contents: contents, parts: parts, outputs: outputs, console: console
      ).run()
    } catch {
      for line in error.lines { console.streams.warn(line.harmless) }
      return error.status
    }
  }
}

extension FileDescriptor {
  /// Prints a diagnostic before there is a console.
  fileprivate func complain(_ line: String) { _ = try? writeAll("\(line)\n".utf8) }
}
