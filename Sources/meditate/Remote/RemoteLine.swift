import Glibc
import MeditationRemote
import MeditationSystem
import MeditationText

/// One line for a running session.
struct RemoteLine {
  private static let (openingID, lineID) = ("open", "do")
  /// How long a session may take to answer completely. One stopped by Ctrl-Z never does.
  private static let timeLimit = Duration.seconds(10)
  /// The longest answer in bytes: the list of all songs, after a late `hello`.
  private static let longestAnswer = 2 * SocketLimits.waitingBytes

  let text: String
  let format: Format
  /// True to follow the session until it is over.
  let isWatching: Bool

  private enum Stage {
    /// The form of the conversation is not confirmed yet. A late `hello` is skipped.
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
      return try printAnswer(of: session)
    } catch {
      throw StartProblem(error, of: session.processID)
    }
  }

  private func printAnswer(of session: SessionClient) throws(SessionClient.Problem) -> ExitStatus {
    var stage = Stage.opening
    var deadline = ContinuousClock.now + Self.timeLimit
    var length = 0
    while true {
      let line: [UInt8]
      do throws(SessionClient.Problem) {
        line = try session.nextLine(by: stage == .following ? nil : deadline)
      } catch .closed where stage == .following {
        return .fine
      }
      length += stage == .following ? 0 : line.count
      guard length <= Self.longestAnswer else { throw .tooLong }
      let message = SessionMessage(line)
      if stage == .opening {
        if message?.isLast == true { return unanswered(message) }
        if message?.type == "done", message?.id == Self.openingID { stage = .asking }
        continue
      }
      let begin = ContinuousClock.now
      printLine(line, message)
      // The reader of our output may be slow.
      deadline += ContinuousClock.now - begin
      if stage == .asking, message?.id == Self.lineID {
        if message?.type == "refused" { return .lineRefused }
        if !isWatching { return .fine }
        stage = .following
      }
      // The next line may come much later.
      guard stage == .asking || fflush(nil) == 0 else { return .outputFailed }
      if message?.isLast == true { return stage == .following ? .fine : unanswered(message) }
    }
  }

  /// The session ended the conversation before it answered.
  private func unanswered(_ message: SessionMessage?) -> ExitStatus {
    StandardError.complain((message?.text ?? "The session has just ended.").harmless)
    return message?.refusesLine == true ? .lineRefused : .noSession
  }

  private func printLine(_ line: [UInt8], _ message: SessionMessage?) {
    switch format {
    case .json: print(Self.harmless(line))
    case .text:
      guard let message, message.type == "line", let text = message.text else { return }
      if message.style == "diagnostic" {
        StandardError.complain(text.harmless)
      } else {
        print(text.harmless)
      }
    }
  }

  /// The object in `line` with unsafe characters escaped, which other programs may not escape.
  static func harmless(_ line: [UInt8]) -> String {
    let text = String(decoding: line, as: UTF8.self)
    if line.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
    var safe = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if TerminalEffect(of: scalar).isSafe {
        safe.append(scalar)
      } else {
        for unit in Character(scalar).utf16 {
          safe += (#"\u"# + String(0x10000 + Int(unit), radix: 16).dropFirst()).unicodeScalars
        }
      }
    }
    return String(safe)
  }
}
