import ArgumentParser
import Glibc
import MeditationRemote

/// `meditate status`: prints one line about a running session, for status bars.
struct StatusCommand: RemoteCommand {
  private static let fields = StatusFormat.Field.allCases.map { "{\($0.rawValue)}" }
    .joined(separator: ", ")

  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Print one line about a running session, for status bars.",
    usage: "meditate status [--session PID] [--format TEXT]",
    discussion: """
      Fields of TEXT stand for the state of the session that was started last, or of that of \
      --session: \(fields). A field of which nothing is known is empty. {title:json} is the title as \
      a string of JSON, with its quotation marks; --format json prints all of the state as JSON.

      Exit codes: 0 the line was printed; 64 usage error; 75 no session runs, or it does not answer: \
      then the line is empty.
      """)

  @Option(help: ArgumentHelp("Ask the session with this process id.", valueName: "PID"))
  var session: Int32?

  @Option(
    help: ArgumentHelp(
      "What to print: a text with fields. (default: {state} {elapsed} {title})", valueName: "TEXT"),
    transform: StatusFormat.init(parsing:))
  var format: StatusFormat?

  func run() throws {
    let line = try format ?? StatusFormat(parsing: "{state} {elapsed} {title}")
    let text = (try? RunningSessions.client(session)).flatMap { line.text(asking: $0) }
    print(text ?? "")
    guard text != nil else { throw ExitStatus.noSession.exitCode }
  }
}
