import ArgumentParser
import Glibc
import MeditationAudio
import MeditationCore
import MeditationLanguage
import MeditationLibrary
import MeditationLines
import MeditationPlan
import MeditationPractice
import MeditationSystem
import MeditationTerminal
import MeditationText

@main struct Meditate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "meditate",
    abstract: "A line-based terminal player for meditation sessions.",
    usage: """
      meditate [PATH ...] [--pick LIST] [--start] [--driver NAME] [--output FILE] [--volume N]
      meditate sit [LENGTH | SET] [PATH ...] [--plan PLAN]
      meditate tour
      meditate again
      meditate resume
      meditate journal [--since DATE] [--until DATE]
      meditate note TEXT
      meditate sets
      meditate check SET
      meditate do LINE
      meditate status
      meditate sessions
      meditate script FILE [PATH ...] [--live]
      meditate drivers
      """,
    discussion: """
      Pick songs by number, then type 'start' to play them; 'help' lists all commands. Commands \
      can also be piped in. Without a PATH, your music folder is read. 'meditate sit 20m' sits for \
      20 minutes, with bells.

      The default of each option that is not about one run can be set in \
      ~/.config/meditate/config ('volume = 30') or in the environment (MEDITATE_VOLUME=30); \
      settings that cannot be parsed are reported and ignored.

      Exit codes: \(ExitStatus.documentation)
      """,
    version: "0.3.0",
    subcommands: [
      SitCommand.self, TourCommand.self, AgainCommand.self, ResumeCommand.self,
      JournalCommand.self, NoteCommand.self, LabelCommand.self, SetsCommand.self, CheckCommand.self,
      DoCommand.self,
      StatusCommand.self, SessionsCommand.self, ScriptCommand.self, DriversCommand.self,
    ])

  /// The command that `typed` names, and its arguments.
  ///
  /// A subcommand must be the first argument but for options, which may stand before it. The parser
  /// itself would also find it after paths, and takes 'import' for a row of the journal. A length as the
  /// first argument sits, unless there is a file of that name.
  static func command(
    in typed: [String]
  ) -> (command: any ParsableCommand.Type, arguments: [String]) {
    let options = typed.prefix(optionCount(of: typed))
    let rest = Array(typed.dropFirst(options.count))
    if let word = rest.first, !RawArguments.path(word).isThere,
      isLength(word) || (word == "until" && rest.count > 1)
    {
      return (SitCommand.self, namingClock(typed))
    }
    var (command, arguments): (any ParsableCommand.Type, [String]) = (self, rest)
    while let word = arguments.first,
      let named = command.configuration.subcommands.first(where: { $0._commandName == word })
    {
      (command, arguments) = (named, Array(arguments.dropFirst()))
    }
    let words: [String] = options + arguments
    return (command, command == SitCommand.self ? namingClock(words) : words)
  }

  /// `words` of a sit, with `--until 7:30` renamed: after `--until`, all that follows is a command.
  private static func namingClock(_ words: [String]) -> [String] {
    guard let index = words.firstIndex(where: { ["--", "--until"].contains($0) }),
      words[index] == "--until", index + 1 < words.count,
      (try? TimeOfDay.parse(words[index + 1])) != nil
    else { return words }
    return Array(words[..<index]) + ["--until-time"] + words[(index + 1)...]
  }

  /// How many of the first words are options that other commands have, too, and their values.
  private static func optionCount(of typed: [String]) -> Int {
    var count = 0
    while count < typed.count, typed[count].hasPrefix("-") {
      let parts = typed[count].split(separator: "=", maxSplits: 1)
      guard
        let setting = (Settings.table.rows + Settings.table.optionsOfRun).first(where: {
          $0.spellings.contains { $0 == parts.first ?? "" }
        })
      else { break }
      count += setting.takesValue && parts.count < 2 ? 2 : 1
    }
    return min(count, typed.count)
  }

  /// The words that can be options here: none after `--`, nor of the command of `sit --until`.
  static func ownWords(of typed: [String]) -> ArraySlice<String> {
    let isSit = command(in: typed).command == SitCommand.self
    let words = isSit ? namingClock(typed) : typed
    let count = words.prefix {
      $0 != "--" && !(isSit && ($0 == "--until" || $0.hasPrefix("--until=")))
    }.count
    return typed.prefix(count)
  }

  /// True if `word` is a time, also one that is too long for a sit.
  private static func isLength(_ word: String) -> Bool {
    do throws(TimeError) {
      _ = try TimeText.parse(word)
      return true
    } catch {
      return error == .tooLong
    }
  }

  @MainActor static func main() async {
    // Before anything else is printed: libraries print to standard error, too.
    _ = StandardError.ofProgram
    AudioDrivers.prepare()
    let typed = RawArguments.words
    if typed.first == ShellCompletion.question {
      return print(ShellCompletion.answer(to: Array(typed.dropFirst())), terminator: "")
    }
    if let script = ShellCompletion.script(askedBy: typed) {
      print(script)
      return checkPrinted()
    }
    // First, because settings and subcommands do not matter here.
    if typed == ["--version"] || ownWords(of: typed).contains("--version") {
      // Two other programs are called 'meditate'.
      print(
        "meditate \(configuration.version) (Meditation, sessions for the terminal; built with "
          + "\(compiler), glibc \(__GLIBC__).\(__GLIBC_MINOR__))")
      return checkPrinted()
    }
    let (command, arguments) = command(in: typed)
    // Commands that ask a running session, every second in a status bar, have no settings to complain of.
    let isRemote = command is any RemoteCommand.Type
    // Reading settings may already need more stack than there is.
    if !isRemote { checkLimits() }
    let settings = isRemote ? nil : Settings.ofProgram
    for complaint in settings?.complaints ?? [] { StandardError.complain(complaint) }
    do {
      if typed.first == "help" {
        try help(on: Array(typed.dropFirst()))
      } else {
        try await run(command, (settings?.words ?? []) + arguments)
      }
      checkPrinted()
    } catch {
      end(command, error)
    }
  }

  /// Prints help on a command of the shell or, where that has none of the name, of the prompt.
  private static func help(on words: [String]) throws {
    let topic = command(in: words).command
    guard topic == self, let word = words.first, !word.hasPrefix("-") else {
      return print(naming(topic, in: helpMessage(for: topic)))
    }
    do throws(LineError) {
      guard case .show(.help(let name)) = try CommandParser.parse("help \(word)") else { return }
      HelpText.entries(on: name, in: .picking, width: nil).joined().forEach { print($0) }
    } catch {
      StandardError.complain("\(error)")
      throw ExitStatus.usage.exitCode
    }
  }

  /// The compiler that built this; only such conditions tell.
  private static var compiler: String {
    #if compiler(>=6.4)
      "Swift 6.4 or later"
    #elseif compiler(>=6.3)
      "Swift 6.3"
    #else
      "Swift 6.2"
    #endif
  }

  /// The most address space that a session takes, in bytes, most of it for the stacks of its threads.
  private static let memory = 512 << 20

  /// The most of it that can be written. A playing session takes 90 MB, 8 MB for each thread.
  private static let data = 128 << 20
  /// The stack that a thread needs, in bytes: with half of it, Dispatch starts none.
  private static let stack = 128 << 10

  /// Ends the program if the system denies what a session takes: libraries would crash, or hang.
  private static func checkLimits() {
    let advice: String? =
      if !SystemLimits.allowFiles(32) {
        "too few open files. Raise the limit ('ulimit -n')."
      } else if !SystemLimits.allowMemory(memory) {
        "too little memory. Raise the limit ('ulimit -v')."
      } else if !SystemLimits.allowMemory(data, isWritable: true) {
        "too little memory for data. Raise the limit ('ulimit -d')."
      } else if !SystemLimits.allowStack(stack) {
        "too small a stack. Raise the limit ('ulimit -s')."
      } else if !SystemLimits.allowThreads(16) {
        // A session that plays has about 12.
        "no more threads. Close other programs, or raise the limit ('ulimit -u')."
      } else {
        nil
      }
    guard let advice else { return }
    StandardError.complain("The system allows \(advice)")
    exit(withError: ExitStatus.limited.exitCode)
  }

  /// Ends the program as the parser does, but makes the message safe to print: it quotes arguments,
  /// which may contain control characters.
  private static func end(_ command: any ParsableCommand.Type, _ error: any Error) -> Never {
    // Fast path: a code alone has no message, and the parser searches long for one.
    if let code = error as? ExitCode {
      if code.isSuccess { checkPrinted() }
      Glibc.exit(code.rawValue)
    }
    let code = command.exitCode(for: error)
    let message = naming(command, in: command.fullMessage(for: error))
    guard !code.isSuccess else {
      if !message.isEmpty { print(message) }
      checkPrinted()
      command.exit(withError: code)
    }
    for line in suggesting(command, in: brief(message)) { StandardError.complain(line.harmless) }
    command.exit(withError: code)
  }

  /// The lines of the parser's `message` about an error. About an option or a value, they say what is
  /// wrong and where the help is; the usage and the option's help would only hide that.
  private static func brief(_ message: String) -> [String] {
    let lines = message.split(separator: "\n").map(String.init)
    guard let error = lines.first,
      ["'-", " --", " is invalid for "].contains(where: error.contains),
      let help = lines.last, help.hasPrefix("  See '")
    else { return lines }
    return [error, help]
  }

  /// Options that people try, and what they mean by them.
  private static let meantOptions: [String: String] = {
    let length = "A length stands alone: 'meditate sit 20m'."
    let bells = "Bells are part of a plan: 'meditate sit 20m --plan \"bells every 5m, closing 3\"'."
    let plan =
      "That is part of a plan: 'meditate sit 20m --plan \"settle 10s, closing 3, fade 5s\"'."
    let clauses = ["settle", "opening", "closing", "fade", "breath", "under", "voice", "guide"]
    return [
      "--time": length, "--length": length, "--duration": length, "--minutes": length,
      "--bell": bells, "--bells": bells, "--gong": bells, "--end": bells, "--interval": bells,
    ].merging(clauses.map { ("--\($0)", plan) }) { old, _ in old }
  }()

  /// The lines of a message, in which an option that is only begun is taken for the first option that
  /// begins so: the parser suggests `--for` for `--vol`.
  private static func suggesting(
    _ command: any ParsableCommand.Type, in lines: [String]
  ) -> [String] {
    let opening = "Error: Unknown option '"
    guard let line = lines.first, line.hasPrefix("\(opening)--") else {
      let isUnexpected = lines.first?.lowercased().contains("unexpected argument") ?? false
      return isUnexpected
        ? ShellAdvice.line(meantBy: RawArguments.words).map { [$0] } ?? lines : lines
    }
    let typed = line.dropFirst(opening.count).prefix { $0 != "'" && $0 != "=" }
    if let advice = meantOptions[String(typed)] {
      return ["\(opening)\(typed)'. \(advice)"] + lines.dropFirst()
    }
    let options =
      CommandInfo(of: command)?.arguments?.filter(\.shouldDisplay).flatMap(\.spellings) ?? []
    guard typed.count > 2, let begun = options.first(where: { $0.hasPrefix(typed) }) else {
      return lines
    }
    return ["\(opening)\(typed)'. Did you mean '\(begun)'?"] + lines.dropFirst()
  }

  /// A message of `command` with its full name: the parser knows nothing above what it parsed.
  private static func naming(_ command: any ParsableCommand.Type, in message: String) -> String {
    guard command != self else { return message }
    let name = command._commandName
    let parent = configuration.subcommands.first { parent in
      parent.configuration.subcommands.contains { $0 == command }
    }
    let path = [_commandName, parent?._commandName, name].compactMap(\.self)
    return message.replacing("See '\(name) ", with: "See '\(path.joined(separator: " ")) ")
  }

  /// Ends the program if standard output took not all that was printed.
  static func checkPrinted() {
    guard fflush(nil) != 0 else { return }
    let reason = errno == EBADF ? "it is closed" : String(cString: strerror(errno))
    StandardError.complain("Standard output cannot be written: \(reason).")
    exit(withError: ExitStatus.outputFailed.exitCode)
  }

  /// On the main thread: what asks a running session needs no other.
  @MainActor private static func run(
    _ type: any ParsableCommand.Type, _ arguments: [String]
  ) async throws {
    var command = try type.parseAsRoot(arguments)
    if let printing = command as? any PrintingCommand {
      do {
        try printing.perform()
      } catch {
        let problem = StartProblem(of: error)
        for line in problem.lines { StandardError.complain(line.harmless) }
        throw problem.status.exitCode
      }
    } else if var asynchronous = command as? any AsyncParsableCommand {
      try await asynchronous.run()
    } else {
      try command.run()
    }
  }

  @Argument(
    help: "Audio files, folders and playlists (.m3u, .m3u8, .pls, .xspf, .cue).",
    completion: .file())
  var paths: [String] = []

  @Option(Settings.table.filesFrom) var filesFrom: String?
  @Option(Settings.table.pick) var pick: SongSelection?
  @Flag(Settings.table.start) var start: Bool

  @OptionGroup var plan: PlanOptions

  @OptionGroup var session: SessionOptions

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
    if start { session.sound.loadDrivers() }
    let console = Console(session.looks, session.sound, takesKeys: filesFrom != "-")
    throw await console.exitCode { () async throws(StartProblem) in try await listen(console) }
  }

  @MainActor private func listen(_ console: Console) async throws(StartProblem) -> ExitStatus {
    // In parallel with reading songs: both can be slow.
    async let driverProblem = session.sound.driverProblem
    var request = try RunRequest(
      session, picked: pick ?? (start ? .all : nil), plan: plan.steps(),
      start: start ? .start : .songs, readsCommands: filesFrom != "-", songs: source)
    var (library, parts) = (LibraryRows(), nil as AsyncStream<LibraryPart>?)
    if console.isInteractive, asksForNothing {
      request.start = .home
      if !request.hasPractice {
        do throws(StartProblem) {
          (library, parts) = try await songs(on: console)
          request.start = .songs
        } catch {
          // A sit needs no music.
          let advice = "No music was found. 'sit 20m' sits in silence, with bells."
          for line in [advice] + error.lines.dropFirst() { console.streams.warn(line.harmless) }
        }
      }
    } else {
      if let advice = ShellAdvice.line(for: paths) { throw StartProblem.usage(advice) }
      do throws(StartProblem) {
        (library, parts) = try await songs(on: console)
      } catch  where asksForNothing && filesFrom == nil {
        // Lines about sets, journal and settings need no music.
        for line in error.lines { console.streams.warn(line.harmless) }
        request.lacksSongs = true
      }
    }
    if plan.typed.isEmpty, plan.typedLength == nil, let own = try ownPlan(on: console) {
      request.plan = own
    }
    if let problem = await driverProblem { throw problem }
    let outputs = try session.sound.outputs(
      sparing: library.paths, filesOf: request.plan,
      list: (filesFrom, "the list of songs"))
    return try await InteractiveRun(
      request, library: library, parts: parts, outputs: outputs, console: console
    ).run()
  }

  /// The plan of the playlist that is the only path; `nil` if it has none. A person is told if it is not
  /// valid, and can plan anew.
  @MainActor private func ownPlan(
    on console: Console
  ) throws(StartProblem) -> [PlanStep]? {
    do throws(StartProblem) {
      return try PlannedPlaylist.read(paths)?.planned()
    } catch  where console.isInteractive && !start {
      for line in error.lines { console.streams.warn(line.harmless) }
      return nil
    }
  }

  /// True if no songs are named, so that a person may be shown home.
  private var asksForNothing: Bool {
    paths.isEmpty && filesFrom == nil && pick == nil && !start && plan.typed.isEmpty
      && plan.typedLength == nil
      && session.sound.output == nil && session.looks.format == .text
  }

  private var source: SongSource { SongSource(paths: paths, filesFrom: filesFrom) }

  /// The songs, or the first ones and the parts that follow: a user who picks songs can begin early;
  /// all else needs the complete list.
  @MainActor private func songs(
    on console: Console
  ) async throws(StartProblem) -> (LibraryRows, AsyncStream<LibraryPart>?) {
    guard console.output.rendering == .live, !start, pick == nil,
      session.sound.output == nil
    else { return (try source.read(), nil) }
    return try await source.begin()
  }
}

/// A command that prints and exits.
protocol PrintingCommand: ParsableCommand {
  /// Does all of its work. ``Meditate`` prints its error as a ``StartProblem``.
  @MainActor func perform() throws
}

/// A command that asks a running session. It has no settings and starts no thread.
protocol RemoteCommand: ParsableCommand {}

/// The answer to a command of the prompt that is typed in the shell.
enum ShellAdvice {
  /// Advises what to type instead of `words`; `nil` if the first one is a file, or resembles no command.
  static func line(for words: [String]) -> String? {
    guard let word = words.first, !RawArguments.path(word).isThere,
      let advice = advice(on: word, before: words.dropFirst().first)
    else { return nil }
    return "\(QuotedInput(word)) is no file. \(advice)"
  }

  /// Advises what to type instead of `words`, unless they mean nothing at the prompt, either.
  static func line(meantBy words: [String]) -> String? {
    let line = words.joined(separator: " ")
    do throws(LineError) {
      _ = try CommandParser.parse(line)
    } catch {
      // A word alone that is nearly a command says nothing about the others.
      guard case .unknownCommand(let typed, let meant?) = error, typed == QuotedInput(line) else {
        return nil
      }
      let names = Meditate.configuration.subcommands.map { $0._commandName }
      return "No command \(typed). "
        + (names.contains(meant) ? "Did you mean 'meditate \(meant)'?" : advice(typing: meant))
    }
    return advice(typing: QuotedInput(line).text)
  }

  private static func advice(typing line: String) -> String {
    "Type '\(line)' at the prompt of 'meditate', or send it to a session that runs: 'meditate do \(line)'."
  }

  private static func advice(on word: String, before next: String?) -> String? {
    if word.lowercased() == "version" { return "Did you mean 'meditate --version'?" }
    let names = Meditate.configuration.subcommands.map { $0._commandName }
    guard let spec = Commands.meant(by: word) else {
      // A name with a dot or a slash is that of a file.
      guard !word.contains("."), !word.contains("/"),
        let near = Vocabulary(names + ["help"]).nearest(to: word[...])
      else { return nil }
      return "Did you mean 'meditate \(near)'?"
    }
    if spec.name == "for" {
      let length = next.flatMap { (try? TimeText.parse($0)) == nil ? nil : $0 }
      return "Did you mean 'meditate sit \(length ?? "20m")'?"
    }
    if names.contains(spec.name) { return "Did you mean 'meditate \(spec.name)'?" }
    if spec.uses.isClause {
      return "In the shell, '--plan' takes a plan: 'meditate sit 20m --plan \"bells every 5m\"'."
    }
    if spec.name == "start" || spec.name == "play" {
      return "Did you mean 'meditate sit 20m'? 'meditate --start' plays all your music."
    }
    return advice(typing: spec.name)
  }
}
