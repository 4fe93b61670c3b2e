import ArgumentParser
import MeditationRemote
import MeditationScreens
import MeditationSystem

struct SessionsCommand: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "sessions",
    abstract: "List the running sessions, the newest first.",
    usage: "meditate sessions [--format FORMAT]",
    discussion: """
      The number of a row is the process id: 'meditate do --session 4242 pause' pauses that \
      session. Without --session, 'meditate do' speaks to the first of the list.
      """)

  @OptionGroup var listing: ListingOptions

  func perform() throws(StartProblem) {
    let sessions = try RunningSessions.clients().map(RunningSession.init(asking:))
    switch listing.format {
    case .json: ListingOptions.print(JSONMessage.sessions(sessions).bytes)
    case .text: listing.text.print(Listing(sessions))
    }
  }
}

/// The sessions of this user that listen on the control socket.
enum RunningSessions {
  /// A connection to the newest session, or to that of `processID`.
  static func client(_ processID: Int32?) throws(StartProblem) -> SessionClient {
    guard let folder else {
      throw .noSession("XDG_RUNTIME_DIR names no directory, so no session can be found.")
    }
    let client: SessionClient?
    do throws(SocketProblem) {
      client = try SessionClient.connect(in: folder, to: processID)
    } catch {
      throw StartProblem(error)
    }
    guard let client else {
      throw .noSession(
        processID.map { "No session has the process id \($0); 'meditate sessions' lists them." }
          ?? "No session runs; 'meditate' or 'meditate sit 20m' starts one.")
    }
    return client
  }

  /// Connections to all sessions, newest first. Prints those that cannot be asked.
  static func clients() throws(StartProblem) -> [SessionClient] {
    guard let folder else { return [] }
    do throws(SocketProblem) {
      return try SessionClient.connectToAll(in: folder) { problem in
        for line in StartProblem(problem).lines { StandardError.complain(line) }
      }
    } catch {
      throw StartProblem(error)
    }
  }

  private static var folder: SocketFolder? {
    SocketFolder(environment: ProgramEnvironment.variables)
  }
}

extension StartProblem {
  static func noSession(_ line: String) -> Self { StartProblem(.noSession, line) }

  init(_ problem: SocketProblem) { self = .noSession(problem.reason) }

  init(_ problem: SessionClient.Problem, of processID: Int32) {
    let reason =
      switch problem {
      case .closed: "ended before it answered"
      case .silent: "does not answer; it may be stopped"
      case .tooLong: "sends more than an answer can have"
      case .failed(let error): "cannot be reached: \(error)"
      }
    self = .noSession("The session with the process id \(processID) \(reason).")
  }
}
