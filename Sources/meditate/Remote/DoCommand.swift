import ArgumentParser
import Glibc
import MeditationLanguage
import MeditationRemote
import MeditationText

struct DoCommand: RemoteCommand, PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "do",
    abstract: "Send a command to a running session, and print its answer.",
    usage: """
      meditate do LINE [--session PID] [--format FORMAT] [--watch | --wait EVENT [--timeout TIME]]
      """,
    discussion: """
      LINE is a command of the prompt: 'meditate do pause', 'meditate do for +5m'. It goes to the \
      session that was started last, or to that of --session; 'meditate sessions' lists them. \
      After '--', everything belongs to the line.

      --wait returns when a session has begun, at the next stroke of a bell, the next part or song, \
      when it is paused, or at its end: 'meditate do status --wait end'. '--wait session' waits until \
      there is one before the line is sent.

      Exit codes: 0 the command was performed; 1 it was refused, or the session is over before \
      what is waited for; 64 usage error; 75 no session runs, or it does not answer; 124 it did not \
      happen within --timeout.
      """)

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("A command of the prompt, in one or more words.", valueName: "LINE"),
    completion: .list(Commands.table.vocabulary.words))
  var line: [String]

  @Option(help: ArgumentHelp("Send it to the session with this process id.", valueName: "PID"))
  var session: Int32?

  @Option(help: "The output format: text for people, or JSON Lines for programs.")
  var format = Format.text

  @Flag(help: "Print what happens until the session is over.")
  var watch = false

  @OptionGroup var waiting: WaitOptions

  func validate() throws {
    guard waiting.wait == nil || !watch else {
      throw ValidationError("--watch and --wait cannot be combined.")
    }
    if let option = line.prefix(while: { $0 != "--" }).first(where: { $0.hasPrefix("--") }) {
      throw ValidationError("Unknown option '\(option)'. After '--', everything belongs to LINE.")
    }
    guard !line.contains(where: { $0.unicodeScalars.contains { $0 == "\n" || $0 == "\r" } }) else {
      throw ValidationError("LINE must be one line.")
    }
  }

  func perform() throws(StartProblem) {
    // The reader of the output may go before a session that is watched.
    signal(SIGPIPE, SIG_DFL)
    let sent = RemoteLine(
      text: line.filter { $0 != "--" }.joined(separator: " "), format: format, isWatching: watch)
    let limit = WaitLimit(waiting.timeout)
    let client = try client(by: limit)
    // Listens before the line is sent, which may cause what is waited for.
    let awaited =
      try waiting.wait.flatMap { event throws(StartProblem) in
        event == .session
          ? nil : try RemoteWait(for: event, in: RunningSessions.client(client.processID))
      }
    var status = try sent.send(to: client)
    if status == .fine { Meditate.checkPrinted() }  // The answer comes before the wait.
    if status == .fine, let awaited {
      status = try awaited.finish(by: limit, printing: format == .json)
    }
    guard status == .fine else { throw StartProblem(status: status, lines: []) }
  }

  private func client(by limit: WaitLimit) throws(StartProblem) -> SessionClient {
    while waiting.wait == .session {
      if let client = try? RunningSessions.client(session) { return client }
      try limit.pause()
    }
    return try RunningSessions.client(session)
  }
}
