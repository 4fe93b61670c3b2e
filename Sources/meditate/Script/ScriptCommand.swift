import ArgumentParser
import MeditationControl
import MeditationLanguage
import MeditationSystem
import MeditationText
import SystemPackage

struct ScriptCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "script",
    abstract: "Run a script of commands, waits and expectations.",
    usage: "meditate script FILE [PATH ...] [--live] [--output FILE] [--fail-fast] [--tap]",
    discussion: """
      Without --live or --output, the script runs on a virtual clock without sound: an hour takes \
      milliseconds. The songs are those at each PATH, or those that the script declares.

      Exit codes: 0 all expectations held; 1 a line failed; 64 the script is invalid; 'meditate \
      --help' lists the others.
      """)

  /// The largest number of invalid lines that are reported.
  private static let mostMistakes = 100

  @Argument(
    help: ArgumentHelp("The script; '-' is standard input.", valueName: "FILE"),
    completion: .file())
  var file: String

  @Argument(help: "Audio files, folders and playlists.", completion: .file())
  var paths: [String] = []

  @Flag(help: "Play the sound in real time.")
  var live = false

  @Flag(help: "Stop at the first line that fails.")
  var failFast = false

  @Flag(help: "Report in the Test Anything Protocol: a line for each expectation.")
  var tap = false

  @OptionGroup var looks: LookOptions

  @OptionGroup var sound: SoundOptions

  func validate() throws {
    guard !live || sound.output == nil else {
      throw ValidationError("--live and --output cannot be combined.")
    }
    guard !tap || looks.format == .text else {
      throw ValidationError("--tap and --format json cannot be combined.")
    }
  }

  @MainActor func run() async throws {
    let console = Console(looks, sound, takesKeys: false)
    throw await console.exitCode { () async throws(StartProblem) in try await perform(console) }
  }

  @MainActor private func perform(_ console: Console) async throws(StartProblem) -> ExitStatus {
    let script = try read()
    let songs = try ScriptSongs(script: script, paths: paths, files: sound.decoders)
    let performance = ScriptPerformance(
      script: script, songs: songs, stopsAtFailure: failFast, isTAP: tap,
      volume: sound.givenVolume,
      level: sound.level, looks: looks, console: console)
    if let problem = await sound.driverProblem { throw problem }
    let outputs =
      live || sound.output != nil
      ? try sound.outputs(
        sparing: songs.paths, filesOf: script.lines.flatMap(\.statement.planSteps),
        list: (file, "the script")) : nil
    if live, let outputs { return await performance.live(through: outputs) }
    return performance.virtual(into: outputs)
  }

  private func read() throws(StartProblem) -> Script {
    let name =
      file == "-" ? "standard input" : CleanText.clean(FilePath(file).lastComponent?.string ?? file)
    let text: [UInt8]
    do throws(BoundedFile.Failure) {
      text = try RawArguments.contents(of: file)
      if ByteOrderMark.isUTF16(text) {
        throw BoundedFile.Failure.unreadable(ByteOrderMark.utf16Clause)
      }
    } catch {
      throw .usage("\(name) cannot be read: \(error.clause).")
    }
    do throws(ScriptErrors) {
      return try Script(name: name, text: text)
    } catch {
      var lines = error.lines.prefix(Self.mostMistakes).map { "\(name):\($0.line): \($0.message)" }
      let rest = error.lines.count - lines.count
      if rest > 0 { lines.append("\(name): … and \(rest) more invalid lines.") }
      throw StartProblem(status: .usage, lines: lines)
    }
  }
}
