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
    usage: "meditate script FILE ... [PATH ...] [--live] [--output FILE] [--fail-fast] [--tap]",
    discussion: """
      Without --live or --output, the script runs on a virtual clock without sound: an hour takes \
      milliseconds. The songs are those at each PATH, or those that the script declares. Further \
      files whose names end in '.meditate' are scripts, too, and run one after the other.

      Exit codes: 0 all expectations held; 1 a line failed; 64 the script is invalid; 'meditate \
      --help' lists the others.
      """)

  /// The largest number of invalid lines that are reported.
  private static let mostMistakes = 100

  @Argument(
    help: ArgumentHelp("The script; '-' is standard input.", valueName: "FILE"),
    completion: .file())
  var file: String

  @Argument(
    help: "Audio files, folders and playlists; and further scripts, as '.meditate' files.",
    completion: .file())
  var others: [String] = []

  private var files: [String] { [file] + others.filter(Self.isScript) }
  private var paths: [String] { others.filter { !Self.isScript($0) } }

  private static func isScript(_ path: String) -> Bool { path.hasSuffix(".meditate") }

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
    guard files.count == 1 || sound.output == nil && looks.format == .text else {
      throw ValidationError("--output and --format json take one script.")
    }
  }

  @MainActor func run() async throws {
    let console = Console(looks, sound, takesKeys: false)
    throw await console.exitCode { () async throws(StartProblem) in
      let report = tap ? TAPReport(on: console.streams) : nil
      do throws(StartProblem) {
        return try await perform(console, report)
      } catch {
        report?.bailOut(error.lines.first?.harmless ?? "")
        throw error
      }
    }
  }

  /// Performs the scripts; none of them if one is invalid.
  @MainActor private func perform(
    _ console: Console, _ report: TAPReport?
  ) async throws(StartProblem) -> ExitStatus {
    var scripts: [(file: String, script: Script)] = []
    for file in files { scripts.append((file, try read(file))) }
    if let problem = await sound.driverProblem { throw problem }
    var status = ExitStatus.fine
    for (file, script) in scripts where status == .fine || status == .scriptFailed && !failFast {
      let ending = try await perform(script, in: file, console, report)
      if ending != .fine { status = ending }
    }
    report?.end()
    return status
  }

  @MainActor private func perform(
    _ script: Script, in file: String, _ console: Console, _ report: TAPReport?
  ) async throws(StartProblem) -> ExitStatus {
    let songs = try ScriptSongs(script: script, paths: paths, files: sound.decoders)
    let performance = ScriptPerformance(
      script: script, songs: songs, stopsAtFailure: failFast, tap: report,
      volume: sound.givenVolume, level: sound.level, looks: looks, console: console)
    let outputs =
      live || sound.output != nil
      ? try sound.outputs(
        sparing: songs.paths, filesOf: script.lines.flatMap(\.statement.planSteps),
        list: (file, "the script")) : nil
    if live, let outputs { return await performance.live(through: outputs) }
    return performance.virtual(into: outputs)
  }

  private func read(_ file: String) throws(StartProblem) -> Script {
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
