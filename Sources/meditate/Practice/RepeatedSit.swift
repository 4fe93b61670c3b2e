import SongLibrary
import TerminalView

/// A session that begins from the journal: `meditate again` and `meditate resume`.
@MainActor struct RepeatedSit {
  let beginning: Beginning
  let looks: LookOptions
  let sound: SoundOptions
  let practice: PracticeOptions
  let remote: RemoteOptions

  /// Runs the session.
  func run() async -> ExitStatus {
    let console = Console(looks, takesKeys: true)
    return console.finish(await sit(console))
  }

  private func sit(_ console: Console) async -> ExitStatus {
    do throws(StartProblem) {
      if let problem = await sound.driverProblem { throw problem }
      let request = RunRequest(
        looks: looks, sound: sound, practice: practice, remote: remote, picked: nil,
        plan: [], beginning: beginning)
      return try await InteractiveRun(
        request, contents: LibraryContents(), parts: nil, outputs: try sound.outputs(sparing: []),
        console: console
      ).run()
    } catch {
      console.report(error)
      return error.status
    }
  }
}
