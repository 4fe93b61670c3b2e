import ArgumentParser
import CommandLanguage
import Foundation
import MeditationCore
import Playback
import SessionScripting
import SongLibrary
import SystemAudio
import SystemPackage
import TerminalView
import Text

/// `meditate script`: runs a script, on a virtual clock or in real time.
struct ScriptCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "script",
    abstract: "Run a script of commands, waits and expectations.",
    usage: "meditate script FILE [PATH ...] [--live] [--output FILE] [--fail-fast]",
    discussion: """
      Without --live or --output, time is virtual and there is no sound: an hour takes \
      milliseconds. Songs are the PATHs', or those that the script declares.

      Exit codes: 0 all expectations held; 1 one did not; 64 the script was not understood; for \
      the rest see 'meditate --help'.
      """)

  /// How many invalid lines are reported.
  private static let mostMistakes = 100

  @Argument(
    help: ArgumentHelp("The script; '-' is standard input.", valueName: "FILE"),
    completion: .file())
  var file: String

  @Argument(help: "Audio files, folders and playlists.", completion: .file())
  var paths: [String] = []

  @Flag(help: "Play for real, as time goes by.")
  var live = false

  @Flag(help: "Stop at the first line that does not hold.")
  var failFast = false

  @OptionGroup var looks: LookOptions

  @OptionGroup var sound: SoundOptions

  func validate() throws {
    guard !live || sound.output == nil else {
      throw ValidationError("--live plays and --output writes a file: choose one.")
    }
  }

  @MainActor func run() async throws {
    let console = Console(looks, takesKeys: false)
    let status = await perform(console)
    console.writer.flush(within: status.isSignal ? 0.1 : nil)
    throw status.exitCode
  }

  @MainActor private func perform(_ console: Console) async -> ExitStatus {
    do throws(StartProblem) {
      let script = try read()
      let songs = try ScriptSongs(script: script, paths: paths)
      let performance = ScriptPerformance(
        script: script, songs: songs, stopsAtFailure: failFast, volume: sound.volume,
        looks: looks, console: console)
      if let problem = await sound.driverProblem { throw problem }
      let outputs =
        live || sound.output != nil ? try sound.outputs(sparing: songs.paths) : nil
      if live, let outputs { return await performance.live(through: outputs) }
      return performance.virtual(into: outputs)
    } catch {
      for line in error.lines { console.streams.warn(line.harmless) }
      return error.status
    }
  }

  private func read() throws(StartProblem) -> Script {
    let name =
      file == "-" ? "standard input" : CleanText.clean(FilePath(file).lastComponent?.string ?? file)
    let text: [UInt8]
    do {
      text = try RawArguments.contents(of: file)
    } catch {
      throw StartProblem(status: .usage, lines: ["\(name) cannot be read: \(error)."])
    }
    do throws(ScriptErrors) {
      return try Script(name: name, text: text)
    } catch {
      var lines = error.lines.prefix(Self.mostMistakes).map { "\(name):\($0.line): \($0.message)" }
      let rest = error.lines.count - lines.count
      if rest > 0 { lines.append("\(name): … and \(rest) more lines that were not understood.") }
      throw StartProblem(status: .usage, lines: lines)
    }
  }
}
