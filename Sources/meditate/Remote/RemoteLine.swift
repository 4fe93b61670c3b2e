import Foundation
import RemoteControl
import SystemAudio
import Text

/// One line for a running session.
struct RemoteLine {
  /// The ids of the opening and of the line.
  private static let (openingID, lineID) = ("open", "do")
  /// How long a session may take to answer. One that is stopped by Ctrl-Z never does.
  private static let patience = Duration.seconds(10)

  let text: String
  let format: Format
  /// Whether to follow the session until it is over.
  let isWatching: Bool

  private enum Stage {
    /// The form of the conversation is not confirmed. A late `hello` is skipped.
    case opening
    case asking
    case following
  }

  /// Sends the line, and prints the answer. Blocks until it is complete.
  func send(to session: SessionClient) throws(StartProblem) -> ExitStatus {
    let opening = ConversationOpening(
      id: Self.openingID, form: format == .json ? .json : .text, isWatching: isWatching)
    do throws(SessionClient.Problem) {
      try session.send(opening.line, "#\(Self.lineID) \(text)")
      return try follow(session)
    } catch {
      throw StartProblem(error, of: session.processID)
    }
  }

  private func follow(_ session: SessionClient) throws(SessionClient.Problem) -> ExitStatus {
    var stage = Stage.opening
    while true {
      let line: [UInt8]
      do throws(SessionClient.Problem) {
        line = try session.nextLine(within: stage == .following ? nil : Self.patience)
      } catch .closed where stage == .following {
        return .fine
      }
      let message = RemoteMessage(line)
      if stage == .opening {
        if message?.isLast == true { return notOpened(message) }
        if message?.type == "done", message?.id == Self.openingID { stage = .asking }
        continue
      }
      show(line, message)
      // The next line may come much later.
      guard stage == .asking || fflush(nil) == 0 else { return .outputFailed }
      if stage == .asking, message?.id == Self.lineID {
        if message?.type == "refused" { return .lineRefused }
        if !isWatching { return .fine }
        stage = .following
        fflush(nil)
      }
      if message?.isLast == true { return stage == .following ? .fine : .noSession }
    }
  }

  private func notOpened(_ message: RemoteMessage?) -> ExitStatus {
    StandardError.complain((message?.text ?? "The session has just ended.").harmless)
    return .noSession
  }

  private func show(_ line: [UInt8], _ message: RemoteMessage?) {
    switch format {
    case .json: print(String(decoding: line, as: UTF8.self))
    case .text:
      guard let message, message.type == "line", let text = message.text else { return }
      if message.style == "diagnostic" {
        StandardError.complain(text.harmless)
      } else {
        print(text.harmless)
      }
    }
  }

}
