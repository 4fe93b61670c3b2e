import SongLibrary
import TerminalView

/// A session that begins from the journal: `meditate again` and `meditate resume`.
@MainActor struct RepeatedSit {
  let beginning: Beginning
  let options: SessionOptions

  /// Runs the session.
  func run() async -> ExitStatus {
    let console = Console(options.looks, options.sound, takesKeys: true)
    return console.finish(await sit(console))
  }

  private func sit(_ console: Console) async -> ExitStatus {
    do throws(StartProblem) {
      if let problem = await options.sound.driverProblem { throw problem }
      return try await InteractiveRun(
        RunRequest(options, beginning: beginning), contents: LibraryContents(), parts: nil,
        outputs: try options.sound.outputs(sparing: [], bellsOf: []), console: console
      ).run()
    } catch {
      console.report(error)
      return error.status
    }
  }
}
