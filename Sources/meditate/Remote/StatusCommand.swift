import ArgumentParser
import Glibc
import MeditationRemote

struct StatusCommand: RemoteCommand, PrintingCommand {
  private static let fields = StatusFormat.Field.allCases.map { "{\($0.rawValue)}" }
    .joined(separator: ", ")

  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Print one line about a running session, for status bars.",
    usage: """
      meditate status [--session PID] [--format TEXT] [--watch | --wait EVENT [--timeout TIME]]
      """,
    discussion: """
      Fields of TEXT stand for the state of the session that was started last, or of that of \
      --session: \(fields). A field of which nothing is known is empty. {title:json} is the title as \
      a string of JSON, with its quotation marks; --format json prints all of the state as JSON.

      --wait prints the line when a session has begun, at the next stroke of a bell, the next part or \
      song, when it is paused, or at its end. It waits for a session that is not there yet, too, and from \
      one to the next; '--wait session' waits until there is one, whether it has begun or not.

      Exit codes: 0 the line was printed; 64 usage error; 75 no session runs, or it does not answer: \
      then the line is empty; 124 it did not happen within --timeout.
      """)

  @Option(help: ArgumentHelp("Ask the session with this process id.", valueName: "PID"))
  var session: Int32?

  @Option(
    help: ArgumentHelp(
      "What to print: a text with fields. (default: {state} {elapsed} {title})", valueName: "TEXT"),
    transform: StatusFormat.init(parsing:))
  var format: StatusFormat?

  @Flag(help: "Print it whenever it changes, also of sessions to come, until interrupted.")
  var watch = false

  @OptionGroup var waiting: WaitOptions

  func validate() throws {
    guard waiting.wait == nil || !watch else {
      throw ValidationError("--watch and --wait cannot be combined.")
    }
  }

  func perform() throws {
    let line = try format ?? StatusFormat(parsing: "{state} {elapsed} {title}")
    if watch { throw StartProblem(status: follow(line), lines: []) }
    let hasHappened = try waits()
    let text = (try? RunningSessions.client(session)).flatMap { line.text(asking: $0) }
    print(text ?? "")
    guard text != nil || hasHappened else { throw StartProblem(status: .noSession, lines: []) }
  }

  /// Blocks until the awaited event happens, in this session or a later one; false if nothing is
  /// awaited, or if the named session is gone.
  private func waits() throws(StartProblem) -> Bool {
    guard let event = waiting.wait else { return false }
    let limit = WaitLimit(waiting.timeout)
    while true {
      do throws(StartProblem) {
        let client = try RunningSessions.client(session)
        if event == .session { return true }
        let wait = try RemoteWait(for: event, in: client)
        if try wait.finish(by: limit, overSessions: true) == .fine { return true }
      } catch {
        if error.status == .timedOut { throw error }
      }
      guard session == nil || event == .session else { return false }
      try limit.pause()
    }
  }

  /// Prints the line whenever it changes, while it can; an empty one while no session runs.
  private func follow(_ line: StatusFormat) -> ExitStatus {
    // The reader of the output may go first.
    signal(SIGPIPE, SIG_DFL)
    var printed: String?
    var news: SessionClient?
    while true {
      // Ends at once when the reader has gone, not at the next line.
      var reader = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      if poll(&reader, 1, 0) > 0, reader.revents & Int16(POLLERR) != 0 { raise(SIGPIPE) }
      let client = try? RunningSessions.client(session)
      let text = client.flatMap { line.text(asking: $0) } ?? ""
      let isChanged = text != printed
      if isChanged {
        print(text)
        guard fflush(nil) == 0 else { return .outputFailed }
        printed = text
      }
      if news?.processID != client?.processID { news = client.flatMap { Self.news(of: $0) } }
      // Passing time sends no events: the line is asked for, more often while it changes.
      let pause = Duration.milliseconds(isChanged ? 500 : 1_000)
      do throws(SessionClient.Problem) {
        guard let news else { throw .closed }
        _ = try news.nextLine(by: .now + pause)
        // Several come at once.
        while let _ = try? news.nextLine(by: .now + .milliseconds(5)) {}
      } catch .silent {
      } catch {
        // A session that accepts no more clients is not asked again at once.
        news = nil
        usleep(UInt32(pause / .microseconds(1)))
      }
    }
  }

  /// A connection that receives the events of a session.
  private static func news(of client: SessionClient) -> SessionClient? {
    let news = try? RunningSessions.client(client.processID)
    try? news?.send(ConversationOpening(id: nil, form: .json, isWatching: false).line)
    return news
  }
}
