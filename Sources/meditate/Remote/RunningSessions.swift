import Foundation
import RemoteControl

/// The sessions of this user that can be steered.
enum RunningSessions {
  /// A connection to the newest session, or to that of `processID`.
  static func client(_ processID: Int32?) throws(StartProblem) -> SessionClient {
    guard let folder else {
      throw .noSession("XDG_RUNTIME_DIR names no directory, so no session can be found.")
    }
    guard let client = SessionClient.connect(in: folder, to: processID) else {
      throw .noSession(
        processID.map { "No session has the process id \($0); 'meditate sessions' lists them." }
          ?? "No session runs; 'meditate' or 'meditate sit 20m' starts one.")
    }
    return client
  }

  /// Connections to all sessions, newest first.
  static func clients() -> [SessionClient] { folder.map(SessionClient.connectToAll) ?? [] }

  private static var folder: SocketFolder? {
    SocketFolder(environment: ProcessInfo.processInfo.environment)
  }
}

extension StartProblem {
  /// There is no session, or it does not answer.
  static func noSession(_ line: String) -> Self { StartProblem(status: .noSession, lines: [line]) }

  init(_ problem: SessionClient.Problem, of processID: Int32) {
    let reason =
      switch problem {
      case .closed: "ended before it answered"
      case .silent: "does not answer; it may be stopped"
      case .failed(let error): "cannot be reached: \(error)"
      }
    self = .noSession("The session with the process id \(processID) \(reason).")
  }
}
