import ArgumentParser
import FoundationEssentials
import Glibc
import MeditationRemote
import MeditationText

enum AwaitedEvent: String, CaseIterable, ExpressibleByArgument {
  /// A session exists.
  case session
  /// A session plays or settles; at once if it has already begun.
  case begin
  case bell, part, song, pause, end
}

struct WaitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Wait for a session, its beginning, a bell, a part, another song, a pause, or the end.",
      valueName: "EVENT"))
  var wait: AwaitedEvent?

  @Option(
    help: ArgumentHelp("Wait no longer than this; a number is seconds.", valueName: "TIME"),
    transform: { try Arguments.time($0[...], forms: "30, 5m or 1:30:00") })
  var timeout: Duration?

  func validate() throws {
    guard timeout == nil || wait != nil else { throw ValidationError("--timeout needs --wait.") }
  }
}

/// How long a command waits.
struct WaitLimit {
  private let timeout: Duration?
  /// `nil` for ever.
  let end: ContinuousClock.Instant?

  init(_ timeout: Duration?) {
    self.timeout = timeout
    end = timeout.map { .now + $0 }
  }

  var problem: StartProblem {
    let time = timeout.map { " within " + TimeText.exact($0) } ?? ""
    return StartProblem(.timedOut, "What was waited for did not happen\(time).")
  }

  /// Waits until there may be another session.
  func pause() throws(StartProblem) {
    let pause = min(end.map { $0 - .now } ?? .seconds(1), .milliseconds(500))
    guard pause > .zero else { throw problem }
    usleep(UInt32(pause / .microseconds(1)))
  }
}

/// Waits for an event of a session, on its own connection.
struct RemoteWait {
  private static let (openingID, stateID) = ("open", "state")
  /// How long a session may take to answer.
  private static let timeLimit = Duration.seconds(10)

  private let event: AwaitedEvent
  private let session: SessionClient

  /// A message about an event, or about the state.
  private struct Message: Decodable {
    struct Strokes: Decodable {}
    struct Part: Decodable { let closing: Strokes? }
    struct Plan: Decodable { let parts: [Part] }

    let type: String
    var id: String?
    var kind: String?
    var to: String?
    var phase: String?
    var plan: Plan?
    /// In a `plan`.
    var parts: [Part]?

    /// True if strokes close the session; `nil` if the message has no plan.
    var closes: Bool? { (plan?.parts ?? parts)?.last.map { $0.closing != nil } }
  }

  /// Begins to listen. Blocks until the session answers.
  init(for event: AwaitedEvent, in session: SessionClient) throws(StartProblem) {
    self.event = event
    self.session = session
    do throws(SessionClient.Problem) {
      let opening = ConversationOpening(id: Self.openingID, form: .json, isWatching: false)
      try session.send(opening.line)
      let deadline = ContinuousClock.now + Self.timeLimit
      while try next(by: deadline).message?.id != Self.openingID {}
    } catch {
      throw StartProblem(error, of: session.processID)
    }
  }

  /// Blocks until the event happens, the session is over, or the time is up.
  ///
  /// - Parameter goesOn: True to wait for later sessions of the same program, too.
  func finish(
    by limit: WaitLimit, printing isPrinting: Bool = false, overSessions goesOn: Bool = false
  ) throws(StartProblem) -> ExitStatus {
    // Events since `init` come before the answer about the state.
    var isAnswered = false
    do throws(SessionClient.Problem) {
      try session.send("#\(Self.stateID) status")
      let deadline = ContinuousClock.now + Self.timeLimit
      // The phase that the session has entered, and the one in which it is.
      var (entered, present) = (nil as String?, nil as String?)
      var closes = false
      while !isAnswered || goesOn
        || !isOver(entered: entered, present: present, closes: closes)
      {
        let (line, message) = try next(by: isAnswered ? limit.end : deadline)
        guard let message else { continue }
        if isAwaited(message) {
          if isPrinting { print(RemoteLine.harmless(line)) }
          return .fine
        }
        if message.type == "phase" { entered = message.to }
        if message.type == "status" { present = message.phase }
        closes = message.closes ?? closes
        if message.id == Self.stateID { isAnswered = true }
      }
    } catch .closed {
      if event == .end { return .fine }
    } catch .silent where isAnswered {
      throw limit.problem
    } catch {
      throw StartProblem(error, of: session.processID)
    }
    let reason =
      switch event {
      case .session, .begin: "none is to begin"
      case .bell: "no bell is to come"
      case .part: "no part is to come"
      case .song: "no song is to come"
      case .pause: "none is to be paused"
      case .end: "none is to end"
      }
    throw StartProblem(.lineRefused, "No session is in progress: \(reason).")
  }

  private func next(
    by deadline: ContinuousClock.Instant?
  ) throws(SessionClient.Problem) -> (line: [UInt8], message: Message?) {
    let line = try session.nextLine(by: deadline)
    return (line, try? JSONDecoder().decode(Message.self, from: Data(line)))
  }

  private func isAwaited(_ message: Message) -> Bool {
    switch event {
    case .session: true
    case .begin:
      message.type == "phase" && message.to == "listening"
        || message.type == "status" && message.phase == "listening"
    case .bell:
      message.type == "cue" && ["opening", "bell", "closing"].contains(message.kind)
    case .part: message.type == "cue" && message.kind == "part"
    case .pause: message.type == "transport" && message.to == "paused"
    case .song: message.type == "mode" && message.to == "playing"
    // `back` leaves a session without a summary.
    case .end:
      ["summary", "bye", "closed"].contains(message.type)
        || message.type == "phase" && message.to == "picking"
    }
  }

  /// True if the event can no longer come. The session has `entered` a phase since `init`, or else
  /// is in the `present` one; closing strokes follow its end if it `closes`.
  private func isOver(entered: String?, present: String?, closes: Bool) -> Bool {
    switch (entered ?? present, event) {
    case (_, .session), (_, .begin), ("listening", _): false
    // A session that has just ended sends a summary, and its closing strokes follow.
    case ("finished", .end): entered == nil
    case ("finished", .bell): entered == nil || !closes
    default: true
    }
  }
}
