import ArgumentParser
import MeditationControl
import MeditationCore
import MeditationLanguage
import MeditationPlan
import MeditationPractice
import MeditationSystem

struct SitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sit",
    abstract: "Sit for a time, with bells, over songs or in silence.",
    usage: """
      meditate sit [LENGTH] [PATH ...] [--plan PLAN]
      meditate sit [LENGTH] SET [--plan PLAN] [--begin TIME | --from TIME | --part N | --rehearse]
      meditate sit [LENGTH] [PATH ...] [--plan PLAN] --until TIME
      meditate sit [LENGTH] [PATH ...] [--plan PLAN] --until COMMAND [ARGUMENT ...]
      """,
    discussion: """
      'meditate sit 20m', or 'meditate 20m', starts at once and exits when the bells have rung out. Without a PATH, \
      there is silence and bells: no file is needed. Without a LENGTH, the session is as long as \
      the plan says, or as its songs.

      'meditate sit evening' sits the set that was saved as 'evening', and 'meditate sit 10m evening' \
      sits it for ten minutes; './evening' is a file, and a number is always minutes. Here, --plan \
      changes the parts that it names, for this sit alone.

      --begin 19:00 settles until that time of day, for everybody who does so; who comes later joins \
      the session where it is by then. --begin +5m begins in five minutes.

      --from 25:00 begins at this session time, as if all before it had been sat, and --part 2 where \
      this part of the plan is opened. --rehearse plays ten seconds around each bell, to hear a form in \
      a minute or two.

      A set has the volume and the level at which it was saved, if they were not those of the \
      settings; --plan takes 'volume 50' and 'level on', too. They hold as long as this plan does: \
      another one brings your own volume back.

      --until 7:30 ends the sit at that time of day, and so does 'meditate sit until 7:30'.

      --until COMMAND starts a command, and ends the sit, with its closing bell, when that has ended: \
      'meditate sit --until make -j8'. All that follows is the command, so --until comes last. What \
      the command prints is printed among the lines of the sit. A sit whose LENGTH ends first waits for \
      the command; 'quit' and Ctrl-C end both. The exit code is that of the command.

      The usual plan is '\(UsualPlan.stored.line)', or that of the setting 'plan'. --plan adds to it or \
      changes its parts: --plan 'settle 1m, bells every 5m'; with 'off' in front, it begins with an \
      empty plan. The commands of the prompt work, too; 'help' lists them. LENGTH, or --for, is that of \
      the first part if that has none, as in 'meditate sit 20m --plan \"then 10m Walk\"'; parts that all \
      have a length take no other.

      'meditate --help' lists the exit codes.
      """)

  @Argument(
    help: ArgumentHelp(
      "How long to sit, such as 20m or 1:10:00; or a saved set; or the first PATH.",
      valueName: "LENGTH"),
    completion: .file())
  var length: String?

  @Argument(
    help: ArgumentHelp("Audio files, folders and playlists.", valueName: "PATH"),
    completion: .file())
  var paths: [String] = []

  @Option(
    help: ArgumentHelp("Begins at this session time, without settling.", valueName: "TIME"),
    transform: { try SessionTargetParser.time($0) })
  var from: Duration?

  @Option(help: ArgumentHelp("Begins with this part of the plan, counted from 1.", valueName: "N"))
  var part: Int?

  @Option(
    help: ArgumentHelp(
      "Begins at this time of day, or after this time: 19:00, +5m.", valueName: "TIME"),
    transform: { try PlanStep.begin(at: $0[...]) })
  var begin: PlanStep?

  @Flag(help: "Plays ten seconds around each bell; the journal keeps no sit.")
  var rehearse = false

  @Option(
    parsing: .remaining,
    help: ArgumentHelp(
      "Ends the sit at a time of day, such as 7:30; or starts COMMAND, and ends the sit when that has "
        + "ended: all that follows is the command.",
      valueName: "TIME | COMMAND"),
    completion: .file())
  var until: [String] = []

  /// `--until TIME`: the program gives it this name.
  @Option(help: .hidden, transform: { PlanStep.change(.until(try TimeOfDay.parse($0))) })
  var untilTime: PlanStep?

  @OptionGroup var plan: PlanOptions

  @OptionGroup var session: SessionOptions

  func validate() throws {
    let beginnings = [
      (begin != nil, "--begin"), (from != nil, "--from"), (part != nil, "--part"),
      (rehearse, "--rehearse"),
    ]
    .filter(\.0).map(\.1)
    if beginnings.count > 1 {
      throw ValidationError("\(beginnings[0]) and \(beginnings[1]) cannot be combined.")
    }
    let typed = RawArguments.words
    // The parser takes it for the end of the options.
    if Array(typed.dropFirst(Meditate.ownWords(of: typed).count)) == ["--until"] {
      throw ValidationError("--until needs a command: 'meditate sit 20m --until make -j8'.")
    }
    if untilTime != nil, plan.typedLength != nil {
      throw ValidationError("--for and --until TIME cannot be combined.")
    }
    if !until.isEmpty, rehearse || session.sound.output != nil {
      throw ValidationError(
        "--until needs a sit in real time: --\(rehearse ? "rehearse" : "output") is none.")
    }
    if rehearse, session.sound.output != nil {
      throw ValidationError(
        "--rehearse cannot be written to a file. 'start rehearsal' in a script can.")
    }
  }

  @MainActor func run() async throws {
    session.sound.loadDrivers()
    let console = Console(session.looks, session.sound, takesKeys: true)
    throw await console.exitCode { () async throws(StartProblem) in try await sit(console) }
  }

  @MainActor private func sit(_ console: Console) async throws(StartProblem) -> ExitStatus {
    // In parallel with reading songs: both can be slow.
    async let driverProblem = session.sound.driverProblem
    let plan = try SitPlan(
      (length.map { [$0] } ?? []) + paths, isOpen: !until.isEmpty, usual: plan.usual(),
      typed: plan.typed + (begin.map { [$0] } ?? []),
      typedLength: untilTime.map { LengthBesidePlan(steps: [$0], word: "'--until'") }
        ?? plan.typedLength,
      findSet: PracticeFiles.set)
    let source = plan.paths.isEmpty ? nil : SongSource(paths: plan.paths, filesFrom: nil)
    let library = try source?.read() ?? LibraryRows()
    if let problem = await driverProblem { throw problem }
    let songs = library.paths + (plan.set?.songs ?? []).map { PathName.path($0.path) }
    let planned = try plan.set?.planned() ?? []
    let outputs = try session.sound.outputs(sparing: songs, filesOf: planned + plan.steps)
    var request = RunRequest(
      session, picked: library.songs.isEmpty ? nil : .all,
      plan: plan.set == nil ? plan.steps : [],
      start: plan.set.map { .set($0, changing: plan.steps) } ?? .start, songs: source)
    if let target = from.map(Action.SessionTarget.time) ?? part.map(Action.SessionTarget.part) {
      request.starting = .startAt(target)
    } else if rehearse {
      request.starting = .rehearse
    }
    request.until = try UntilCommand(until)
    return try await InteractiveRun(
      request, library: library, parts: nil, outputs: outputs, console: console
    ).run()
  }
}
