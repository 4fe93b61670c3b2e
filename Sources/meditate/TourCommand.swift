import ArgumentParser
import Glibc
import MeditationLibrary
import MeditationPractice
import MeditationSystem
import MeditationText
import SystemPackage

struct TourCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tour",
    abstract: "Learn in two minutes to pick songs, to sit with bells, and what a set is.",
    usage: "meditate tour [PATH ...]",
    discussion: """
      Without a PATH, it is with the songs of your music folder, or in silence where there are none. \
      'quit' leaves it at any line. It keeps no sit in the journal, no set, no setting and no typed \
      line; only the cache of songs keeps what was read of your music, as at each start.
      """)

  @Argument(
    help: ArgumentHelp("Audio files, folders and playlists.", valueName: "PATH"),
    completion: .file())
  var paths: [String] = []

  @OptionGroup var session: SessionOptions

  func validate() throws {
    if session.sound.output != nil || session.looks.format == .json {
      throw ValidationError("A tour is for a person: it has neither --output nor --format json.")
    }
  }

  @MainActor func run() async throws {
    let console = Console(session.looks, session.sound, takesKeys: true, keepsHistory: false)
    throw await console.exitCode { () async throws(StartProblem) in try await teach(console) }
  }

  @MainActor private func teach(_ console: Console) async throws(StartProblem) -> ExitStatus {
    async let driverProblem = session.sound.driverProblem
    var (library, parts) = (LibraryRows(), nil as AsyncStream<LibraryPart>?)
    do throws(StartProblem) {
      let (first, rest) = try await SongSource(paths: paths, filesFrom: nil).begin()
      (library, parts) = (first, rest)
    } catch {
      // Without songs, the tour is of silence with bells; but named songs are wanted.
      if !paths.isEmpty { throw error }
    }
    if let problem = await driverProblem { throw problem }
    let sets = try Self.temporaryFolder()
    defer { FileTree.delete(sets) }
    let outputs = try session.sound.outputs(sparing: library.paths, filesOf: [])
    return try await InteractiveRun(
      RunRequest(session, start: .songs, setsOfTour: SetFolder(path: sets)), library: library,
      parts: parts, outputs: outputs, console: console
    ).run()
  }

  /// Creates a folder that only this user can enter.
  private static func temporaryFolder() throws(StartProblem) -> FilePath {
    let named = FilePath(variable: "TMPDIR", of: ProgramEnvironment.variables)
    let parent = named.flatMap { $0.isAbsolute ? $0 : nil } ?? "/tmp"
    let template = parent.appending("meditate-tour-XXXXXX").withPlatformString { strdup($0) }
    defer { free(template) }
    guard let made = template.flatMap({ mkdtemp($0) }) else {
      let reason = ErrnoClause.writing(Errno(rawValue: errno))
      throw StartProblem(
        .outputFailed,
        "No folder can be created in \(CleanText.clean(parent.string)): \(reason).")
    }
    return FilePath(platformString: made)
  }
}
